import { Random } from './random.ts';

const BPS = 1e-4;
/** Volatility of the true price per tick: some 33 % a year. */
export const TRUE_VOLATILITY = 3.2 * BPS;
/** How old a ticker is when it is read, in ticks. */
export const TICKER_AGE = [0.2, 1] as const;

/** The ticker of an exchange at a tick. */
export interface Served {
  last: number;
  bid: number;
  ask: number;
  volume: number;
}

/** How closely an honest exchange follows the truth. */
export interface Tightness {
  /** Standard deviation of the quote's middle from the truth, and the width of the quote. */
  readonly straying: number;
  readonly spread: number;
  /** Distance of its last trade from its current quote. */
  readonly bounce: number;
}

export interface SimulatedExchange extends Tightness {
  readonly id: string;
  /** Rank by volume; 0 is the largest. */
  readonly rank: number;
  readonly trust: number;
  readonly volume: number;
  /** Probability that its ticker changes in a tick. */
  readonly activity: number;
}

/**
 * By size, from 0 for the largest exchange to 1 for the smallest; `own` are two factors around 1. The numbers and the volatility
 * were fitted to the known accuracy of formulas other than ours (docs/trust/integrity.md).
 */
export function tightnessOf(smallness: number, own: readonly [number, number] = [1, 1]): Tightness {
  const looseness = smallness ** 1.2;
  return {
    straying: (1.8 + 5 * looseness * own[0]) * BPS,
    spread: (2.8 + 46 * looseness * own[1]) * BPS,
    bounce: (0.6 + 11 * looseness) * BPS,
  };
}

/** Tier A is twelve of the larger exchanges, as in the tables that ship with the product. */
const TIER_A = 12;
const TIER_A_AMONG = 18;

/** Ranks by size of the tier-A exchanges among this many. */
export function trustedPlaces(random: Random, count: number): ReadonlySet<number> {
  const among = Array.from({ length: Math.min(count, TIER_A_AMONG) }, (_, place) => place);
  return new Set(random.shuffled(among).slice(0, TIER_A));
}

export function simulatedExchanges(random: Random, count: number): SimulatedExchange[] {
  const volumes = Array.from({ length: count }, () => Math.exp(1.1 * random.normal())).sort((a, b) => b - a);
  const total = volumes.reduce((sum, volume) => sum + volume, 0);
  const trusted = trustedPlaces(random, count);
  const ids = random.shuffled(
    Array.from({ length: count }, (_, i) => `exchange-${String(i).padStart(3, '0')}`),
  );
  return volumes.map((volume, rank) => {
    const smallness = rank / count;
    return {
      id: ids[rank]!,
      rank,
      trust: trusted.has(rank) ? 1 : 0.1,
      volume: (volume / total) * 10_000,
      ...tightnessOf(smallness, [random.between(0.5, 1.5), random.between(0.5, 1.5)]),
      activity: 1 - 0.5 * smallness * random.next(),
    };
  });
}

/** A true price, and honest exchanges around it. */
export class SimulatedMarket {
  readonly exchanges: readonly SimulatedExchange[];
  readonly #random: Random;
  readonly #served: Served[];
  readonly #stray: number[];
  #price: number;
  #priceBefore: number;

  constructor(seed: number, count: number, price = 30_000) {
    this.#random = new Random(seed);
    this.exchanges = simulatedExchanges(this.#random, count);
    this.#price = price;
    this.#priceBefore = price;
    this.#stray = this.exchanges.map(({ straying }) => straying * this.#random.normal());
    this.#served = this.exchanges.map((_, i) => this.#quote(i));
  }

  get price(): number {
    return this.#price;
  }

  /**
   * Advances by one tick and returns copies of the exchanges' tickers. `shock` changes the true price at the very beginning of
   * the tick, so that every ticker read in it shows the new price.
   */
  step(shock = 0): Served[] {
    this.#priceBefore = this.#price * (1 + shock);
    this.#price = this.#priceBefore * Math.exp(TRUE_VOLATILITY * this.#random.normal());
    this.exchanges.forEach(({ straying, activity }, i) => {
      this.#stray[i] = 0.9 * this.#stray[i]! + Math.sqrt(0.19) * straying * this.#random.normal();
      if (this.#random.chance(activity)) this.#served[i] = this.#quote(i);
    });
    return this.#served.map((served) => ({ ...served }));
  }

  #quote(i: number): Served {
    const { spread, bounce, volume } = this.exchanges[i]!;
    const age = this.#random.between(...TICKER_AGE);
    const middle = (this.#price + age * (this.#priceBefore - this.#price)) * Math.exp(this.#stray[i]!);
    const side = this.#random.chance(0.5) ? 0.5 : -0.5;
    const last = middle * (1 + side * spread + bounce * this.#random.normal());
    return {
      last,
      bid: middle * (1 - spread / 2),
      ask: middle * (1 + spread / 2),
      volume: volume * (1 + 0.02 * this.#random.normal()),
    };
  }
}
