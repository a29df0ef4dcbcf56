import type { SeriesId } from '../../core/index-value.ts';
import { recordPrefix } from '../../core/ids/record-prefix.ts';
import { seriesKey, tickKind } from '../indices/series-record-id.ts';

const OPENING = '{"id":"';

/** Where the instant stands in a head. */
export const ID_AT = OPENING.length;

/** Digits of the entity part of record ids that stand for a series. */
const MARK_DIGITS = 12;

/** The records of a series up to their price, the instant in their id still to be written. */
export interface RecordHead {
  readonly indexId: string;
  readonly bytes: Buffer;
  /** A number that stands for the series in entity tags. */
  readonly mark: number;
}

export function recordHead(series: SeriesId): RecordHead {
  const { indexType, indexId } = series;
  const key = seriesKey(series);
  const id = recordPrefix(tickKind(indexType), 0) + key;
  const text = `${OPENING}${id}","indexId":"${indexId}","indexType":"${indexType}","price":"`;
  return { indexId, bytes: Buffer.from(text), mark: Number.parseInt(key.slice(-MARK_DIGITS), 16) };
}
