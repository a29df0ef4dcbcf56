import { SegmentDamaged } from './segment-file.ts';
import type { Candle } from '../../../core/candle.ts';
import { DAY_MS, HOUR_MS, SLOTS_PER_DAY, type Millis } from '../../../core/time.ts';
import { seriesColumns, type SeriesColumns } from '../../../core/value-columns.ts';
import { DAYS_PER_YEAR } from '../../block/layout.ts';
import { EmbeddedCandles } from '../candles/stored-candles.ts';
import { DamageReports } from '../damage.ts';
import { OpenSegments } from './open-segments.ts';
import type { SurveyedSegment } from './segment-survey.ts';
import type { StoreContent } from '../store-content.ts';
import { TickReader } from '../read/tick-reader.ts';
import { recordsWithin } from '../read/tick-records.ts';
import { sealedSpan, TickSpans } from '../read/tick-spans.ts';

/**
 * The result of comparing a file with the valid files of the same time: all its values are in them (`held`), it has all their
 * values and more (`more`), or neither (`other`). A file with damaged blocks is never `held`.
 */
export type Comparison = 'held' | 'more' | 'other';

/**
 * Compares value by value, and record by record. Returns SegmentDamaged if the disk fails to read either side, because its
 * content is then unknown.
 */
export async function compareSegment(
  content: StoreContent,
  segment: SurveyedSegment,
): Promise<Comparison | SegmentDamaged> {
  const sides = new Sides();
  const segments = new OpenSegments(content.series, new DamageReports(() => (sides.isDamaged = true)));
  content.segments.takeReadFailure();
  try {
    if (segment.span === 'year') await compareYear(content, segments, segment, sides);
    else await compareTicks(content, segments, segment, sides);
  } finally {
    segments.close();
  }
  const failure = segments.takeReadFailure() ?? content.segments.takeReadFailure();
  return failure === undefined ? sides.result() : new SegmentDamaged(failure);
}

/** Whether each side has values that the other lacks. */
class Sides {
  fileHasMore = false;
  storeHasMore = false;
  isDamaged = false;

  get isDecided(): boolean {
    return this.fileHasMore && this.storeHasMore;
  }

  /** Compares one row. */
  row(inFile: boolean, inStore: boolean, isSame: boolean): void {
    if (inFile && !(inStore && isSame)) this.fileHasMore = true;
    if (inStore && !(inFile && isSame)) this.storeHasMore = true;
  }

  result(): Comparison {
    if (!this.fileHasMore && !this.isDamaged) return 'held';
    return this.fileHasMore && !this.storeHasMore ? 'more' : 'other';
  }
}

async function compareTicks(
  content: StoreContent,
  segments: OpenSegments,
  { span, start, path, generation }: SurveyedSegment,
  sides: Sides,
): Promise<void> {
  const ofFile = new TickSpans();
  ofFile.put(sealedSpan(span === 'day' ? 'day' : 'hour', start, path, generation));
  const end = start + (span === 'day' ? DAY_MS : HOUR_MS);
  const inFile = new TickReader(content.series, ofFile, segments);
  const inStore = new TickReader(content.series, content.spans, content.segments);
  const [a, b] = [seriesColumns(SLOTS_PER_DAY), seriesColumns(SLOTS_PER_DAY)];
  for (const series of content.series.ids()) {
    const read = { series, atOrBefore: end, notBefore: start + 1, limit: SLOTS_PER_DAY };
    const counts = [await inFile.readSeriesInto(read, a), await inStore.readSeriesInto(read, b)] as const;
    compareColumns(a, counts[0], b, counts[1], sides);
    if (sides.isDecided) return;
  }
  compareRecords(
    recordsWithin(ofFile, segments, start, end),
    recordsWithin(content.spans, content.segments, start, end),
    sides,
  );
}

/** Both must be newest first. */
function compareColumns(
  a: SeriesColumns,
  countA: number,
  b: SeriesColumns,
  countB: number,
  sides: Sides,
): void {
  for (let i = 0, j = 0; i < countA || j < countB;) {
    const atA = i < countA ? a.ats[i]! : -Infinity;
    const atB = j < countB ? b.ats[j]! : -Infinity;
    sides.row(atA >= atB, atB >= atA, atA === atB && isSameRow(a, i, b, j));
    if (atA >= atB) i++;
    if (atB >= atA) j++;
  }
}

function isSameRow(a: SeriesColumns, i: number, b: SeriesColumns, j: number): boolean {
  return (
    Object.is(a.prices[i], b.prices[j]) &&
    Object.is(a.volumes[i], b.volumes[j]) &&
    Object.is(a.tickVolumes[i], b.tickVolumes[j]) &&
    a.flags[i] === b.flags[j]
  );
}

function compareRecords(
  inFile: ReadonlyMap<Millis, Uint8Array>,
  inStore: ReadonlyMap<Millis, Uint8Array>,
  sides: Sides,
): void {
  for (const at of new Set([...inFile.keys(), ...inStore.keys()])) {
    const [a, b] = [inFile.get(at), inStore.get(at)];
    sides.row(
      a !== undefined,
      b !== undefined,
      a !== undefined && b !== undefined && Buffer.compare(a, b) === 0,
    );
  }
}

async function compareYear(
  content: StoreContent,
  segments: OpenSegments,
  { start, path, generation }: SurveyedSegment,
  sides: Sides,
): Promise<void> {
  const ofFile = new EmbeddedCandles(content.series, segments);
  const lastDay = start + (DAYS_PER_YEAR - 1) * DAY_MS;
  ofFile.years.set(start, { span: 'year', start, path, generation, firstDay: start, lastDay });
  for (const series of content.series.ids()) {
    const read = { series, startAtOrBefore: lastDay, limit: DAYS_PER_YEAR };
    const [a, b] = [ofFile, content.candles].map((candles) => byDay(candles.readCandles(read), start));
    for (const day of new Set([...a!.keys(), ...b!.keys()]))
      sides.row(a!.has(day), b!.has(day), isSameCandle(a!.get(day), b!.get(day)));
    if (sides.isDecided) return;
  }
}

function byDay(candles: readonly Candle[], notBefore: Millis): ReadonlyMap<Millis, Candle> {
  return new Map(
    candles.filter(({ startAt }) => startAt >= notBefore).map((candle) => [candle.startAt, candle]),
  );
}

function isSameCandle(a: Candle | undefined, b: Candle | undefined): boolean {
  return a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b);
}
