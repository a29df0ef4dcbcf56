import { DAY_MS, dayStart, HOUR_MS, type Millis } from '../../../core/time.ts';
import { readPositive } from '../../../engine/numbers/read-number.ts';
import type { CandleLength, CandleReading } from '../ports/candles-api.ts';

/** Candle of one exchange for one UTC day of a market. */
export interface DayCandle {
  /** 00:00:00.000Z. */
  readonly day: Millis;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Base units. */
  readonly volume: number;
}

/** The requested consecutive days, all in the past. */
export interface RequestedDays {
  readonly first: Millis;
  readonly count: number;
}

export interface CheckedDays {
  /** Ascending. */
  readonly days: readonly DayCandle[];
  /** Requested candles that are invalid. */
  readonly refused: number;
  /** False if candles start at times that do not match their duration: then none is used. */
  readonly isAligned: boolean;
}

interface Candle extends Omit<DayCandle, 'day'> {
  readonly at: Millis;
}

/** Maximum ratio of high to low; a larger one means mixed units. */
const MAX_DAY_RATIO = 100;
/** Maximum ratio of a close to the next day's price; a larger one means another unit or another asset. */
const MAX_STEP_RATIO = 10;

/** Daily candles of the requested days. Malformed candles are refused, and so are days that occur twice in a reply. */
export function checkedDays(
  readings: readonly CandleReading[],
  length: CandleLength,
  wanted: RequestedDays,
): CheckedDays {
  const step = length === '1d' ? DAY_MS : HOUR_MS;
  const end = wanted.first + wanted.count * DAY_MS;
  const isWanted = ({ at = Number.NaN }: CandleReading) => at >= wanted.first && at < end;
  if (readings.some((reading) => isWanted(reading) && reading.at! % step !== 0))
    return { days: [], refused: 0, isAligned: false };
  const inside = readings.filter(isWanted);
  const single = oneOfEach(inside.flatMap((reading) => candleOf(reading) ?? []));
  const days = length === '1d' ? single.map(dayOf) : daysOfHours(single);
  return { days, refused: inside.length - single.length, isAligned: true };
}

/**
 * Checks days against the current price, newest first. A day whose close is more than ten times away from the following
 * price is refused; this rejects a whole series in other units, or with base and quote swapped.
 */
export function plausibleDays(days: readonly DayCandle[], price: number): readonly DayCandle[] {
  const kept: DayCandle[] = [];
  let after = price;
  for (const day of days.toReversed()) {
    if (!isWithin(day.close, after, MAX_STEP_RATIO)) continue;
    kept.unshift(day);
    after = day.open;
  }
  return kept;
}

function candleOf({ at, ...numbers }: CandleReading): Candle | undefined {
  const [open, high, low, close] = [numbers.open, numbers.high, numbers.low, numbers.close].map(readPositive);
  // A day without a trade has no volume and is not used.
  const volume = readPositive(numbers.volume);
  if (at === undefined || !open || !high || !low || !close || !volume) return undefined;
  const isOrdered = low <= Math.min(open, close) && high >= Math.max(open, close);
  return isOrdered && isWithin(high, low, MAX_DAY_RATIO) ? { at, open, high, low, close, volume } : undefined;
}

/** Two candles with the same time contradict each other: both are dropped. */
function oneOfEach(candles: readonly Candle[]): Candle[] {
  const counts = new Map<Millis, number>();
  for (const { at } of candles) counts.set(at, (counts.get(at) ?? 0) + 1);
  return candles.filter(({ at }) => counts.get(at) === 1).toSorted((a, b) => a.at - b.at);
}

function dayOf({ at, ...candle }: Candle): DayCandle {
  return { day: at, ...candle };
}

/**
 * An hour without a trade has no candle. The first day of a reply may be incomplete: it is used only if it starts with
 * its first hour.
 */
function daysOfHours(hours: readonly Candle[]): DayCandle[] {
  const byDay = new Map<Millis, Candle[]>();
  for (const hour of hours) {
    const own = byDay.get(dayStart(hour.at));
    if (own) own.push(hour);
    else byDay.set(dayStart(hour.at), [hour]);
  }
  return [...byDay].flatMap(([day, own], i) =>
    i === 0 && own[0]!.at !== day
      ? []
      : {
          day,
          open: own[0]!.open,
          high: Math.max(...own.map(({ high }) => high)),
          low: Math.min(...own.map(({ low }) => low)),
          close: own.at(-1)!.close,
          volume: own.reduce((sum, { volume }) => sum + volume, 0),
        },
  );
}

function isWithin(a: number, b: number, times: number): boolean {
  return a <= b * times && b <= a * times;
}
