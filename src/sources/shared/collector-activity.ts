import { LinkedAbort } from '../../core/async/linked-abort.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { CollectedBatch } from './collect-link.ts';

/** A living collector sends several messages in this time. */
const CONFIRM_WITHIN_MS = 600;
/** A collector that was silent for so long before is not waited for. */
const SILENT_MS = 2 * SECOND_MS;

interface Reader {
  readonly collector: string;
  readonly unit: string;
}

/** Which collector reads each exchange, and when each of them last sent a message, by the monotonic clock. */
export class CollectorActivity {
  readonly #clock: Pick<Clock, 'monotonic' | 'wait'>;
  readonly #receivedAt = new Map<string, Millis>();
  readonly #readers = new Map<string, Reader>();
  #confirmedSince: Millis = -Infinity;
  #onMessage: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'wait'>) {
    this.#clock = clock;
  }

  /** Call after taking each message of a collector. Exchanges of units that it no longer reads have no reader. */
  recordMessage({ collector, units }: Pick<CollectedBatch, 'collector' | 'units'>): void {
    this.#receivedAt.set(collector, this.#clock.monotonic());
    const read = new Set(units);
    for (const [exchange, reader] of this.#readers)
      if (reader.collector === collector && !read.has(reader.unit)) this.#readers.delete(exchange);
    this.#onMessage();
  }

  /** True if another collector, or none, has read the exchange until now. */
  recordReader(collector: string, exchange: string, unit: string): boolean {
    const before = this.#readers.get(exchange);
    if (before?.collector === collector) return false;
    this.#readers.set(exchange, { collector, unit });
    return true;
  }

  /**
   * Waits, for a short time at most, until every collector that reads an exchange has sent a message after this call:
   * that proves that it is alive, and that its earlier messages have arrived.
   */
  async confirm(signal: AbortSignal): Promise<void> {
    this.#confirmedSince = this.#clock.monotonic();
    if (!this.#isAwaited) return;
    const done = new LinkedAbort(signal);
    this.#onMessage = () => {
      if (!this.#isAwaited) done.abort();
    };
    try {
      await this.#clock.wait(CONFIRM_WITHIN_MS, done.signal);
    } catch (error) {
      if (!done.signal.aborted) throw error;
    } finally {
      done.release();
      this.#onMessage = () => undefined;
    }
  }

  /** Whether no collector reads the exchange, or the one that does has sent nothing since `confirm` was last called. */
  isSilent(exchange: string): boolean {
    const reader = this.#readers.get(exchange);
    return reader === undefined || this.#lastReceived(reader) < this.#confirmedSince;
  }

  get #isAwaited(): boolean {
    const since = this.#confirmedSince;
    return [...this.#readers.values()].some((reader) => {
      const receivedAt = this.#lastReceived(reader);
      return receivedAt < since && receivedAt >= since - SILENT_MS;
    });
  }

  #lastReceived({ collector }: Reader): Millis {
    return this.#receivedAt.get(collector) ?? -Infinity;
  }
}
