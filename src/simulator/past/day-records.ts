import { CANDLE_NUMBERS } from '../../core/candle.ts';
import { DAY_MS, yearStart, type Millis } from '../../core/time.ts';
import { tickVolumeOf } from '../../engine/lx/lx.ts';
import { addToDay, clearDay, emptyDay, openDay, type DayColumns } from '../../engine/day/ohlcv.ts';
import { roundLxPrice, roundSignificant } from '../../engine/numbers/rounding.ts';
import { averageDay, lxDay } from '../../engine/day/running-day.ts';
import type { PastCandles, PastYear } from '../../history/history-store.ts';
import type { DaySpan, SeriesSelection } from '../../sources/past.ts';
import { usualShareAt } from '../volumes/day-profile.ts';
import { MODELLED, type ModelledDays } from './modelled-columns.ts';
import { midnightsOf, PATH_SLOTS, PATH_STEPS_PER_DAY, type SeriesModel } from './series-model.ts';
import type { SeamBridge } from './seam-bridge.ts';

/** Series per yielded part. */
const SERIES_PER_PART = 256;
/** Series per buffer: separate columns of a month would take three times the memory. */
const SERIES_PER_BUFFER = 32;
const USUAL_SHARES = Float64Array.from({ length: PATH_STEPS_PER_DAY + 1 }, (_, step) =>
  usualShareAt(step * PATH_SLOTS),
);

/**
 * End-of-day records without 30-second values, for modelled days whose values are not computed. A day opens and closes with
 * the prices and volumes of its midnights, which equal the 30-second values to the digit. In between the price follows the
 * true price at the nodes of its path, every 32 minutes, corrected by the deviation at the two midnights, interpolated
 * linearly. So a record is a pure function of world, seed, series and day, however it is computed.
 */
export function* dayRecords(
  model: SeriesModel,
  span: DaySpan,
  wanted: SeriesSelection,
  bridge?: SeamBridge,
): Generator<PastYear> {
  const startAt = yearStart(span.firstDay);
  const first = (span.firstDay - startAt) / DAY_MS;
  const days = Uint16Array.from({ length: span.days }, (_, day) => first + day);
  const flags = new Uint16Array(span.days).fill(MODELLED);
  const run = midnightsOf(span.firstDay, span.days);
  const columns = emptyDay(span.days);
  let series: PastCandles[] = [];
  let buffer = new ArrayBuffer(0);
  for (const { midnights, path } of model.days(run, wanted)) {
    const { indexType, indexId } = midnights;
    const bridged = bridge?.apply(midnights, run) ?? midnights;
    const place = series.length % SERIES_PER_BUFFER;
    if (place === 0) buffer = new ArrayBuffer(SERIES_PER_BUFFER * bytesPerSeries(span));
    const numbers = columnsIn(buffer, place, span);
    clearDay(columns);
    enterNumbers(numbers, columns, { midnights: bridged, path }, span.firstDay);
    series.push({ indexType, indexId, days, flags, numbers });
    if (series.length < SERIES_PER_PART) continue;
    yield { startAt, series };
    series = [];
  }
  if (series.length > 0) yield { startAt, series };
}

function bytesPerSeries({ days }: DaySpan): number {
  return CANDLE_NUMBERS.length * days * Float64Array.BYTES_PER_ELEMENT;
}

/** The columns of the series that has this place in the buffer. */
function columnsIn(buffer: ArrayBuffer, place: number, span: DaySpan): Float64Array[] {
  const first = place * bytesPerSeries(span);
  return CANDLE_NUMBERS.map(
    (_, c) => new Float64Array(buffer, first + c * span.days * Float64Array.BYTES_PER_ELEMENT, span.days),
  );
}

/** Uses the engine's own accumulation of 45 values per day, in empty columns. */
function enterNumbers(
  numbers: readonly Float64Array[],
  columns: DayColumns,
  { midnights, path }: ModelledDays,
  firstDay: Millis,
): void {
  const { indexType, indexId, tickUnits } = midnights;
  for (let day = 0; day < midnights.prices.length - 1; day++) {
    enterDay(columns, day, midnights, path);
    const startAt = firstDay + day * DAY_MS;
    const [candle] = tickUnits
      ? lxDay(indexId, startAt, columns, day, BigInt(tickUnits[day + 1]!))
      : averageDay(indexType, indexId, startAt, columns, day);
    for (let c = 0; c < numbers.length; c++) numbers[c]![day] = candle![CANDLE_NUMBERS[c]!];
  }
}

function enterDay(
  columns: DayColumns,
  day: number,
  { prices, volumes, tickUnits, baseUsd }: ModelledDays['midnights'],
  path: Float64Array,
): void {
  const round = tickUnits ? roundLxPrice : roundSignificant;
  const from = day * PATH_STEPS_PER_DAY;
  const [opening, closing] = [prices[day]!, prices[day + 1]!];
  const deviationAtOpen = opening / path[from]!;
  const deviationStep = (closing / path[from + PATH_STEPS_PER_DAY]! - deviationAtOpen) / PATH_STEPS_PER_DAY;
  const [before, volume] = [volumes[day]!, volumes[day + 1]!];
  const traded = tickUnits ? tickVolumeOf(BigInt(tickUnits[day + 1]!)) : 0;
  openDay(columns, day, opening);
  for (let step = 1; step <= PATH_STEPS_PER_DAY; step++) {
    const isLast = step === PATH_STEPS_PER_DAY;
    const share = USUAL_SHARES[step]!;
    addToDay(columns, day, {
      price: isLast ? closing : round(path[from + step]! * (deviationAtOpen + deviationStep * step)),
      volume,
      weight: tickUnits ? traded * (share - USUAL_SHARES[step - 1]!) : before + (volume - before) * share,
      flags: MODELLED,
      baseUsd: baseUsd[day + 1]!,
    });
  }
}
