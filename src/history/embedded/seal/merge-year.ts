import type { SeriesId } from '../../../core/index-value.ts';
import type { PastCandles } from '../../history-store.ts';
import type { Damage } from '../damage.ts';
import { rewriteSegment, type SegmentToRewrite } from './rewrite-segment.ts';
import { packSeries, SERIES_BYTES } from '../../tiers/series-bytes.ts';
import { YearRows } from '../../tiers/year-rows.ts';

/** End-of-day records of one series, with the series' number. */
export interface NumberedCandles extends PastCandles {
  readonly number: number;
}

/** A year of end-of-day records, to be merged with additional ones. */
export interface YearToMerge extends Omit<SegmentToRewrite, 'span'> {
  readonly kind: 'past-year';
  readonly series: readonly NumberedCandles[];
}

/**
 * Rewrites the year with additional records. A record that a series already has for a day is kept; blocks of series without
 * additional records are copied unchanged.
 */
export function mergeYear({ series, ...segment }: YearToMerge): Damage[] {
  const year = new YearRows();
  const added = series.map(({ number, indexType, indexId, ...candles }) => {
    const packed = new Uint8Array(SERIES_BYTES);
    packSeries({ indexType, indexId }, packed, 0);
    return { number, id: { indexType, indexId }, packed, candles };
  });
  return rewriteSegment({ ...segment, span: 'year' }, added, (stored, own) => {
    if (!own) return stored;
    return year.load(stored) ?? (fill(year, own.candles) ? year.encode() : stored);
  });
}

/** False if the year already has a record for each of the days. */
function fill(year: YearRows, { days, numbers: columns, flags }: Omit<PastCandles, keyof SeriesId>): boolean {
  let isChanged = false;
  for (let row = 0; row < days.length; row++) {
    if (year.has(days[row]!)) continue;
    year.put(days[row]!, { columns, flags }, row);
    isChanged = true;
  }
  return isChanged;
}
