import type { Clock } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';
import type { CollectorEvent } from './collect/collector-events.ts';

/** Tracks whether every exchange has been tried once since the start. */
export class FirstReadings {
  readonly #missing: Set<string>;
  readonly #done = new AbortController();

  constructor(exchanges: Iterable<string>) {
    this.#missing = new Set(exchanges);
  }

  take(event: CollectorEvent): void {
    if (event.kind !== 'cycle') return;
    this.#missing.delete(event.exchange);
    if (this.#missing.size === 0) this.#done.abort();
  }

  /** Resolves when all have been tried, or after `ms`. */
  async wait(clock: Clock, ms: Millis): Promise<void> {
    if (this.#missing.size === 0) return;
    await clock.wait(ms, this.#done.signal).catch((error: unknown) => {
      if (!this.#done.signal.aborted) throw error;
    });
  }
}
