import type { Millis } from '../../core/time.ts';
import type { Channel, Target } from './channels/channel.ts';

/** What one connection receives of a channel: whole groups, and additional items, as far as its token allows. */
export interface Plan {
  readonly groups: readonly number[];
  /** Ascending, not containing items of the groups. */
  readonly items: readonly number[];
}

type Covering = Pick<Target, 'group' | 'items' | 'conflate'>;

/** Since when a connection has received an item. */
export interface CoveredSince {
  /** Market time: every later value has been sent. */
  readonly from: Millis;
  /** Whether the value that was current then has been sent, too. */
  readonly withCurrent: boolean;
}

interface Covered {
  /** Number of subscriptions that cover it. */
  count: number;
  /** Number of those that need every value. */
  needingAll: number;
  since: CoveredSince;
}

/**
 * The union of one connection's subscriptions to a channel. Invariant: for every covered item, the client has
 * been sent the current value. For items that are no longer covered, it remembers until when they were.
 */
export class Coverage {
  readonly #channel: Channel;
  readonly #may: (group: number) => boolean;
  readonly #groups = new Map<number, Covered>();
  readonly #items = new Map<number, Covered>();
  readonly #groupsUpTo = new Map<number, Millis>();
  readonly #itemsUpTo = new Map<number, Millis>();
  /** The newest value that the client said it has. */
  #resumedUpTo: Millis = -Infinity;
  #plan: Plan | undefined;

  /** `may`: whether the connection may be sent messages of a group. Its answers never change. */
  constructor(channel: Channel, may: (group: number) => boolean) {
    this.#channel = channel;
    this.#may = may;
  }

  /**
   * `resumedFrom`: every value after it has been sent, instead of the current one. It may be later than the newest
   * value here: then the client got the values up to it from another node, or before a restart.
   */
  add({ group, items, conflate = false }: Covering, resumedFrom?: Millis): void {
    const { at } = this.#channel;
    const since = { from: resumedFrom ?? at, withCurrent: resumedFrom === undefined };
    this.#resumedUpTo = Math.max(this.#resumedUpTo, resumedFrom ?? -Infinity);
    if (group !== undefined) cover(this.#groups, group, since, conflate);
    for (const item of items) cover(this.#items, item, since, conflate);
    this.#plan = undefined;
  }

  remove({ group, items, conflate = false }: Covering): void {
    const { at } = this.#channel;
    if (group !== undefined && uncover(this.#groups, group, conflate)) this.#groupsUpTo.set(group, at);
    for (const item of items) if (uncover(this.#items, item, conflate)) this.#itemsUpTo.set(item, at);
    this.#plan = undefined;
  }

  /** The items of a market have changed. */
  change(before: readonly number[], after: readonly number[]): void {
    const [old, now] = [new Set(before), new Set(after)];
    this.add({ items: after.filter((item) => !old.has(item)) });
    this.remove({ items: before.filter((item) => !now.has(item)) });
  }

  /** Since when the item has been covered; undefined if it is not. */
  coveredSince(item: number): CoveredSince | undefined {
    const byGroup = this.#groups.get(this.#channel.groupOf(item))?.since;
    const byItem = this.#items.get(item)?.since;
    if (!byGroup || !byItem) return byGroup ?? byItem;
    return byItem.from < byGroup.from ? byItem : byGroup;
  }

  coversGroup(group: number): boolean {
    return this.#groups.has(group);
  }

  /** Whether this connection may have been sent anything of the group. */
  mayHaveSent(group: number): boolean {
    return this.#items.size > 0 || this.#itemsUpTo.size > 0 || this.#groupsUpTo.has(group);
  }

  /** Whether the value of that time has been sent. */
  has(item: number, at: Millis): boolean {
    if (this.coveredSince(item)) return true;
    const upTo = Math.max(
      this.#itemsUpTo.get(item) ?? -Infinity,
      this.#groupsUpTo.get(this.#channel.groupOf(item)) ?? -Infinity,
    );
    return at <= upTo;
  }

  /** Whether the client, when it resumed, had this value of a covered item already. */
  hadBefore(item: number, at: Millis): boolean {
    if (at > this.#resumedUpTo) return false;
    return at <= (this.#items.get(item)?.since.from ?? -Infinity);
  }

  /** Whether no subscription to the whole group needs every value. */
  conflatesGroup(group: number): boolean {
    return !this.#groups.get(group)?.needingAll;
  }

  /** Whether no subscription to this item needs every value of it, apart from those to its group. */
  conflatesItem(item: number): boolean {
    return !this.#items.get(item)?.needingAll;
  }

  get plan(): Plan {
    return (this.#plan ??= {
      groups: [...this.#groups.keys()].filter(this.#may).toSorted((a, b) => a - b),
      items: [...this.#items.keys()].filter((item) => this.#isAlone(item)).toSorted((a, b) => a - b),
    });
  }

  /** Whether the item is sent by itself. */
  #isAlone(item: number): boolean {
    const group = this.#channel.groupOf(item);
    return !this.#groups.has(group) && this.#may(group);
  }
}

function cover(covered: Map<number, Covered>, number: number, since: CoveredSince, conflate: boolean): void {
  const needingAll = conflate ? 0 : 1;
  const known = covered.get(number);
  if (!known) {
    covered.set(number, { count: 1, needingAll, since });
    return;
  }
  known.count++;
  known.needingAll += needingAll;
  if (since.from < known.since.from) known.since = since;
}

/** True if nothing covers it any more. */
function uncover(covered: Map<number, Covered>, number: number, conflate: boolean): boolean {
  const known = covered.get(number);
  if (!known) return false;
  known.count--;
  if (!conflate) known.needingAll--;
  if (known.count > 0) return false;
  return covered.delete(number);
}
