import { SegmentDamaged } from '../segment/segment-file.ts';
import { DAY_MS, dayStart, HOUR_MS, type Millis } from '../../../core/time.ts';
import { DAYS_PER_YEAR } from '../../block/layout.ts';
import type { JournalChange, JournalEntry } from '../journal/journal-record.ts';
import { dayKey, hourKey, insertionKey, readKey, yearKey } from '../journal/journal-keys.ts';
import { encodeEntry } from '../journal/journal-records.ts';
import { settleNewest, type SuspectFile, type Recovery } from './recovery.ts';
import { compareSegment, type Comparison } from '../segment/segment-comparison.ts';
import type { SegmentSpan } from '../segment/segment-layout.ts';
import type { SurveyedSegment } from '../segment/segment-survey.ts';
import { seriesConflict, unknownSeries } from './series-recovery.ts';
import type { StoreContent } from '../store-content.ts';
import { sealedSpan } from '../read/tick-spans.ts';

/** The decisions about segment files that the journal does not name. */
export interface Adoption {
  /** The changes to record in the journal. */
  readonly change: Required<JournalChange>;
  /** Files that are used from now on. */
  readonly adopted: readonly string[];
  /** Files whose whole content is in valid files. */
  readonly superseded: readonly string[];
  readonly suspectFiles: readonly SuspectFile[];
}

const ORDER: Readonly<Record<SegmentSpan, number>> = { day: 0, hour: 1, year: 2 };

/**
 * Decides about segment files that the journal does not name, for example after a crash between writing a file and recording it,
 * or if the journal has lost records. A file is adopted if no valid file covers its time. Otherwise their values are compared: a
 * file with all valid values and more replaces the valid file; a file whose values are all in valid files may be removed; any
 * other file is suspect. Changes the content in memory, but no files.
 */
export async function adopt(content: StoreContent, recovery: Recovery): Promise<Adoption> {
  const plan = new AdoptionPlan(content, recovery);
  const newestFirst = recovery.unnamed.toSorted(
    (a, b) => ORDER[a.span] - ORDER[b.span] || a.start - b.start || b.generation - a.generation,
  );
  for (const segment of newestFirst) await plan.decideOn(segment);
  settleNewest(content);
  return plan.adoption();
}

/** The same for a process that only reads: adopts files without a competing file, and compares nothing. */
export function adoptUncontested(content: StoreContent, recovery: Recovery): void {
  const plan = new AdoptionPlan(content, recovery);
  for (const segment of recovery.unnamed) plan.adoptUnlessContested(segment);
  settleNewest(content);
}

class AdoptionPlan {
  readonly #content: StoreContent;
  readonly #recovery: Recovery;
  readonly #puts: JournalEntry[] = [];
  readonly #adopted: string[] = [];
  readonly #superseded: string[] = [];
  readonly #suspectFiles: SuspectFile[] = [];

  constructor(content: StoreContent, recovery: Recovery) {
    this.#content = content;
    this.#recovery = recovery;
  }

  async decideOn(segment: SurveyedSegment): Promise<void> {
    if (this.#isOfUnfinishedInsertion(segment)) this.#superseded.push(segment.path);
    else if (!this.adoptUnlessContested(segment)) await this.#compare(segment);
  }

  async #compare(segment: SurveyedSegment): Promise<void> {
    const comparison = await compareSegment(this.#content, segment);
    if (comparison instanceof SegmentDamaged) this.#markSuspect(segment, comparison.reason);
    else this.#decide(segment, comparison);
  }

  /** False if another valid file covers that time. */
  adoptUnlessContested(segment: SurveyedSegment): boolean {
    const conflict = seriesConflict(this.#content.series, segment);
    if (conflict !== undefined) this.#markSuspect(segment, conflict);
    else if (this.#isContested(segment)) return false;
    else this.#adopt(segment);
    return true;
  }

  adoption(): Adoption {
    const { entries, knownSeries, voidKeys, suspectFiles } = this.#recovery;
    const removes = entries.map(({ key }) => key).filter((key) => voidKeys.has(key) || this.#isReplaced(key));
    const recorded = new Set(this.#puts.map(({ key }) => key));
    return {
      change: {
        puts: [...unknownSeries(this.#content.series, knownSeries), ...this.#puts],
        removes: removes.filter((key) => !recorded.has(key)),
      },
      adopted: this.#adopted,
      superseded: this.#superseded,
      suspectFiles: [...suspectFiles, ...this.#suspectFiles],
    };
  }

  #decide(segment: SurveyedSegment, comparison: Comparison): void {
    if (comparison === 'held') this.#superseded.push(segment.path);
    else if (comparison === 'more' && !this.#isWithinDay(segment)) this.#replace(segment);
    else this.#markSuspect(segment, 'its values differ from the valid ones');
  }

  #replace(segment: SurveyedSegment): void {
    const { spans, candles } = this.#content;
    const end = endOf(segment);
    const replaced =
      segment.span === 'year'
        ? [candles.years.get(segment.start)]
        : spans.all().filter((span) => span.start >= segment.start && span.end <= end);
    this.#adopt(segment);
    for (const each of replaced) if (each && 'path' in each) this.#superseded.push(each.path);
  }

  #adopt({ span, start, path, generation }: SurveyedSegment): void {
    const { spans, candles } = this.#content;
    this.#adopted.push(path);
    if (span === 'year') {
      // Its first and last day were lost; knowing them only saves reads.
      const entry = { generation, firstDay: start, lastDay: start + (DAYS_PER_YEAR - 1) * DAY_MS };
      candles.years.set(start, { span, start, path, ...entry });
      this.#puts.push({ key: yearKey(start), value: encodeEntry(entry) });
      return;
    }
    spans.put(sealedSpan(span, start, path, generation));
    const key = span === 'day' ? dayKey(start) : hourKey(start);
    this.#puts.push({ key, value: encodeEntry({ generation }) });
  }

  #markSuspect({ path }: SurveyedSegment, reason: string): void {
    this.#suspectFiles.push({ path, reason });
  }

  #isContested(segment: SurveyedSegment): boolean {
    const { spans, candles } = this.#content;
    if (segment.span === 'year') return candles.years.has(segment.start);
    return spans.all().some(({ start, end }) => start < endOf(segment) && end > segment.start);
  }

  /** A day replaces hours; an hour never replaces part of a day. */
  #isWithinDay({ span, start }: SurveyedSegment): boolean {
    const held = this.#content.spans.holding(start + 1);
    return span === 'hour' && held !== undefined && held.end - held.start === DAY_MS;
  }

  /**
   * The hours of an insertion become valid together or not at all. If the file that one was to replace is lost, it is the only
   * copy.
   */
  #isOfUnfinishedInsertion({ span, start, generation }: SurveyedSegment): boolean {
    const key = insertionKey(dayStart(start));
    const isInserted = span === 'hour' && generation > 0;
    return (
      isInserted &&
      !this.#recovery.voidKeys.has(hourKey(start)) &&
      this.#recovery.entries.some((entry) => entry.key === key)
    );
  }

  /** Ticks and hours that are in a sealed file, and unfinished insertions. */
  #isReplaced(key: string): boolean {
    const { kind, at } = readKey(key);
    if (kind === 'tick') return this.#isSealed(at, ['hour', 'day']);
    if (kind === 'hour') return this.#isSealed(at + HOUR_MS, ['day']);
    return kind === 'insertion';
  }

  #isSealed(at: Millis, kinds: readonly SegmentSpan[]): boolean {
    const span = this.#content.spans.holding(at);
    return span !== undefined && !span.table && kinds.includes(span.span);
  }
}

function endOf({ span, start }: SurveyedSegment): Millis {
  return start + (span === 'hour' ? HOUR_MS : DAY_MS);
}
