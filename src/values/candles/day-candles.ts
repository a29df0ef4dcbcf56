import type { IntervalCandle } from '../../core/candle-interval.ts';
import { decimalFromNumber } from '../../core/numbers/decimal.ts';
import { isReal, type IndexType } from '../../core/index-value.ts';
import { runToEnd, type Slices } from '../../core/async/slices.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { SeriesColumns } from '../../core/value-columns.ts';
import { addRun, closeDay, emptyDay, openDay, type DayColumns } from '../../engine/day/ohlcv.ts';
import { unitsBeyond } from '../../engine/day/running-day.ts';
import { tickVolumeOf } from '../../engine/lx/lx.ts';
import { AMOUNT_DECIMALS } from '../../engine/lx/recorded-trade.ts';
import { methodologyAt } from '../../engine/methodology.ts';
import { hasTickVolume } from '../../engine/index-types/index-types.ts';
import { priceRounding } from '../../engine/index-types/price-rounding.ts';

/** A third of a day of one-minute candles: under a millisecond, several until the code is compiled. */
const CANDLES_PER_SLICE = 480;

/** The input of consecutive candles: values of a series, newest first, including the one at the very start. */
export interface CandleValues {
  readonly columns: SeriesColumns;
  readonly count: number;
}

/** Consecutive candles from an instant on. */
export interface CandleGrid {
  readonly indexType: IndexType;
  readonly startAt: Millis;
  readonly intervalMs: Millis;
  readonly candles: number;
}

/** Uses the accumulation of end-of-day records. In chronological order; candles without a real tick are omitted. */
export function candlesOf(grid: CandleGrid, values: CandleValues): IntervalCandle[] {
  return runToEnd(candlesInSlices(grid, values));
}

/** The same, in slices. The values must not change until it is done. */
export function* candlesInSlices(
  grid: CandleGrid,
  { columns, count }: CandleValues,
): Slices<IntervalCandle[]> {
  const { ats, prices, volumes, tickVolumes, flags } = columns;
  const { indexType, startAt, intervalMs } = grid;
  const isTraded = hasTickVolume(indexType);
  const days = emptyDay(grid.candles);
  const units: bigint[] = [];
  const weightTimes = isTraded ? Infinity : methodologyAt(startAt + SLOT_MS).day.weightTimes;
  const run = { prices, volumes, weights: isTraded ? tickVolumes : volumes, flags, weightTimes };
  let oldest = count - 1;
  for (let position = -1; position < grid.candles; position++) {
    const endAt = startAt + (position + 1) * intervalMs;
    let next = oldest;
    while (next >= 0 && ats[next]! <= endAt) next--;
    if (position >= 0 && next < oldest) addRun(days, position, run, oldest, next + 1);
    if (isTraded && position >= 0) units.push(unitsWithin(tickVolumes, oldest, next + 1));
    // The tick on the boundary is the close of one candle and the open of the next.
    const last = next + 1;
    const isBoundary = next < oldest && ats[last] === endAt && isReal(flags[last]!);
    if (isBoundary && position + 1 < grid.candles) openDay(days, position + 1, prices[last]!);
    oldest = next;
    if ((position + 1) % CANDLES_PER_SLICE === 0 && position > 0) yield;
  }
  return yield* closed(grid, days, units);
}

function* closed(
  { indexType, startAt, intervalMs, candles }: CandleGrid,
  days: DayColumns,
  units: readonly bigint[],
): Slices<IntervalCandle[]> {
  const result: IntervalCandle[] = [];
  const isTraded = hasTickVolume(indexType);
  const round = priceRounding(indexType);
  for (let position = 0; position < candles; position++) {
    if (position > 0 && position % CANDLES_PER_SLICE === 0) yield;
    const prices = closeDay(days, position, round);
    if (!prices) continue;
    const { open, high, low, close, vwap, twap, ticks, carried, flags } = prices;
    const volume = isTraded ? tickVolumeOf(units[position]!) : prices.volume;
    const volumeRest = isTraded ? unitsBeyond(volume, units[position]!) : 0;
    const at = startAt + position * intervalMs;
    result.push({
      startAt: at,
      open,
      high,
      low,
      close,
      vwap,
      twap,
      volume,
      volumeRest,
      ticks,
      carried,
      flags,
    });
  }
  return result;
}

/** The volume traded in the ticks of the rows from `oldest` down to `newest`. */
function unitsWithin(tickVolumes: Float64Array, oldest: number, newest: number): bigint {
  let sum = 0n;
  for (let row = oldest; row >= newest; row--) {
    const { units, scale } = decimalFromNumber(tickVolumes[row]!);
    sum += units * 10n ** BigInt(AMOUNT_DECIMALS - scale);
  }
  return sum;
}
