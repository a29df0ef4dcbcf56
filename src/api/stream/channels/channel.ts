import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Fields, FieldName } from '../../../contract/messages.ts';
import type { Scope } from '../../../contract/scopes.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { FollowedMarket, Membership } from './membership.ts';

/** A refusal, sent to the client in an ERROR. */
export interface Refusal {
  readonly code: '400' | '403' | '404';
  readonly message: string;
  /** Key of the refused subscription: one from before can still be ended. */
  readonly key?: string;
}

/**
 * The subject of a subscription: a whole group, or some items. Items and groups are numbers of the channel
 * and keep their meaning as long as the process lives.
 */
export interface Target {
  /** Name of the subscription: equal requests are the same subscription. */
  readonly key: string;
  readonly group?: number;
  readonly items: readonly number[];
  /** Set if the items are those of a market, which may change. */
  readonly market?: FollowedMarket;
  /** Fields to echo in SUBSCRIBED and UNSUBSCRIBED. */
  readonly echo: Readonly<Record<string, string>>;
  /** Set if missed values can be replayed. */
  readonly series?: SeriesId;
  /** Whether a slow client gets only the newest values. */
  readonly conflate?: boolean;
}

/**
 * All messages of a channel published at one moment, in the form of some clients: each is written once for all of them.
 * Channels frame messages for websockets; other forms are made from that (`frames/batch-forms.ts`).
 */
export interface Batch {
  /** The slot of all of its messages; absent if they have none in common. */
  readonly at?: Millis | undefined;
  /** The items of each market at that moment; absent if items never belong to markets. */
  readonly membership?: Membership | undefined;
  /** The messages of one item as whole frames; undefined if it has none. */
  frameOf(item: number): Buffer | undefined;
  /** The same, message by message. */
  messagesOf(item: number): readonly Buffer[];
  /** The messages of a whole group, cut between frames. */
  piecesOf(group: number): readonly Buffer[];
  countOf(group: number): number;
  /** Items of a group with messages in this batch, in their order. */
  itemsOf(group: number): Iterable<number>;
  /** The newest value of an item as of this batch, which may be from an earlier one. */
  currentOf(item: number): CurrentValue | undefined;
}

export interface CurrentValue {
  readonly at: Millis;
  readonly frame: Buffer;
}

/** A kind of message that can be subscribed to. */
export interface Channel {
  /** The event of its messages; others are derived: SUBSCRIBE_, SUBSCRIBED_ and so on. */
  readonly name: string;
  readonly fields: readonly FieldName[];
  /** A token with none of these is refused before its fields are read. */
  readonly scopes: readonly Scope[];
  resolve(fields: Fields, grant: Grant): Target | Refusal;
  scopeOf(group: number): Scope;
  groupOf(item: number): number;
  /** Current items of a group. */
  itemsOf(group: number): Iterable<number>;
  /** Current items of each market; absent if items never belong to markets. */
  readonly membership?: Membership | undefined;
  /** When the newest batch was published. */
  readonly at: Millis;
  /**
   * The newest value, from any batch; undefined if there is none, or if the channel has no current values.
   */
  currentOf(item: number): CurrentValue | undefined;
  /** The newest values of a whole group. */
  currentOfGroup(group: number): readonly Buffer[];
}

export function isRefusal(outcome: Target | Refusal): outcome is Refusal {
  return 'code' in outcome;
}
