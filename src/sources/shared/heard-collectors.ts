import { SECOND_MS, type Millis } from '../../core/time.ts';

/** Collectors send something every second. */
const MAX_SILENCE_MS = 2 * SECOND_MS;

/** Which collector reads each exchange, and when each collector last sent something, by the monotonic clock. */
export class HeardCollectors {
  readonly #lastMessageAt = new Map<string, Millis>();
  readonly #readers = new Map<string, string>();

  /** A collector has sent a message, whatever its content. */
  heard(collector: string, now: Millis): void {
    this.#lastMessageAt.set(collector, now);
  }

  /** Records that a collector reads the exchange; true if another one did before, or none. */
  reads(collector: string, exchange: string): boolean {
    if (this.#readers.get(exchange) === collector) return false;
    this.#readers.set(exchange, collector);
    return true;
  }

  /** Whether the collector that reads the exchange has been silent for too long. */
  isSilent(exchange: string, now: Millis): boolean {
    const reader = this.#readers.get(exchange);
    const lastMessageAt = reader === undefined ? undefined : this.#lastMessageAt.get(reader);
    return lastMessageAt === undefined || now - lastMessageAt > MAX_SILENCE_MS;
  }
}
