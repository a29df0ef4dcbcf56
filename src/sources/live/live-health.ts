import type { CycleEnded } from './collect/collector-events.ts';
import type { ExchangeProfile } from './exchange-profiles.ts';
import type { ExchangeHealth } from '../source.ts';

type ReadingFailures = Pick<ExchangeHealth, 'failing' | 'failures'>;

/** Where the readings of exchanges fail, by id. */
export class LiveHealth {
  readonly #byExchange = new Map<string, ReadingFailures>();

  readonly #ids: ReadonlyMap<string, string>;

  constructor(exchanges: readonly ExchangeProfile[]) {
    this.#ids = new Map(exchanges.map(({ key, id }) => [key, id]));
    for (const { id } of exchanges) this.#byExchange.set(id, { failing: 0, failures: 0 });
  }

  ended({ exchange, result, failing }: CycleEnded): void {
    const exchangeId = this.#ids.get(exchange);
    if (exchangeId === undefined) return;
    const known = this.#byExchange.get(exchangeId) ?? { failing: 0, failures: 0 };
    if (result.outcome === 'read') this.#byExchange.set(exchangeId, { ...known, failing: 0 });
    else if (result.outcome === 'failed')
      this.#byExchange.set(exchangeId, { failing, failures: known.failures + 1 });
  }

  /** With what was handed on of each. */
  with(delivered: ReadonlyMap<string, ExchangeHealth>): ReadonlyMap<string, ExchangeHealth> {
    return new Map(
      [...this.#byExchange].map(([id, failures]) => {
        const lastDelivery = delivered.get(id)?.lastDelivery;
        return [id, lastDelivery === undefined ? failures : { ...failures, lastDelivery }];
      }),
    );
  }
}
