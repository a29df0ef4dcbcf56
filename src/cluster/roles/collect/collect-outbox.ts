import type { Bus } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { CollectedMessage } from '../../../sources/shared/collect-link.ts';
import type { CollectTopics } from './collect-topics.ts';

export interface CollectOutboxOptions {
  readonly bus: Pick<Bus<CollectTopics>, 'publish'>;
  readonly clock: Clock;
  readonly collector: string;
  /** The lease number of a unit that is read; undefined if it is no longer read. */
  readonly leaseOf: (unit: string) => number | undefined;
  /** Every unit that is read. */
  readonly units: () => readonly string[];
  readonly onSent?: (outcome: SendOutcome, messages: number) => void;
}

export type SendOutcome = 'sent' | 'failed' | 'out of date';

/** How long readings are collected into one message. */
const GATHER_MS: Millis = 200;
/** Older readings are dropped, for example after the process was paused. */
const LATEST_MS: Millis = 10 * SECOND_MS;

interface Waiting extends CollectedMessage {
  readonly readAt: Millis;
}

/** Collects what a collector reads and publishes it on the bus, in order. */
export class CollectOutbox {
  readonly #options: CollectOutboxOptions;
  readonly #stop = new AbortController();
  #messages: Waiting[] = [];
  #own: unknown[] = [];
  /** Units of which something was left out that had been read. */
  readonly #incomplete = new Set<string>();
  #sending: Promise<void> | undefined;

  constructor(options: CollectOutboxOptions) {
    this.#options = options;
  }

  /** Drops data of a unit that is no longer read here: another collector publishes it now. */
  add(unit: string, said: unknown): void {
    const lease = this.#options.leaseOf(unit);
    if (lease === undefined) return;
    this.#messages.push({ unit, lease, said, readAt: this.#options.clock.monotonic() });
    this.#begin();
  }

  addOwn(said: unknown): void {
    this.#own.push(said);
    this.#begin();
  }

  /** Queued messages are dropped. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sending;
  }

  #begin(): void {
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  /** Sends until the queue is empty. Data that arrives during a publish goes into the next message. */
  async #send(): Promise<void> {
    const { bus, clock, collector, units, onSent } = this.#options;
    while (this.#messages.length + this.#own.length > 0) {
      await clock.wait(GATHER_MS, this.#stop.signal).catch(() => undefined);
      if (this.#stop.signal.aborted) return;
      const [messages, own] = [this.#inTime(), this.#own];
      [this.#messages, this.#own] = [[], []];
      if (messages.length + own.length === 0) continue;
      // A unit that is not named is read anew with its next message.
      const complete = units().filter((unit) => !this.#incomplete.has(unit));
      this.#incomplete.clear();
      await bus.publish('collected', { collector, messages, units: complete, own }).then(
        () => onSent?.('sent', messages.length),
        // A failed message is not sent again: the next reading replaces it.
        () => onSent?.('failed', messages.length),
      );
    }
  }

  #inTime(): CollectedMessage[] {
    const since = this.#options.clock.monotonic() - LATEST_MS;
    const inTime = this.#messages.filter(({ readAt }) => readAt >= since);
    const late = this.#messages.filter(({ readAt }) => readAt < since);
    for (const { unit } of late) this.#incomplete.add(unit);
    if (late.length > 0) this.#options.onSent?.('out of date', late.length);
    return inTime.map(({ unit, lease, said }) => ({ unit, lease, said }));
  }
}
