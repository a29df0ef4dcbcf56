import type { Millis } from '../core/time.ts';
import type { ExchangeHealth } from './source.ts';

/** Counts deliveries and failures of the feeds of a source. */
export class FeedHealth {
  readonly #byExchange = new Map<string, ExchangeHealth>();

  constructor(exchangeIds: Iterable<string>) {
    for (const id of exchangeIds) this.#byExchange.set(id, { failing: 0, failures: 0 });
  }

  delivered(exchangeId: string, at: Millis): void {
    this.#byExchange.set(exchangeId, { ...this.#of(exchangeId), lastDelivery: at });
  }

  answered(exchangeId: string, failed: boolean): void {
    const known = this.#of(exchangeId);
    if (failed)
      this.#byExchange.set(exchangeId, {
        ...known,
        failing: known.failing + 1,
        failures: known.failures + 1,
      });
    else if (known.failing > 0) this.#byExchange.set(exchangeId, { ...known, failing: 0 });
  }

  /** A copy, which later deliveries do not change. */
  now(): ReadonlyMap<string, ExchangeHealth> {
    return new Map(this.#byExchange);
  }

  #of(exchangeId: string): ExchangeHealth {
    return this.#byExchange.get(exchangeId) ?? { failing: 0, failures: 0 };
  }
}
