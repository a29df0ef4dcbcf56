import type { Millis } from '../../core/time.ts';
import type { CycleEnded } from './collect/collector-events.ts';
import type { ExchangeProfile } from './exchange-profiles.ts';
import type { ExchangeHealth } from '../source.ts';

/** How the readings of each exchange go, by its id. */
export class LiveHealth {
  readonly #byExchange = new Map<string, ExchangeHealth>();

  readonly #ids: ReadonlyMap<string, string>;

  constructor(exchanges: readonly ExchangeProfile[]) {
    this.#ids = new Map(exchanges.map(({ key, id }) => [key, id]));
    for (const { id } of exchanges) this.#byExchange.set(id, { failing: 0, failures: 0 });
  }

  ended({ exchange, result, failing }: CycleEnded, at: Millis): void {
    const exchangeId = this.#ids.get(exchange);
    if (exchangeId === undefined) return;
    const known = this.#byExchange.get(exchangeId) ?? { failing: 0, failures: 0 };
    if (result.outcome === 'read')
      this.#byExchange.set(exchangeId, { ...known, failing: 0, lastDelivery: at });
    else if (result.outcome === 'failed')
      this.#byExchange.set(exchangeId, { ...known, failing, failures: known.failures + 1 });
  }

  now(): ReadonlyMap<string, ExchangeHealth> {
    return new Map(this.#byExchange);
  }
}
