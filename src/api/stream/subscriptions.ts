import type { Grant } from '../../auth/tokens/token-verifier.ts';
import type { Millis } from '../../core/time.ts';
import type { Batch, Channel, Target } from './channels/channel.ts';
import { Coverage, type Plan } from './coverage.ts';
import type { WriteBatcher } from './frames/gathering.ts';
import type { Conversion } from './frames/message-form.ts';
import type { Membership } from './channels/membership.ts';
import type { Outbox } from './frames/outbox.ts';
import { Withheld } from './withheld.ts';

interface ChannelSubscriptions {
  /** By their keys. */
  readonly targets: Map<string, Target>;
  readonly coverage: Coverage;
  /** The items of followed markets are those of this revision. */
  revision: number;
  readonly withheld: Withheld;
}

/** How a slow client was brought up to date. */
export interface CaughtUp {
  /** Values sent. */
  readonly sent: number;
  /** Messages that were withheld and are not sent. */
  readonly skipped: number;
}

/** The subscriptions of one connection, and the messages it therefore gets. */
export class Subscriptions {
  readonly #outbox: Outbox;
  readonly #gathering: WriteBatcher;
  readonly #grant: Grant;
  readonly #conversionOf: (event: string) => Conversion | undefined;
  readonly #channels: ReadonlyMap<Channel, ChannelSubscriptions>;
  readonly #tickBytes = new Map<Channel, number>();
  /** Number of subscriptions that do not need every value. */
  #conflated = 0;

  /** `conversionOf`: the conversion of messages that do not come in a batch, which has the client's form already. */
  constructor(
    channels: readonly Channel[],
    outbox: Outbox,
    gathering: WriteBatcher,
    grant: Grant,
    conversionOf: (event: string) => Conversion | undefined,
  ) {
    this.#conversionOf = conversionOf;
    this.#outbox = outbox;
    this.#gathering = gathering;
    this.#grant = grant;
    this.#channels = new Map(
      channels.map((channel) => [
        channel,
        {
          targets: new Map(),
          coverage: new Coverage(channel, (group) => this.#may(channel, group)),
          revision: 0,
          withheld: new Withheld(),
        },
      ]),
    );
  }

  get count(): number {
    let count = 0;
    for (const { targets } of this.#channels.values()) count += targets.size;
    return count;
  }

  countOf(channel: Channel): number {
    return this.#of(channel).targets.size;
  }

  get(channel: Channel, key: string): Target | undefined {
    return this.#of(channel).targets.get(key);
  }

  /** Registers it; nothing is sent before `cover`. The channel has just resolved the target. */
  add(channel: Channel, target: Target): void {
    if (channel.membership) this.#follow(channel, channel.membership);
    this.#of(channel).targets.set(target.key, target);
    this.#countConflated(target, 1);
  }

  /**
   * Sends from the next batch on. `resumedFrom`: values up to the next batch have been sent after this time.
   */
  cover(channel: Channel, target: Target, resumedFrom?: Millis): void {
    this.coverageOf(channel).add(target, resumedFrom);
  }

  remove(channel: Channel, { key }: Target): void {
    const { targets, coverage } = this.#of(channel);
    const target = targets.get(key);
    if (!target) return;
    targets.delete(key);
    coverage.remove(target);
    this.#countConflated(target, -1);
  }

  /** Data may wait for as long as the client is slow if it gets nothing but newest values. */
  #countConflated({ conflate }: Target, change: number): void {
    if (conflate) this.#conflated += change;
    this.#outbox.hasMaxAge = this.#conflated === 0 || this.#conflated < this.count;
  }

  coverageOf(channel: Channel): Coverage {
    return this.#of(channel).coverage;
  }

  planOf(channel: Channel): Plan {
    return this.coverageOf(channel).plan;
  }

  /**
   * Sends the subscribed and allowed messages of a batch, or withholds them from a slow client where that is all right;
   * returns the number of those sent.
   */
  deliver(channel: Channel, batch: Batch): number {
    const { coverage, withheld } = this.#of(channel);
    const isSlow = !withheld.isEmpty || this.#outbox.isBehind;
    let [bytes, count] = [0, batch.membership ? this.#follow(channel, batch.membership, batch) : 0];
    const { groups, items } = coverage.plan;
    for (const group of groups) {
      if (isSlow && coverage.conflatesGroup(group)) {
        count += this.#withholdGroup(channel, batch, group);
        continue;
      }
      for (const piece of batch.piecesOf(group)) {
        this.#gathering.writeAfter(this.#outbox, piece);
        bytes += piece.length;
      }
      count += batch.countOf(group);
    }
    for (const item of items) {
      // A tick that was late, or that was lost and is stored again.
      if (batch.at !== undefined && coverage.hadBefore(item, batch.at)) continue;
      const frame = batch.frameOf(item);
      if (!frame) continue;
      if (isSlow && coverage.conflatesItem(item)) {
        withheld.add(item);
        continue;
      }
      this.#gathering.add(this.#outbox, frame);
      bytes += frame.length;
      count++;
    }
    if (withheld.isEmpty) this.#countTick(channel, bytes);
    return count;
  }

  /** Items that another subscription needs every value of are sent; returns their number. */
  #withholdGroup(channel: Channel, batch: Batch, group: number): number {
    const { coverage, withheld } = this.#of(channel);
    let count = 0;
    for (const item of batch.itemsOf(group)) {
      if (coverage.conflatesItem(item)) {
        withheld.add(item);
        continue;
      }
      for (const frame of batch.messagesOf(item)) this.#gathering.add(this.#outbox, frame);
      count++;
    }
    return count;
  }

  /** Whether messages of the channel are withheld. */
  withholds(channel: Channel): boolean {
    return !this.#of(channel).withheld.isEmpty;
  }

  /** Sends the newest value of every item of which messages were withheld. */
  sendWithheld(channel: Channel): CaughtUp {
    const { items, messages } = this.#of(channel).withheld.take();
    const frames = items.flatMap((item) => channel.currentOf(item)?.frame ?? []);
    this.send(this.#converted(channel, frames));
    return { sent: frames.length, skipped: messages - frames.length };
  }

  /** Sends the newest value of a target, except what this connection already has. */
  sendCurrent(channel: Channel, { group, items }: Target): void {
    const coverage = this.coverageOf(channel);
    let bytes = this.#sendValues(channel, coverage, items);
    if (group !== undefined && !coverage.coversGroup(group)) {
      bytes += coverage.mayHaveSent(group)
        ? this.#sendValues(channel, coverage, channel.itemsOf(group))
        : this.send(this.#converted(channel, channel.currentOfGroup(group)));
    }
    this.#countTick(channel, (this.#tickBytes.get(channel) ?? 0) + bytes);
  }

  /** Sends missed messages. */
  pass(channel: Channel, frames: Buffer): void {
    if (frames.length === 0) return;
    for (const each of this.#converted(channel, [frames])) this.#gathering.writeAfter(this.#outbox, each);
  }

  /** The same for single messages. */
  passEach(channel: Channel, frames: readonly Buffer[]): void {
    this.send(this.#converted(channel, frames));
  }

  #converted(channel: Channel, frames: readonly Buffer[]): readonly Buffer[] {
    const convert = this.#conversionOf(channel.name);
    return convert ? frames.map(convert) : frames;
  }

  /** Sends frames side by side; returns their bytes. */
  send(frames: Iterable<Buffer>): number {
    let bytes = 0;
    for (const frame of frames) {
      this.#gathering.add(this.#outbox, frame);
      bytes += frame.length;
    }
    return bytes;
  }

  /**
   * Updates followed markets whose items have changed: from now on the new items are sent. For an item that
   * is new here and has no message in the batch, the value it had then is sent at once; returns the number of
   * those.
   */
  #follow(channel: Channel, membership: Membership, batch?: Batch): number {
    const own = this.#of(channel);
    if (membership.revision <= own.revision) return 0;
    const changed = membership.changedSince(own.revision);
    own.revision = membership.revision;
    let sent = 0;
    for (const target of changed?.size === 0 ? [] : own.targets.values()) {
      const { market } = target;
      if (!market || changed?.has(market.marketId) === false) continue;
      const items = membership.itemsOf(market);
      if (batch) sent += this.#sendOlder(channel, batch, items);
      own.coverage.change(target.items, items);
      own.targets.set(target.key, { ...target, items });
    }
    return sent;
  }

  #sendOlder(channel: Channel, batch: Batch, items: readonly number[]): number {
    const coverage = this.coverageOf(channel);
    const frames = items.flatMap((item) => {
      const value = this.#may(channel, channel.groupOf(item)) ? batch.currentOf(item) : undefined;
      return value && !batch.frameOf(item) && !coverage.has(item, value.at) ? [value.frame] : [];
    });
    this.send(frames);
    return frames.length;
  }

  #of(channel: Channel): ChannelSubscriptions {
    return this.#channels.get(channel) as ChannelSubscriptions;
  }

  #sendValues(channel: Channel, coverage: Coverage, items: Iterable<number>): number {
    const frames: Buffer[] = [];
    for (const item of items) {
      const value = channel.currentOf(item);
      if (value && !coverage.has(item, value.at)) frames.push(value.frame);
    }
    return this.send(this.#converted(channel, frames));
  }

  #may(channel: Channel, group: number): boolean {
    return this.#grant.scopes.has(channel.scopeOf(group));
  }

  /** The allowed backlog depends on the size of a full tick of all subscriptions. */
  #countTick(channel: Channel, bytes: number): void {
    if (this.#tickBytes.get(channel) === bytes) return;
    this.#tickBytes.set(channel, bytes);
    let all = 0;
    for (const each of this.#tickBytes.values()) all += each;
    this.#outbox.tickBytes = all;
  }
}
