import { CANDLE_NUMBERS } from '../../../core/candle.ts';
import { DAY_MS, yearStart } from '../../../core/time.ts';
import { tickVolumeOf } from '../../../engine/lx/lx.ts';
import { addToDay, emptyDay, openDay, type DayColumns } from '../../../engine/day/ohlcv.ts';
import { roundLxPrice, roundSignificant } from '../../../engine/numbers/rounding.ts';
import { averageDay, lxDay } from '../../../engine/day/running-day.ts';
import type { PastCandles, PastYear } from '../../../history/history-store.ts';
import type { DaySpan, Wanted } from '../../past.ts';
import { usualShareAt } from '../day-profile.ts';
import {
  MODELLED,
  midnightsOf,
  PATH_SLOTS,
  PATH_STEPS_A_DAY,
  type ModelledDays,
  type SeriesModel,
} from './series-model.ts';
import type { SeamBridge } from './seam-bridge.ts';

/** So many series are handed on together. */
const SERIES_A_PART = 256;
const USUAL_SHARES = Float64Array.from({ length: PATH_STEPS_A_DAY + 1 }, (_, step) =>
  usualShareAt(step * PATH_SLOTS),
);

/**
 * End-of-day records without 30-second values: the one formula for every modelled day whose values do not come first. A
 * day opens and closes with the values of its midnights, to the digit those that 30-second values have there, and so are
 * its volumes. In between the price follows the true one at the nodes of its path, every 32 minutes, off by what the
 * midnights are off, a little more of the second with each step. So a record is a pure function of world, seed, series
 * and day, whatever it is computed with.
 */
export function* dayRecords(
  model: SeriesModel,
  span: DaySpan,
  wanted: Wanted,
  bridge?: SeamBridge,
): Generator<PastYear> {
  const startAt = yearStart(span.firstDay);
  const first = (span.firstDay - startAt) / DAY_MS;
  const days = Uint16Array.from({ length: span.days }, (_, day) => first + day);
  const flags = new Uint16Array(span.days).fill(MODELLED);
  const run = midnightsOf(span.firstDay, span.days);
  let series: PastCandles[] = [];
  for (const { midnights, path } of model.days(run, wanted)) {
    const { indexType, indexId } = midnights;
    const leaning = bridge?.lean(midnights, run) ?? midnights;
    series.push({ indexType, indexId, days, flags, numbers: numbersOf({ midnights: leaning, path }, span) });
    if (series.length < SERIES_A_PART) continue;
    yield { startAt, series };
    series = [];
  }
  if (series.length > 0) yield { startAt, series };
}

/** By the engine's own accumulation, of 45 values a day. */
function numbersOf({ midnights, path }: ModelledDays, { firstDay, days }: DaySpan): Float64Array[] {
  const { indexType, indexId, tickUnits } = midnights;
  const columns = emptyDay(days);
  const numbers = CANDLE_NUMBERS.map(() => new Float64Array(days));
  for (let day = 0; day < days; day++) {
    enterDay(columns, day, midnights, path);
    const startAt = firstDay + day * DAY_MS;
    const [candle] = tickUnits
      ? lxDay(indexId, startAt, columns, day, BigInt(tickUnits[day + 1]!))
      : averageDay(indexType, indexId, startAt, columns, day);
    for (let c = 0; c < numbers.length; c++) numbers[c]![day] = candle![CANDLE_NUMBERS[c]!];
  }
  return numbers;
}

function enterDay(
  columns: DayColumns,
  day: number,
  { prices, volumes, tickUnits, baseUsd }: ModelledDays['midnights'],
  path: Float64Array,
): void {
  const round = tickUnits ? roundLxPrice : roundSignificant;
  const from = day * PATH_STEPS_A_DAY;
  const [opening, closing] = [prices[day]!, prices[day + 1]!];
  const offAtOpen = opening / path[from]!;
  const offStep = (closing / path[from + PATH_STEPS_A_DAY]! - offAtOpen) / PATH_STEPS_A_DAY;
  const [before, volume] = [volumes[day]!, volumes[day + 1]!];
  const traded = tickUnits ? tickVolumeOf(BigInt(tickUnits[day + 1]!)) : 0;
  openDay(columns, day, opening);
  for (let step = 1; step <= PATH_STEPS_A_DAY; step++) {
    const isLast = step === PATH_STEPS_A_DAY;
    const share = USUAL_SHARES[step]!;
    addToDay(columns, day, {
      price: isLast ? closing : round(path[from + step]! * (offAtOpen + offStep * step)),
      volume,
      weight: tickUnits ? traded * (share - USUAL_SHARES[step - 1]!) : before + (volume - before) * share,
      real: true,
      baseUsd: baseUsd[day + 1]!,
    });
  }
}
