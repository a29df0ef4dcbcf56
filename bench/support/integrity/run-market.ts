import type { Observation } from '../../../src/engine/market/estimate-market.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import type { Estimator } from './estimators.ts';
import { STARTS_AT, type Scenario } from './market-scenarios.ts';
import { Random } from './random.ts';
import { SimulatedMarket, type Served } from './simulated-market.ts';

export const FIRST_TICK = 1_700_000_010_000;

export interface MarketRun {
  readonly seed: number;
  readonly exchanges: number;
  readonly ticks: number;
  /** A change of the true price at a tick. */
  readonly shockAt?: { readonly tick: number; readonly share: number };
}

/** Errors in basis points, one for each tick after the quiet start, by estimator. Infinity if there was no price. */
export function runMarket(
  scenario: Scenario,
  estimators: readonly Estimator[],
  { seed, exchanges: count, ticks, shockAt }: MarketRun,
): Map<string, number[]> {
  const market = new SimulatedMarket(seed, count);
  const disturb = scenario.start(market.exchanges, new Random(seed + 7919));
  const recorder = new Recorder(market);
  const crossRates = new CrossRates(seed + 104_729);
  const running = estimators.map(({ name, start }) => ({ name, estimate: start(), errors: [] as number[] }));
  for (let tick = 0; tick < ticks; tick++) {
    const at = FIRST_TICK + tick * SLOT_MS;
    const served = market.step(shockAt?.tick === tick ? shockAt.share : 0);
    disturb(served, tick, market.price);
    const observations = recorder.observe(served, at);
    const crossRate = crossRates.next(market.price);
    for (const { estimate, errors } of running) {
      const price = estimate(observations, at, crossRate);
      if (tick >= STARTS_AT) errors.push(errorBps(price, market.price));
    }
  }
  return new Map(running.map(({ name, errors }) => [name, errors]));
}

export function errorBps(price: number, truth: number): number {
  const error = Math.abs(price / truth - 1) * 1e4;
  return price > 0 && Number.isFinite(error) ? error : Infinity;
}

/** The rate implied by other markets, with a slowly changing error of 5 bps, one standard deviation. */
class CrossRates {
  readonly #random: Random;
  #error = 0;

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  next(truth: number): number {
    this.#error = 0.9 * this.#error + Math.sqrt(0.19) * 0.0005 * this.#random.normal();
    return truth * (1 + this.#error);
  }
}

/** Counts k from its own observations; every exchange claims to have just moved. */
class Recorder {
  readonly #market: SimulatedMarket;
  #previous: Served[] = [];
  readonly #k: number[];

  constructor(market: SimulatedMarket) {
    this.#market = market;
    this.#k = market.exchanges.map(() => 0);
  }

  observe(served: readonly Served[], at: number): Observation[] {
    const observations = served.map(({ last, bid, ask, volume }, i) => {
      const before = this.#previous[i];
      const moved = !before || before.last !== last || before.bid !== bid || before.ask !== ask;
      this.#k[i] = moved ? 0 : this.#k[i]! + 1;
      const { id: exchangeId, trust } = this.#market.exchanges[i]!;
      return { exchangeId, last, bid, ask, volume, trust, k: this.#k[i], lastMoved: at - 1000 };
    });
    this.#previous = served.map((one) => ({ ...one }));
    return observations;
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
