import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import { decimalToNumber } from '../../core/numbers/decimal.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { Methodology } from '../methodology.ts';
import { orderByPrice } from '../market/price-order.ts';
import { medianOfThree } from '../market/quorums.ts';
import { AMOUNT_DECIMALS, type RecordedTrade } from './recorded-trade.ts';
import { capped, roundLxPrice, roundSignificant } from '../numbers/rounding.ts';
import { weightedMedian } from '../market/weighted-median.ts';

const CARRIED = maskOf('CARRIED');
const SPLIT = maskOf('SPLIT');
/** A factor that is large enough that no interpolation reaches this price. */
const FAR = 2;
const FEWEST_CAPPED = 3;

/** A fresh constituent: its price in USD and its believed 24 h base volume. Ascending by exchange id. */
export interface LxVote {
  readonly price: number;
  readonly volume: number;
}

/** The state that an index carries over from the previous tick. */
export interface LxMemory {
  /** The last value; 0 if there is none. */
  readonly price: number;
  readonly volume: number;
  readonly realAt: Millis;
  /** Units traded in slots for which no value was published. */
  readonly pendingUnits: bigint;
}

export interface LxOutcome {
  /** 0 means that there is no tick. */
  readonly price: number;
  readonly volume: number;
  /** The exact tickVolume of the tick. It includes earlier slots without a tick. */
  readonly tickUnits: bigint;
  readonly flags: FlagMask;
  readonly opinions: LxOpinions | undefined;
  /** How far one exchange could move the value, as a share of it; undefined if the rules do not define this. */
  readonly oneExchangeReach: number | undefined;
}

/** The median of the constituents by volume (v) and by number (e), and the price implied by the rest of the market (a). */
export interface LxOpinions {
  readonly v: number;
  readonly e: number;
  /** 0 if no price is implied; then the index is the mean of v and e. */
  readonly a: number;
}

/** How far one constituent could move the index, as a share of it, with any faked volume: to any e, or to a. */
function reachOfOne(votes: readonly LxVote[], a: number, price: number, clamp: number): number {
  const prices = votes.map((vote) => vote.price);
  const [highest, lowest] = [Math.max(...prices) * FAR, Math.min(...prices) / FAR];
  let [low, high] = a > 0 ? [Math.min(a, price), Math.max(a, price)] : [price, price];
  votes.forEach((_, i) => {
    high = Math.max(high, mediansOf(votes.with(i, { price: highest, volume: 1 }), clamp).e);
    low = Math.min(low, mediansOf(votes.with(i, { price: lowest, volume: 1 }), clamp).e);
  });
  return Math.max(high - price, price - low) / price;
}

export const NO_LX_MEMORY: LxMemory = { price: 0, volume: 0, realAt: 0, pendingUnits: 0n };

/**
 * `impliedUsd` is called only if there are enough votes; it returns 0 if no price is implied. `isQuorate`: whether enough of the
 * constituents contribute.
 */
export function decideLx(
  votes: readonly LxVote[],
  isQuorate: boolean,
  impliedUsd: () => number,
  tradedUnits: bigint,
  memory: LxMemory,
  at: Millis,
  { lx, mwa }: Methodology,
): LxOutcome {
  const tickUnits = memory.pendingUnits + tradedUnits;
  if (isQuorate && votes.length >= lx.fewestFresh) {
    const { v, e } = mediansOf(votes, mwa.medianClamp);
    const a = impliedUsd();
    const price = roundLxPrice(a > 0 ? medianOfThree(v, e, a) : v + (e - v) / 2);
    const volume = roundSignificant(capped(votes.reduce((sum, vote) => sum + vote.volume, 0)));
    const opinions = { v, e, a };
    const flags = isSplit(opinions, price, lx) ? SPLIT : 0;
    const oneExchangeReach =
      mwa.oneExchangeReach < Infinity ? reachOfOne(votes, a, price, mwa.medianClamp) : undefined;
    if (price > 0) return { price, volume, tickUnits, flags, opinions, oneExchangeReach };
  }
  const { price, volume } = at - memory.realAt <= lx.carryTicks * SLOT_MS ? memory : NO_LX_MEMORY;
  return {
    price,
    volume,
    tickUnits,
    flags: price > 0 ? CARRIED : 0,
    opinions: undefined,
    oneExchangeReach: undefined,
  };
}

/** Whether the three prices differ so much, as a share of the index, that readers should be warned. */
function isSplit({ v, e, a }: LxOpinions, price: number, { split }: Methodology['lx']): boolean {
  const [lowest, highest] = a > 0 ? [Math.min(v, e, a), Math.max(v, e, a)] : [Math.min(v, e), Math.max(v, e)];
  return highest - lowest > split * price;
}

/** If there are at least three volumes, limits each to `times` the sum of all except the largest. */
export function cappedVolumes(volumes: readonly number[], times: number): readonly number[] {
  if (volumes.length < FEWEST_CAPPED) return volumes;
  const largest = volumes.indexOf(Math.max(...volumes));
  const others = volumes.reduce((sum, volume, i) => (i === largest ? sum : sum + volume), 0);
  const most = times * others;
  return volumes.map((volume) => (volume > most ? most : volume));
}

export function rememberLx(outcome: LxOutcome, before: LxMemory, at: Millis): LxMemory {
  const { price, volume, flags, tickUnits } = outcome;
  if (!(price > 0)) return { ...before, price: 0, pendingUnits: tickUnits };
  return { price, volume, realAt: isReal(flags) ? at : before.realAt, pendingUnits: 0n };
}

/** Converts units to the double whose shortest decimal has at most 8 decimals; exact below 2^53 units. */
export function tickVolumeOf(units: bigint): number {
  return capped(decimalToNumber({ units, scale: AMOUNT_DECIMALS }));
}

function mediansOf(votes: readonly LxVote[], clamp: number): { readonly v: number; readonly e: number } {
  const prices = Float64Array.from(votes, ({ price }) => price);
  const largest = votes.reduce((most, { volume }) => Math.max(most, volume), 0);
  const byVolume = Float64Array.from(votes, ({ volume }) => volume / largest);
  const equal = new Float64Array(votes.length).fill(1);
  return { v: medianOf(prices, byVolume, clamp), e: medianOf(prices, equal, clamp) };
}

/** The volume-weighted median of an exchange's trades, which must be in canonical order and not empty. */
export function tradedPrice(trades: readonly RecordedTrade[], { mwa }: Methodology): number {
  const largest = trades.reduce((most, { units }) => (units > most ? units : most), 1n);
  const prices = Float64Array.from(trades, ({ price }) => price);
  // Weights are whole multiples of 1e-12 of the largest amount, so no amount can overflow a double.
  const weights = Float64Array.from(trades, ({ units }) => Number((units * 1_000_000_000_000n) / largest));
  return medianOf(prices, weights, mwa.medianClamp);
}

function medianOf(prices: Float64Array, weights: Float64Array, clamp: number): number {
  const order = new Uint32Array(prices.length);
  orderByPrice(prices, prices.length, order, new Uint32Array(prices.length));
  return weightedMedian(prices, weights, order, prices.length, clamp) ?? 0;
}
