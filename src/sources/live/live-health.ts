import type { TrustTier } from '../../core/exchange.ts';
import type { Millis } from '../../core/time.ts';
import { CIRCUIT_OPENS_AFTER } from './collect/back-off.ts';
import type { CycleEnded } from './collect/collector-events.ts';
import type { ExchangeProfile } from './settings/exchange-profiles.ts';
import type { LeftOut } from './ports/left-out.ts';
import type { ExchangeHealth, ExchangeRefusal, ReadingCounts, TradeCounts } from '../source.ts';
import type { ClockReading } from './understand/live-exchange.ts';

/** Counters of one exchange. */
class Counts {
  failing = 0;
  failures = 0;
  tookMs: Millis = 0;
  leftOut = 0;
  isResting = false;
  lastFailure: string | undefined;
  lastRead: Millis | undefined;
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
    this.lastFailure = result.failure;
    count(this.byFailure, result.failure);
  }

  get readings(): ReadingCounts {
    const { tookMs, isResting, failing, leftOut, lastFailure } = this;
    return {
      byOutcome: Object.fromEntries(this.byOutcome),
      byFailure: Object.fromEntries(this.byFailure),
      tookMs,
      isResting,
      isOpen: failing >= CIRCUIT_OPENS_AFTER,
      leftOut,
      ...(failing > 0 && lastFailure !== undefined ? { lastFailure } : {}),
    };
  }
}

/** Number of entries left out of a reading. */
function leftOutIn({ leftOut = [] }: { readonly leftOut?: readonly LeftOut[] }): number {
  return leftOut.reduce((sum, each) => sum + each.count, 0);
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Readings of exchanges, by id. */
export class LiveHealth {
  readonly #byExchange = new Map<string, Counts>();
  readonly #ids: ReadonlyMap<string, string>;
  readonly #tiers: ReadonlyMap<string, TrustTier | undefined>;

  constructor(exchanges: readonly (Pick<ExchangeProfile, 'key' | 'id'> & { tier?: TrustTier })[]) {
    this.#ids = new Map(exchanges.map(({ key, id }) => [key, id]));
    this.#tiers = new Map(exchanges.map(({ id, tier }) => [id, tier]));
    for (const { id } of exchanges) this.#byExchange.set(id, new Counts());
  }

  ended(event: Omit<CycleEnded, 'kind'>): void {
    this.#of(event.exchange)?.add(event);
  }

  /** Its tickers have arrived. The reading itself may end later, with the list of markets. */
  delivered(exchange: string, at: Millis): void {
    const counts = this.#of(exchange);
    if (counts) counts.lastRead = at;
  }

  /** Readings keep their age. */
  clockWasSetBack(byMs: Millis): void {
    for (const counts of this.#byExchange.values())
      if (counts.lastRead !== undefined) counts.lastRead -= byMs;
  }

  /** Health with trades, clocks and refusals. An old reply lowers `lastDelivery` by its age. */
  with(
    tradeCounts: ReadonlyMap<string, TradeCounts> = new Map(),
    clocks: ReadonlyMap<string, ClockReading> = new Map(),
    refusals: ReadonlyMap<string, ExchangeRefusal> = new Map(),
  ): ReadonlyMap<string, ExchangeHealth> {
    return new Map(
      [...this.#byExchange].map(([id, { failing, failures, readings, lastRead }]) => {
        const [tier, trades, refused] = [this.#tiers.get(id), tradeCounts.get(id), refusals.get(id)];
        const { oldMs = 0 } = clocks.get(id) ?? {};
        const given = {
          ...(tier && { tier }),
          ...(trades && { trades }),
          ...(refused && { refused }),
          ...clockReport(clocks.get(id)),
        };
        const health = { failing, failures, readings, ...given };
        return [id, lastRead === undefined ? health : { ...health, lastDelivery: lastRead - oldMs }];
      }),
    );
  }

  #of(exchange: string): Counts | undefined {
    const id = this.#ids.get(exchange);
    return id === undefined ? undefined : this.#byExchange.get(id);
  }
}

/** Empty for an exchange that sends no timestamps and is current. */
function clockReport(clock: ClockReading | undefined): Pick<ExchangeHealth, 'clock'> {
  if (!clock || (clock.offsetMs === undefined && clock.oldMs === 0)) return {};
  const { offsetMs = 0, oldMs, lateTickers } = clock;
  return { clock: { offsetMs, oldMs, ...(lateTickers > 0 && { lateTickers }) } };
}
