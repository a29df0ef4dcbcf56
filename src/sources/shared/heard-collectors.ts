import { SECOND_MS, type Millis } from '../../core/time.ts';

/** Collectors say something every second. */
const MAX_SILENCE_MS = 2 * SECOND_MS;

/** Which collector reads each exchange, and when each of them was heard last, by the monotonic clock. */
export class HeardCollectors {
  readonly #heardAt = new Map<string, Millis>();
  readonly #readers = new Map<string, string>();

  /** A message of a collector came, whatever is in it. */
  heard(collector: string, now: Millis): void {
    this.#heardAt.set(collector, now);
  }

  /** True if another collector has read the exchange until now, or none. */
  reads(collector: string, exchange: string): boolean {
    if (this.#readers.get(exchange) === collector) return false;
    this.#readers.set(exchange, collector);
    return true;
  }

  /** Whether nothing is heard of the collector that reads the exchange. */
  isSilent(exchange: string, now: Millis): boolean {
    const reader = this.#readers.get(exchange);
    const heardAt = reader === undefined ? undefined : this.#heardAt.get(reader);
    return heardAt === undefined || now - heardAt > MAX_SILENCE_MS;
  }
}
