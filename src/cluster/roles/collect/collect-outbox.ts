import type { Bus } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { CollectedMessage } from '../../../sources/shared/collect-link.ts';
import type { CollectTopics } from './collect-topics.ts';

export interface CollectOutboxOptions {
  readonly bus: Pick<Bus<CollectTopics>, 'publish'>;
  readonly clock: Clock;
  readonly collector: string;
  /** The number of the lease under which a unit is read; undefined where it is not read any more. */
  readonly leaseOf: (unit: string) => number | undefined;
  /** Every unit that is read. */
  readonly units: () => readonly string[];
  readonly onSent?: (outcome: SendOutcome, messages: number) => void;
}

export type SendOutcome = 'sent' | 'failed' | 'out of date';

/** Readings are gathered for so long: a message for each would be many. */
const GATHER_MS: Millis = 200;
/** What was read so long ago is of no use any more, such as after the process was stopped for a while. */
const LATEST_MS: Millis = 10 * SECOND_MS;

interface Waiting extends CollectedMessage {
  readonly readAt: Millis;
}

/** What a collector reads, on its way to the bus: gathered, in the order in which it came. */
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

  /** What is said of a unit that is not read any more is left out: another collector says it now. */
  tell(unit: string, said: unknown): void {
    const lease = this.#options.leaseOf(unit);
    if (lease === undefined) return;
    this.#messages.push({ unit, lease, said, readAt: this.#options.clock.monotonic() });
    this.#begin();
  }

  tellOwn(said: unknown): void {
    this.#own.push(said);
    this.#begin();
  }

  /** What waits is not sent any more. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#sending;
  }

  #begin(): void {
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  /** Until nothing waits: what comes while the bus takes a message goes with the next. */
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
        // The next reading replaces it.
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
