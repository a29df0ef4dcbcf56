import type { Millis } from '../../core/time.ts';
import { OPENS_AFTER } from './collect/back-off.ts';
import type { CycleEnded } from './collect/collector-events.ts';
import type { ExchangeProfile } from './settings/exchange-profiles.ts';
import type { LeftOut } from './ports/left-out.ts';
import type { ExchangeHealth, ExchangeRefusal, ReadingCounts, TradeCounts } from '../source.ts';

/** What is counted of one exchange. */
class Counts {
  failing = 0;
  failures = 0;
  tookMs: Millis = 0;
  leftOut = 0;
  isResting = false;
  readonly byOutcome = new Map<string, number>();
  readonly byFailure = new Map<string, number>();

  add({ result, failing, tookMs, restsUntil }: Omit<CycleEnded, 'kind'>): void {
    count(this.byOutcome, result.outcome);
    this.isResting = restsUntil !== undefined;
    this.failing = failing;
    if (result.outcome === 'read' || result.outcome === 'failed') this.tookMs = tookMs;
    if (result.outcome === 'read') this.leftOut += leftOutIn(result);
    if (result.outcome !== 'failed') return;
    this.failures += 1;
    count(this.byFailure, result.failure);
  }

  get readings(): ReadingCounts {
    const { tookMs, isResting, failing, leftOut } = this;
    return {
      byOutcome: Object.fromEntries(this.byOutcome),
      byFailure: Object.fromEntries(this.byFailure),
      tookMs,
      isResting,
      isOpen: failing >= OPENS_AFTER,
      leftOut,
    };
  }
}

/** Entries that were left out of a reading. */
export function leftOutIn({ leftOut = [] }: { readonly leftOut?: readonly LeftOut[] }): number {
  return leftOut.reduce((sum, each) => sum + each.count, 0);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** How the readings of exchanges go, by id. */
export class LiveHealth {
  readonly #byExchange = new Map<string, Counts>();
  readonly #ids: ReadonlyMap<string, string>;

  constructor(exchanges: readonly Pick<ExchangeProfile, 'key' | 'id'>[]) {
    this.#ids = new Map(exchanges.map(({ key, id }) => [key, id]));
    for (const { id } of exchanges) this.#byExchange.set(id, new Counts());
  }

  ended(event: Omit<CycleEnded, 'kind'>): void {
    const id = this.#ids.get(event.exchange);
    if (id !== undefined) this.#byExchange.get(id)?.add(event);
  }

  /** With what was handed on of each, how its trades come, and why its markets are refused. */
  with(
    delivered: ReadonlyMap<string, Pick<ExchangeHealth, 'lastDelivery'>>,
    tradeCounts: ReadonlyMap<string, TradeCounts> = new Map(),
    refusals: ReadonlyMap<string, ExchangeRefusal> = new Map(),
  ): ReadonlyMap<string, ExchangeHealth> {
    return new Map(
      [...this.#byExchange].map(([id, { failing, failures, readings }]) => {
        const lastDelivery = delivered.get(id)?.lastDelivery;
        const trades = tradeCounts.get(id);
        const refused = refusals.get(id);
        const health = {
          failing,
          failures,
          readings,
          ...(trades && { trades }),
          ...(refused && { refused }),
        };
        return [id, lastDelivery === undefined ? health : { ...health, lastDelivery }];
      }),
    );
  }
}
