import { entityKey, recordId } from '../../core/ids/record-id.ts';
import type { RecordKind } from '../../core/ids/record-prefix.ts';
import type { IndexType, SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { DESCRIPTORS, recordEntity } from '../../engine/index-types/index-types.ts';

export function tickKind(indexType: IndexType): RecordKind {
  return DESCRIPTORS[indexType].records.tick;
}

export function dayKind(indexType: IndexType): RecordKind {
  return DESCRIPTORS[indexType].records.day;
}

/** The end of the ids of all ticks and end-of-day records of a series. */
export function seriesKey(series: SeriesId): string {
  return entityKey(...recordEntity(series));
}

export function tickId(series: SeriesId, at: Millis): string {
  return recordId(tickKind(series.indexType), at, seriesKey(series));
}

export function dayId(series: SeriesId, startAt: Millis): string {
  return recordId(dayKind(series.indexType), startAt, seriesKey(series));
}
