import { INTERVALS, type Interval, type IntervalCandle } from '../../core/candle-interval.ts';
import { formatNumber } from '../../core/numbers/decimal.ts';
import { flagsIn, type SeriesId } from '../../core/index-value.ts';
import { entityKey, recordId } from '../../core/ids/record-id.ts';
import type { RecordKind } from '../../core/ids/record-prefix.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../core/time.ts';
import { hasTickVolume } from '../../engine/index-types/index-types.ts';
import { dayKind, seriesKey } from '../indices/series-record-id.ts';
import { exactVolume } from './candle-text.ts';

/** The end of the ids of all candles of a series and interval. Those of days are end-of-day records. */
export function candleKey(series: SeriesId, interval: Interval): string {
  return interval === '1d' ? seriesKey(series) : entityKey(interval, series.indexType, series.indexId);
}

export function candleKind({ indexType }: SeriesId, interval: Interval): RecordKind {
  return interval === '1d' ? dayKind(indexType) : 'candle';
}

/** Which volumes candles contain. */
export interface VolumesShown {
  /** The volume of the 24 hours up to the last real tick. */
  readonly has24h: boolean;
  /** The traded volume: for types that have it per tick, and for whole days. */
  readonly hasOwn: boolean;
}

export function volumesShown({ indexType }: SeriesId, interval: Interval): VolumesShown {
  const isTraded = hasTickVolume(indexType);
  return { has24h: !isTraded, hasOwn: isTraded || interval === '1d' };
}

/** Data of a candle that do not follow from its ticks. */
export interface CandleMarks {
  /** Until when ticks are expected. */
  readonly now: Millis;
  readonly isComplete: (startAt: Millis) => boolean;
}

/** Number of ticks without gaps, up to now. */
export function expectedTicks(startAt: Millis, interval: Interval, now: Millis): number {
  const endAt = startAt + INTERVALS[interval];
  return Math.max(0, Math.floor(Math.min(endAt, now) / SLOT_MS) - startAt / SLOT_MS);
}

/** Writes candles of one series and interval as JSON. */
export class IntervalCandleText {
  readonly #key: string;
  readonly #series: SeriesId;
  readonly #interval: Interval;
  readonly #opening: string;
  readonly #volumes: VolumesShown;

  constructor(series: SeriesId, interval: Interval) {
    this.#series = series;
    this.#interval = interval;
    this.#key = candleKey(series, interval);
    this.#volumes = volumesShown(series, interval);
    const { indexId, indexType } = series;
    this.#opening = `,"indexId":"${indexId}","indexType":"${indexType}","interval":"${interval}"`;
  }

  idOf(startAt: Millis): string {
    return recordId(candleKind(this.#series, this.#interval), startAt, this.#key);
  }

  /** `now`: until when ticks are expected. */
  textOf(candle: IntervalCandle, now: Millis, isComplete: boolean): string {
    const { startAt, flags } = candle;
    const endAt = startAt + INTERVALS[this.#interval];
    const expected = expectedTicks(startAt, this.#interval, now);
    const start = formatDatetime(startAt);
    return (
      `{"id":"${this.idOf(startAt)}"${this.#opening}` +
      `,"open":"${formatNumber(candle.open)}","high":"${formatNumber(candle.high)}"` +
      `,"low":"${formatNumber(candle.low)}","close":"${formatNumber(candle.close)}"` +
      (this.#volumes.has24h ? `,"volume24h":"${formatNumber(candle.volume)}"` : '') +
      (this.#volumes.hasOwn ? `,"volume":"${exactVolume(candle)}"` : '') +
      `,"vwap":"${formatNumber(candle.vwap)}","twap":"${formatNumber(candle.twap)}"` +
      `,"startTimestamp":"${start}","endTimestamp":"${formatDatetime(endAt)}","timestamp":"${start}"` +
      `,"ticks":"${candle.ticks}","carried":"${candle.carried}","expected":"${expected}","complete":${isComplete}` +
      (flags === 0 ? '}' : `,"flags":${JSON.stringify(flagsIn(flags))}}`)
    );
  }
}
