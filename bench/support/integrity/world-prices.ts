import { emptyTickers, type TickerColumns } from '../../../src/engine/market/market-tickers.ts';
import type { RecordedTrade } from '../../../src/engine/lx/recorded-trade.ts';
import type { Millis } from '../../../src/core/time.ts';
import { Random } from './random.ts';
import { copyOf } from './ticker-copies.ts';
import { TICKER_AGE, tightnessOf, TRUE_VOLATILITY } from './simulated-market.ts';
import type { GraphWorld } from './simulated-world.ts';

const BPS = 1e-4;
/** Half of an asset's variance comes from the market, half is its own. */
const HALF_VOLATILITY = TRUE_VOLATILITY / Math.SQRT2;
const PEGGED_VOLATILITY = 0.3 * BPS;
const PEGGED = ['us-dollar', 'euro', 'pound-sterling', 'yen', 'tether', 'usd-coin'];

/** Changes the exchanges' tickers of one tick, in place. */
export type WorldDisturbance = (
  tickers: TickerColumns,
  tick: number,
  rateOf: (market: number) => number,
) => void;

/** True prices of every asset and honest tickers around them; the same for a seed, whatever disturbance comes later. */
export class WorldPrices {
  readonly usd: Float64Array;
  readonly #world: GraphWorld;
  readonly #random: Random;
  readonly #stray: Float64Array;
  readonly #tickers: TickerColumns;
  readonly #pegged: ReadonlySet<number>;
  #served: TickerColumns;

  constructor(world: GraphWorld, seed: number) {
    this.#world = world;
    this.#random = new Random(seed);
    this.usd = world.usd.slice();
    const listings = world.reference.listingMarket.length;
    this.#stray = Float64Array.from(
      { length: listings },
      (_, i) => this.#straying(i) * this.#random.normal(),
    );
    this.#tickers = emptyTickers(listings);
    this.#served = emptyTickers(listings);
    this.#pegged = new Set(PEGGED.map((slug) => world.assetOf(slug)));
  }

  rateOf(market: number): number {
    const { base, quote } = this.#world.reference;
    return this.usd[base[market]!]! / this.usd[quote[market]!]!;
  }

  /** Advances by one tick and returns the disturbed tickers, with k as our recorder counts it. */
  step(tick: number, at: Millis, disturb: WorldDisturbance): TickerColumns {
    const before = this.usd.slice();
    const common = HALF_VOLATILITY * this.#random.normal();
    const usdAsset = this.#world.reference.usd;
    this.usd.forEach((value, asset) => {
      const own = this.#random.normal();
      if (asset === usdAsset) return;
      const move = this.#pegged.has(asset) ? PEGGED_VOLATILITY * own : common + HALF_VOLATILITY * own;
      this.usd[asset] = value * Math.exp(move);
    });
    for (let i = 0; i < this.#stray.length; i++) this.#quote(i, before);
    const served = copyOf(this.#tickers);
    disturb(served, tick, (market) => this.rateOf(market));
    this.#count(served, at);
    this.#served = served;
    return copyOf(served);
  }

  /** A few trades of each LX constituent, at about its bid or ask. */
  trades(tickers: TickerColumns, at: Millis): RecordedTrade[] {
    const listings = this.#world.reference.lx.flatMap(({ constituents }) => constituents);
    return listings.flatMap((listing) =>
      Array.from({ length: Math.floor(5 * this.#random.next()) }, (_, n) => ({
        listing,
        slot: at,
        tradeId: `${listing}-${at}-${n}`,
        price:
          (this.#random.chance(0.5) ? tickers.bid : tickers.ask)[listing]! *
          (1 + BPS * this.#random.normal()),
        units: BigInt(1 + Math.floor(1e8 * this.#random.next())),
      })),
    );
  }

  #smallness(i: number): number {
    return this.#world.smallness[this.#world.reference.listingExchange[i]!]!;
  }

  /** Small assets have wider quotes. */
  #looseness(i: number): number {
    const { reference, rank } = this.#world;
    return 1 + Math.max(0, rank[reference.base[reference.listingMarket[i]!]!]!) / 150;
  }

  #straying(i: number): number {
    return tightnessOf(this.#smallness(i)).straying * this.#looseness(i);
  }

  #quote(i: number, before: Float64Array): void {
    const { base, quote, listingMarket } = this.#world.reference;
    const m = listingMarket[i]!;
    this.#stray[i] = 0.9 * this.#stray[i]! + Math.sqrt(0.19) * this.#straying(i) * this.#random.normal();
    const age = this.#random.between(...TICKER_AGE);
    const bounce = this.#random.normal();
    const isActive = this.#random.chance(1 - 0.5 * this.#smallness(i));
    if (!isActive && this.#tickers.last[i]! > 0) return;
    const now = this.rateOf(m);
    const then = before[base[m]!]! / before[quote[m]!]!;
    const middle = (now + age * (then - now)) * Math.exp(this.#stray[i]!);
    const { spread: tight, bounce: off } = tightnessOf(this.#smallness(i));
    const spread = tight * this.#looseness(i);
    this.#tickers.bid[i] = middle * (1 - spread / 2);
    this.#tickers.ask[i] = middle * (1 + spread / 2);
    this.#tickers.last[i] = middle * (1 + off * bounce);
    this.#tickers.volume[i] = this.#world.listingUsd[i]! / this.usd[base[m]!]!;
  }

  #count(served: TickerColumns, at: Millis): void {
    for (let i = 0; i < served.k.length; i++) {
      const same =
        served.last[i] === this.#served.last[i] &&
        served.bid[i] === this.#served.bid[i] &&
        served.ask[i] === this.#served.ask[i];
      served.k[i] = same ? this.#served.k[i]! + 1 : 0;
      served.lastMoved[i] = at - 1000;
    }
  }
}
