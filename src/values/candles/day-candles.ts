import type { IntervalCandle } from '../../core/candle-interval.ts';
import { decimalFromNumber } from '../../core/numbers/decimal.ts';
import { isReal, type IndexType } from '../../core/index-value.ts';
import { atOnce, type Slices } from '../../core/async/slices.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { SeriesColumns } from '../../core/value-columns.ts';
import { addRun, closeDay, emptyDay, openDay, type DayColumns } from '../../engine/day/ohlcv.ts';
import { unitsBeyond } from '../../engine/day/running-day.ts';
import { tickVolumeOf } from '../../engine/lx/lx.ts';
import { AMOUNT_DECIMALS } from '../../engine/lx/recorded-trade.ts';
import { methodologyAt } from '../../engine/methodology.ts';
import { hasTickVolume } from '../../engine/index-types/index-types.ts';
import { priceRounding } from '../../engine/index-types/price-rounding.ts';

/** A third of a day of minutes: under a millisecond, several until the code is compiled. */
const CANDLES_PER_SLICE = 480;

/** What becomes one candle after the other: values of a series, newest first, with the one at the very beginning. */
export interface CandleValues {
  readonly columns: SeriesColumns;
  readonly count: number;
}

/** Some candles in a row, from an instant on. */
export interface CandleGrid {
  readonly indexType: IndexType;
  readonly startAt: Millis;
  readonly intervalMs: Millis;
  readonly candles: number;
}

/** By the accumulation that makes end-of-day records, in the order of time; those without a real tick are left out. */
export function candlesOf(grid: CandleGrid, values: CandleValues): IntervalCandle[] {
  return atOnce(candlesInSlices(grid, values));
}

/** The same. The values must not change until it is done. */
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
  for (let place = -1; place < grid.candles; place++) {
    const endAt = startAt + (place + 1) * intervalMs;
    let next = oldest;
    while (next >= 0 && ats[next]! <= endAt) next--;
    if (place >= 0 && next < oldest) addRun(days, place, run, oldest, next + 1);
    if (isTraded && place >= 0) units.push(unitsWithin(tickVolumes, oldest, next + 1));
    // The tick between two is the close of the one and the open of the other.
    const last = next + 1;
    const isBetween = next < oldest && ats[last] === endAt && isReal(flags[last]!);
    if (isBetween && place + 1 < grid.candles) openDay(days, place + 1, prices[last]!);
    oldest = next;
    if ((place + 1) % CANDLES_PER_SLICE === 0 && place > 0) yield;
  }
  return yield* closed(grid, days, units);
}

function* closed(
  { indexType, startAt, intervalMs, candles }: CandleGrid,
  days: DayColumns,
  units: readonly bigint[],
): Slices<IntervalCandle[]> {
  const made: IntervalCandle[] = [];
  const isTraded = hasTickVolume(indexType);
  const round = priceRounding(indexType);
  for (let place = 0; place < candles; place++) {
    if (place > 0 && place % CANDLES_PER_SLICE === 0) yield;
    const prices = closeDay(days, place, round);
    if (!prices) continue;
    const { open, high, low, close, vwap, twap, ticks, carried, flags } = prices;
    const volume = isTraded ? tickVolumeOf(units[place]!) : prices.volume;
    const volumeRest = isTraded ? unitsBeyond(volume, units[place]!) : 0;
    const at = startAt + place * intervalMs;
    made.push({ startAt: at, open, high, low, close, vwap, twap, volume, volumeRest, ticks, carried, flags });
  }
  return made;
}

/** What was traded in the ticks of the rows from `oldest` down to `newest`. */
function unitsWithin(tickVolumes: Float64Array, oldest: number, newest: number): bigint {
  let sum = 0n;
  for (let row = oldest; row >= newest; row--) {
    const { units, scale } = decimalFromNumber(tickVolumes[row]!);
    sum += units * 10n ** BigInt(AMOUNT_DECIMALS - scale);
  }
  return sum;
}
