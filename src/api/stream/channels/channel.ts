import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Fields, FieldName } from '../../../contract/messages.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { FollowedMarket, Membership } from './membership.ts';

/** A refusal that the client is told of in an ERROR. */
export interface Refusal {
  readonly code: '400' | '403' | '404';
  readonly message: string;
  /** The key of the subscription that was meant: one from before, when it could be had, can still be ended. */
  readonly key?: string;
}

/**
 * What a subscription is about: a whole group, or some items. Items and groups are numbers that the channel understands;
 * they mean the same for as long as the process lives.
 */
export interface Target {
  /** The subscription's own name: two that were written alike are the same subscription. */
  readonly key: string;
  readonly group?: number;
  readonly items: readonly number[];
  /** Set where the items are those of a market, which may become others. */
  readonly market?: FollowedMarket;
  /** What SUBSCRIBED and UNSUBSCRIBED say of it. */
  readonly echo: Readonly<Record<string, string>>;
  /** Set where missed values can be replayed. */
  readonly series?: SeriesId;
}

/** Everything of a channel that goes out at one moment, each message framed once. */
export interface Batch {
  /** What belonged to each market then; absent where items are never those of a market. */
  readonly membership?: Membership | undefined;
  /** The messages of one item as whole frames; undefined where it has none. */
  frameOf(item: number): Buffer | undefined;
  /** The same, message by message. */
  messagesOf(item: number): readonly Buffer[];
  /** The messages of a whole group, cut between frames. */
  piecesOf(group: number): readonly Buffer[];
  countOf(group: number): number;
  /** Items of a group of which it has messages, in their order. */
  itemsOf(group: number): Iterable<number>;
  /** The newest value of an item as of this batch, which may be older than it. */
  currentOf(item: number): CurrentValue | undefined;
}

export interface CurrentValue {
  readonly at: Millis;
  readonly frame: Buffer;
}

/** A kind of message that can be subscribed to. */
export interface Channel {
  /** The event of its messages; those around it are SUBSCRIBE_, SUBSCRIBED_ and so on. */
  readonly name: string;
  readonly fields: readonly FieldName[];
  /** A token with none of these is refused before its fields are looked at. */
  readonly scopes: readonly Scope[];
  resolve(fields: Fields, grant: Grant): Target | Refusal;
  scopeOf(group: number): Scope;
  groupOf(item: number): number;
  /** Items of a group that there are now. */
  itemsOf(group: number): Iterable<number>;
  /** What belongs to each market now; absent where items are never those of a market. */
  readonly membership?: Membership | undefined;
  /** When the newest batch was published. */
  readonly at: Millis;
  /** The newest value, of whatever batch; undefined where there is none, or where the channel has no such thing. */
  currentOf(item: number): CurrentValue | undefined;
  /** The newest values of a whole group. */
  currentOfGroup(group: number): readonly Buffer[];
}

export function isRefusal(outcome: Target | Refusal): outcome is Refusal {
  return 'code' in outcome;
}
