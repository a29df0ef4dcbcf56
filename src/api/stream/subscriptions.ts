import type { Grant } from '../../auth/token-verifier.ts';
import type { Millis } from '../../core/time.ts';
import type { Batch, Channel, Target } from './channel.ts';
import { Coverage, type Plan } from './coverage.ts';
import type { Gathering } from './gathering.ts';
import type { Outbox } from './outbox.ts';

/** What one connection has subscribed to, and what it therefore gets. */
export class Subscriptions {
  readonly #outbox: Outbox;
  readonly #gathering: Gathering;
  readonly #grant: Grant;
  readonly #targets = new Map<string, Target>();
  readonly #coverages: ReadonlyMap<Channel, Coverage>;
  readonly #tickBytes = new Map<Channel, number>();

  constructor(channels: readonly Channel[], outbox: Outbox, gathering: Gathering, grant: Grant) {
    this.#outbox = outbox;
    this.#gathering = gathering;
    this.#grant = grant;
    this.#coverages = new Map(channels.map((channel) => [channel, new Coverage(channel)]));
  }

  get count(): number {
    return this.#targets.size;
  }

  has(channel: Channel, target: Target): boolean {
    return this.#targets.has(keyOf(channel, target));
  }

  /** Registers it; nothing is sent before it is covered. */
  add(channel: Channel, target: Target): void {
    this.#targets.set(keyOf(channel, target), target);
  }

  /** From the next batch on it is sent. `resumedFrom`: after when it has been sent already. */
  cover(channel: Channel, target: Target, resumedFrom?: Millis): void {
    this.coverageOf(channel).add(target, resumedFrom);
  }

  remove(channel: Channel, target: Target): void {
    this.#targets.delete(keyOf(channel, target));
    this.coverageOf(channel).remove(target);
  }

  coverageOf(channel: Channel): Coverage {
    return this.#coverages.get(channel) as Coverage;
  }

  planOf(channel: Channel): Plan {
    return this.coverageOf(channel).plan;
  }

  /** Sends what of a batch is subscribed to and allowed; returns the number of messages. */
  deliver(channel: Channel, batch: Batch): number {
    const { groups, items } = this.planOf(channel);
    let [bytes, count] = [0, 0];
    for (const group of groups) {
      if (!this.#may(channel, group)) continue;
      for (const piece of batch.piecesOf(group)) {
        this.#gathering.pass(this.#outbox, piece);
        bytes += piece.length;
      }
      count += batch.countOf(group);
    }
    for (const item of items) {
      const frame = this.#may(channel, channel.groupOf(item)) ? batch.frameOf(item) : undefined;
      if (!frame) continue;
      this.#gathering.add(this.#outbox, frame);
      bytes += frame.length;
      count++;
    }
    this.#gathering.flush();
    this.#countTick(channel, bytes);
    return count;
  }

  /** The newest value of what is subscribed to, except what this connection has got already. */
  sendCurrent(channel: Channel, { group, items }: Target): void {
    const coverage = this.coverageOf(channel);
    let bytes = this.#sendValues(channel, coverage, items);
    if (group !== undefined && !coverage.coversGroup(group)) {
      bytes += coverage.touched(group)
        ? this.#sendValues(channel, coverage, numbers(...channel.rangeOf(group)))
        : this.send(channel.currentOfGroup(group));
    }
    this.#countTick(channel, (this.#tickBytes.get(channel) ?? 0) + bytes);
  }

  /** Sends frames as they are. */
  pass(frames: Buffer): void {
    if (frames.length > 0) this.#gathering.pass(this.#outbox, frames);
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

  #sendValues(channel: Channel, coverage: Coverage, items: Iterable<number>): number {
    const frames: Buffer[] = [];
    for (const item of items) {
      const value = channel.currentOf(item);
      if (value && !coverage.has(item, value.at)) frames.push(value.frame);
    }
    return this.send(frames);
  }

  #may(channel: Channel, group: number): boolean {
    return this.#grant.scopes.has(channel.scopeOf(group));
  }

  /** The backlog that is allowed depends on what a tick of everything subscribed comes to. */
  #countTick(channel: Channel, bytes: number): void {
    if (this.#tickBytes.get(channel) === bytes) return;
    this.#tickBytes.set(channel, bytes);
    let all = 0;
    for (const each of this.#tickBytes.values()) all += each;
    this.#outbox.tickBytes = all;
  }
}

function keyOf(channel: Channel, { key }: Target): string {
  return `${channel.name} ${key}`;
}

function* numbers(first: number, end: number): Generator<number> {
  for (let number = first; number < end; number++) yield number;
}
