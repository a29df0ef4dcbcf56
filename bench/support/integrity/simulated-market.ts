import { Random } from './random.ts';

const BPS = 1e-4;
/** Of the true price, each tick: some 33 % a year. */
export const TRUE_VOLATILITY = 3.2 * BPS;
/** How old a ticker is when it is read, in ticks. */
export const TICKER_AGE = [0.2, 1] as const;

/** What an exchange serves at a tick. */
export interface Served {
  last: number;
  bid: number;
  ask: number;
  volume: number;
}

/** How tightly an honest exchange follows the truth. */
export interface Tightness {
  /** How far the middle of its quote strays from the truth, one standard deviation, and how wide it quotes. */
  readonly straying: number;
  readonly spread: number;
  /** How far its last trade lies from where it quotes now. */
  readonly bounce: number;
}

export interface SimulatedExchange extends Tightness {
  readonly id: string;
  /** Place by volume, 0 the largest. */
  readonly rank: number;
  readonly trust: number;
  readonly volume: number;
  /** How often its ticker changes in a tick. */
  readonly activity: number;
}

/**
 * By size, 0 the largest exchange and 1 the smallest; `own` are two factors around 1. The numbers were fitted, together
 * with the volatility, to how well formulas other than ours are known to do (docs/trust/integrity.md).
 */
export function tightnessOf(smallness: number, own: readonly [number, number] = [1, 1]): Tightness {
  const looseness = smallness ** 1.2;
  return {
    straying: (1.8 + 5 * looseness * own[0]) * BPS,
    spread: (2.8 + 46 * looseness * own[1]) * BPS,
    bounce: (0.6 + 11 * looseness) * BPS,
  };
}

/** Tier A are twelve of the larger exchanges, as in the tables that ship with the product. */
const TIER_A = 12;
const TIER_A_AMONG = 18;

/** Which of so many exchanges, by their place in size, are tier A. */
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

/** A true price and honest exchanges around it. */
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
   * One tick on. `shock` moves the true price at its very beginning, so that every ticker read in it shows the new
   * price. What each exchange serves then, as copies.
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
