import type { SeriesId } from '../../../core/index-value.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import { seriesKey } from '../journal/journal-keys.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import type { SurveyedSegment } from '../segment/segment-survey.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';
import { packAll, unpackAll, type SeriesTable } from '../../tiers/series-table.ts';

/** By number; undefined if the journal has no id for the number. */
export type KnownSeries = ReadonlyMap<number, SeriesId | undefined>;

/** The series in the journal. Both records of the same series have the same content. */
export function seriesInJournal(entries: readonly JournalEntry[]): KnownSeries {
  const known = new Map<number, SeriesId | undefined>();
  for (const { key, value } of entries) {
    const [kind, first] = key.split('/');
    if (kind !== 'series' && kind !== 'series-copy') continue;
    for (const [i, id] of unpackAll(value).entries()) known.set(Number(first) + i, id);
  }
  return known;
}

/**
 * Fills an empty table from the journal. If records of series are lost, or newer segments have numbers that the journal lacks,
 * the segments' own ids fill the gaps; a number without an id anywhere stays without a series.
 */
export function recoverSeries(
  table: SeriesTable,
  known: KnownSeries,
  segments: readonly SurveyedSegment[],
): void {
  const size = Math.max(0, ...[...known.keys()].map((number) => number + 1), ...segments.map(seriesEndOf));
  const ids = Array.from({ length: size }, (_, number) => known.get(number));
  if (ids.some((id) => !id)) fillFrom(segments, ids);
  table.restore(ids);
}

const seriesEndOf = ({ seriesEnd }: SurveyedSegment) => seriesEnd;

/** Newest first: if two files contradict each other, the newer one wins. */
function fillFrom(segments: readonly SurveyedSegment[], ids: (SeriesId | undefined)[]): void {
  const used = new Set(ids.flatMap((id) => (id ? `${id.indexType} ${id.indexId}` : [])));
  for (const segment of segments.toSorted((a, b) => b.start - a.start || b.generation - a.generation)) {
    const series = segment.damage === undefined ? seriesOf(segment) : [];
    if (series instanceof SegmentDamaged) continue;
    for (const [number, id] of series) {
      if (ids[number] || used.has(`${id.indexType} ${id.indexId}`)) continue;
      ids[number] = id;
      used.add(`${id.indexType} ${id.indexId}`);
    }
  }
}

/** Why the file's own ids contradict the table; undefined if they do not. */
export function seriesConflict(table: SeriesTable, segment: SurveyedSegment): string | undefined {
  const series = seriesOf(segment);
  if (series instanceof SegmentDamaged) return series.reason;
  const other = series.find(([number, id]) => table.numberOf(id) !== number);
  return other && `its series ${other[0]} has another id in the journal`;
}

type NumberedSeries = readonly [number: number, id: SeriesId][];

function seriesOf({ path, span, start }: SurveyedSegment): NumberedSeries | SegmentDamaged {
  const file = SegmentFile.open(path, span, start);
  if (file instanceof SegmentDamaged) return file;
  const annex = annexOf(file);
  if (annex instanceof SegmentDamaged) return annex;
  return Array.from(file.numbers, (number, entry) => [
    number,
    unpackSeries(annex.series, entry * SERIES_BYTES),
  ]);
}

function annexOf(file: SegmentFile): ReturnType<SegmentFile['annex']> {
  try {
    return file.annex();
  } finally {
    file.close();
  }
}

/** The journal entries for series that the journal lacks, as runs of numbers. */
export function unknownSeries(table: SeriesTable, known: KnownSeries): JournalEntry[] {
  const entries: JournalEntry[] = [];
  for (let first = 0; first < table.size; first++) {
    if (known.has(first)) continue;
    let end = first;
    while (end < table.size && !known.has(end)) end++;
    const ids = Array.from({ length: end - first }, (_, i) =>
      table.has(first + i) ? table.idOf(first + i) : undefined,
    );
    entries.push({ key: seriesKey(first), value: packAll(ids) });
    first = end;
  }
  return entries;
}
