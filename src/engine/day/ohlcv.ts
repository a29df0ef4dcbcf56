import { isReal, type FlagMask } from '../../core/index-value.ts';
import { clamp } from '../numbers/clamp.ts';

/** The current day of many series, one column per field. A series without an open has no real tick yet. */
export interface DayColumns {
  /** The price of the tick at 00:00:00, at which the day starts, if it was real; otherwise 0. */
  readonly opening: Float64Array;
  /** The price of the first real tick; 0 if there is none. */
  readonly first: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** From the last real tick: price, 24 h volume, and the USD value of the base asset. */
  readonly close: Float64Array;
  readonly volume: Float64Array;
  readonly baseUsd: Float64Array;
  readonly priceSum: Float64Array;
  readonly weightedSum: Float64Array;
  readonly weightSum: Float64Array;
  readonly ticks: Uint32Array;
  readonly realTicks: Uint32Array;
  /** The union of the flags of its ticks. */
  readonly flags: Uint16Array;
}

/** One published value of one series. */
export interface DayTick {
  readonly price: number;
  readonly volume: number;
  /** The weight of the price in the vwap: the volume; for LX the tickVolume. */
  readonly weight: number;
  /** Limits the weight to this many times the mean weight of the day so far, and to the same fraction of it from below. */
  readonly weightTimes?: number;
  readonly flags: FlagMask;
  /** The GWA of the base asset at this tick; 0 if there is none. */
  readonly baseUsd: number;
}

/** A completed day, with prices at their published precision. */
export interface DayPrices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly vwap: number;
  readonly twap: number;
  /** The 24 h volume at the close, and the USD value of the base asset at the close. */
  readonly volume: number;
  readonly baseUsd: number;
  readonly ticks: number;
  /** Ticks that were carried or held. */
  readonly carried: number;
  /** The union of the flags of its ticks. */
  readonly flags: FlagMask;
}

export const DAY_NUMBERS = [
  'opening',
  'first',
  'high',
  'low',
  'close',
  'volume',
  'baseUsd',
  'priceSum',
  'weightedSum',
  'weightSum',
] as const;
export const DAY_COUNTS = ['ticks', 'realTicks'] as const;

export function emptyDay(series: number): DayColumns {
  const numbers = () => new Float64Array(series);
  const counts = () => new Uint32Array(series);
  return {
    opening: numbers(),
    first: numbers(),
    high: numbers(),
    low: numbers(),
    close: numbers(),
    volume: numbers(),
    baseUsd: numbers(),
    priceSum: numbers(),
    weightedSum: numbers(),
    weightSum: numbers(),
    ticks: counts(),
    realTicks: counts(),
    flags: new Uint16Array(series),
  };
}

/** Resets the day to the state of `emptyDay`. */
export function clearDay(day: DayColumns): void {
  for (const name of DAY_NUMBERS) day[name].fill(0);
  for (const name of DAY_COUNTS) day[name].fill(0);
  day.flags.fill(0);
}

/** Adds the real tick at D 00:00:00, which is the close of the previous day and the open of this one. */
export function openDay(day: DayColumns, i: number, price: number): void {
  day.opening[i] = price;
}

/** Adds a tick of D 00:00:00 < t <= D+1 00:00:00. Ticks must be added in chronological order. */
export function addToDay(day: DayColumns, i: number, tick: DayTick): void {
  day.ticks[i]!++;
  day.flags[i]! |= tick.flags;
  if (!isReal(tick.flags)) return;
  const { price } = tick;
  if (day.realTicks[i] === 0) {
    day.first[i] = price;
    day.high[i] = price;
    day.low[i] = price;
  }
  day.realTicks[i]!++;
  if (price > day.high[i]!) day.high[i] = price;
  if (price < day.low[i]!) day.low[i] = price;
  day.close[i] = price;
  day.volume[i] = tick.volume;
  day.baseUsd[i] = tick.baseUsd;
  day.priceSum[i]! += price;
  const weight = steadyWeight(
    tick.weight,
    tick.weightTimes ?? Infinity,
    day.weightSum[i]!,
    day.realTicks[i]! - 1,
  );
  day.weightedSum[i]! += price * weight;
  day.weightSum[i]! += weight;
}

/** Values of one series, newest first, to add many at once. */
export interface TickRun {
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  readonly weights: Float64Array;
  readonly flags: Uint16Array;
  readonly weightTimes: number;
}

/**
 * Adds the ticks of the rows from `oldest` down to `newest`, which must be the first of the day. The result is identical to the
 * last bit to adding them one by one, but it is faster because the sums stay in registers. Does not set the USD value of the base
 * asset.
 */
export function addRun(day: DayColumns, i: number, run: TickRun, oldest: number, newest: number): void {
  const { prices, volumes, weights, flags, weightTimes } = run;
  let first = 0;
  let high = 0;
  let low = 0;
  let last = -1;
  let priceSum = 0;
  let weightedSum = 0;
  let weightSum = 0;
  let real = 0;
  let mask = 0;
  for (let row = oldest; row >= newest; row--) {
    const own = flags[row]!;
    mask |= own;
    if (!isReal(own)) continue;
    const price = prices[row]!;
    if (real === 0) first = high = low = price;
    if (price > high) high = price;
    if (price < low) low = price;
    last = row;
    priceSum += price;
    const weight = steadyWeight(weights[row]!, weightTimes, weightSum, real);
    weightedSum += price * weight;
    weightSum += weight;
    real++;
  }
  day.ticks[i] = oldest - newest + 1;
  day.flags[i] = mask;
  day.realTicks[i] = real;
  day.first[i] = first;
  day.high[i] = high;
  day.low[i] = low;
  day.close[i] = last < 0 ? 0 : prices[last]!;
  day.volume[i] = last < 0 ? 0 : volumes[last]!;
  day.priceSum[i] = priceSum;
  day.weightedSum[i] = weightedSum;
  day.weightSum[i] = weightSum;
}

/**
 * A 24 h volume does not jump from tick to tick, unless a feed starts or stops exaggerating; then the vwap would be that of the
 * hours in which it did. `sum`: the total weight of the `count` ticks before.
 */
function steadyWeight(weight: number, weightTimes: number, sum: number, count: number): number {
  if (weightTimes === Infinity || count === 0) return weight;
  const mean = sum / count;
  return clamp(weight, mean / weightTimes, mean * weightTimes);
}

/** Undefined for a day without a real tick: no values are made up. */
export function closeDay(
  day: DayColumns,
  i: number,
  round: (price: number) => number,
): DayPrices | undefined {
  const realTicks = day.realTicks[i]!;
  if (realTicks === 0) return undefined;
  const open = day.opening[i]! || day.first[i]!;
  const low = day.low[i]!;
  const high = day.high[i]!;
  // A mean lies between the lowest and the highest price, in spite of rounding errors and absurd volumes.
  const mean = (value: number) => clamp(round(clamp(value, low, high)), low, high);
  const twap = mean(day.priceSum[i]! / realTicks);
  const hasWeight = day.weightSum[i]! > 0 && day.weightedSum[i]! < Infinity && day.weightSum[i]! < Infinity;
  return {
    open,
    high: open > high ? open : high,
    low: open < low ? open : low,
    close: day.close[i]!,
    vwap: hasWeight ? mean(day.weightedSum[i]! / day.weightSum[i]!) : twap,
    twap,
    volume: day.volume[i]!,
    baseUsd: day.baseUsd[i]!,
    ticks: day.ticks[i]!,
    carried: day.ticks[i]! - realTicks,
    flags: day.flags[i]!,
  };
}

/** Copies the accumulated values of series `from` to series `to` of another day. */
export function moveSeries(from: DayColumns, i: number, to: DayColumns, j: number): void {
  for (const name of DAY_NUMBERS) to[name][j] = from[name][i]!;
  for (const name of DAY_COUNTS) to[name][j] = from[name][i]!;
  to.flags[j] = from.flags[i]!;
}
