import type { SeriesId } from '../../../core/index-value.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import type { Millis } from '../../../core/time.ts';
import { YearEncoder } from '../../block/candle-block.ts';
import type { PastCandles } from '../../history-store.ts';
import type { Damage } from '../damage.ts';
import { SegmentNotReadable } from './merge-past.ts';
import { YearRows } from './seal-year.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { packSeries, SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';

/** End-of-day records of one series with its stored number. */
export interface NumberedCandles extends PastCandles {
  readonly number: number;
}

/** A year of end-of-day records, to be joined with others of it. */
export interface YearToMerge {
  readonly kind: 'past-year';
  readonly path: string;
  /** 1 January. */
  readonly start: Millis;
  /** The year as it was sealed before. */
  readonly previousPath: string | undefined;
  readonly series: readonly NumberedCandles[];
}

interface MergedSeries {
  readonly number: number;
  readonly id: SeriesId;
  readonly packed: Uint8Array;
  readonly added: NumberedCandles | undefined;
}

/**
 * Writes the year anew with the records in it. Where a series has a record of a day, that one stays; what a series has
 * that gets none is copied as it is.
 */
export function mergeYear({ path, start, previousPath, series }: YearToMerge): Damage[] {
  const damages: Damage[] = [];
  const previous = previousPath === undefined ? undefined : SegmentFile.open(previousPath, 'year', start);
  if (previous instanceof SegmentDamaged) throw new SegmentNotReadable(previousPath!, previous);
  const year = new YearRows();
  const encoder = new YearEncoder();
  try {
    const all = collect(previous, series);
    SegmentWriter.write(path, 'year', start, (writer) => {
      for (const { number, id, packed, added } of all) {
        const stored = previous?.blockOf(number);
        if (stored instanceof SegmentDamaged) throw new SegmentNotReadable(previousPath!, stored);
        const damage = added && year.load(stored);
        if (damage !== undefined) damages.push({ file: previousPath!, series: id, reason: damage });
        const isMerged = added && damage === undefined && fill(year, added);
        const block = isMerged ? encoder.encodeYear(year.rows) : stored;
        if (block) writer.addBlock(number, packed, block);
      }
      return [];
    });
  } finally {
    previous?.close();
  }
  return damages;
}

/** False where the year has a record of each of the days. */
function fill(year: YearRows, { days, numbers: columns, flags }: NumberedCandles): boolean {
  let isChanged = false;
  for (let row = 0; row < days.length; row++) {
    if (year.has(days[row]!)) continue;
    year.put(days[row]!, { columns, flags }, row);
    isChanged = true;
  }
  return isChanged;
}

/** Every series that the year has or gets, in the order of series. */
function collect(previous: SegmentFile | undefined, series: readonly NumberedCandles[]): MergedSeries[] {
  const all = new Map<number, MergedSeries>();
  const annex = previous?.annex();
  if (annex instanceof SegmentDamaged) throw new SegmentNotReadable(previous!.path, annex);
  for (const [entry, number] of (previous?.numbers ?? []).entries()) {
    const packed = annex!.series.subarray(entry * SERIES_BYTES, (entry + 1) * SERIES_BYTES);
    all.set(number, { number, packed, id: unpackSeries(packed, 0), added: undefined });
  }
  for (const added of series) {
    const { number, indexType, indexId } = added;
    const packed = new Uint8Array(SERIES_BYTES);
    packSeries({ indexType, indexId }, packed, 0);
    all.set(number, { number, packed, id: { indexType, indexId }, added });
  }
  return [...all.values()].toSorted((a, b) => compareSeries(a.id, b.id));
}
