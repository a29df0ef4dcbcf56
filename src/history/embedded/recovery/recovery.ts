import { DAY_MS, type Millis } from '../../../core/time.ts';
import { CandleDay } from '../../tiers/candle-day.ts';
import type { JournalEntry } from '../journal/journal-record.ts';
import { FENCE_KEY, LAST_TICK_KEY, readKey, STATE_KEY, STATE_TICK_KEY } from '../journal/journal-keys.ts';
import {
  decodeEntry,
  decodeLastTick,
  type FenceEntry,
  type SegmentEntry,
  type StateTick,
  type YearEntry,
} from '../journal/journal-records.ts';
import { FILE_MISSING } from '../../scrub/finding.ts';
import { surveySegments, type SurveyedSegment } from '../segment/segment-survey.ts';
import { recoverSeries, seriesInJournal, type KnownSeries } from './series-recovery.ts';
import type { StoreContent } from '../store-content.ts';
import { decodeTick } from '../../tiers/tick-record.ts';
import { sealedSpan } from '../read/tick-spans.ts';

/** A file that cannot be trusted. */
export interface SuspectFile {
  readonly path: string;
  readonly reason: string;
}

export interface MissingSegment {
  readonly path: string;
  readonly key: string;
}

/** The state from the journal and the folders, including their contradictions. */
export interface Recovery {
  readonly entries: readonly JournalEntry[];
  readonly knownSeries: KnownSeries;
  /** Readable segments that the journal does not name. */
  readonly unnamed: readonly SurveyedSegment[];
  /** Unreadable files in the segment folders, and files whose name is not that of a segment. */
  readonly suspectFiles: readonly SuspectFile[];
  /** Keys of segments that are missing or unreadable. */
  readonly voidKeys: ReadonlySet<string>;
  /** Segments that the journal names but that do not exist. */
  readonly missing: readonly MissingSegment[];
}

/** Fills an empty content from the journal, as far as its segments exist. Changes nothing on disk. */
export function recover(content: StoreContent, entries: readonly JournalEntry[]): Recovery {
  const segments = surveySegments(content.folders);
  const knownSeries = seriesInJournal(entries);
  recoverSeries(content.series, knownSeries, segments);
  const named = new NamedSegments(content, segments);
  for (const entry of entries) recoverEntry(content, entry, named);
  recoverLastTick(content, new Map(entries.map(({ key, value }) => [key, value])));
  settleNewest(content);
  const strays = content.folders
    .strays()
    .map((path) => ({ path, reason: 'its name is not the name of a segment' }));
  const unreadable = segments.flatMap(({ path, damage }) =>
    damage === undefined ? [] : { path, reason: damage },
  );
  return {
    entries,
    knownSeries,
    unnamed: segments.filter(({ path, damage }) => damage === undefined && !named.readable.has(path)),
    suspectFiles: [...strays, ...unreadable],
    voidKeys: named.voidKeys,
    missing: named.missing,
  };
}

/** Compares the segments that the journal names with the existing ones. */
class NamedSegments {
  readonly readable = new Set<string>();
  readonly voidKeys = new Set<string>();
  readonly missing: MissingSegment[] = [];
  readonly #content: StoreContent;
  readonly #byPath: ReadonlyMap<string, SurveyedSegment>;

  constructor(content: StoreContent, segments: readonly SurveyedSegment[]) {
    this.#content = content;
    this.#byPath = new Map(segments.map((segment) => [segment.path, segment]));
  }

  /** Returns false, and reports the damage, if the segment cannot be read. */
  accept(key: string, path: string): boolean {
    const segment = this.#byPath.get(path);
    if (segment && segment.damage === undefined) {
      this.readable.add(path);
      return true;
    }
    if (!segment) this.missing.push({ path, key });
    this.#content.damage.report(path, segment?.damage ?? FILE_MISSING);
    this.voidKeys.add(key);
    return false;
  }
}

/** In key order, sealed hours and days come before ticks and are complete: ticks within them are already there. */
function recoverEntry(content: StoreContent, { key, value }: JournalEntry, named: NamedSegments): void {
  const { folders, spans, candles } = content;
  const { kind, at } = readKey(key);
  if (kind === 'tick') recoverTick(content, at, value);
  else if (kind === 'hour' || kind === 'day') {
    const { generation = 0 } = decodeEntry<SegmentEntry>(value);
    const path = folders[kind](at, generation);
    // Days come before hours: an hour is part of its day if that is valid.
    if (kind === 'hour' && isInDay(content, at)) named.voidKeys.add(key);
    else if (named.accept(key, path)) spans.put(sealedSpan(kind, at, path, generation));
  } else if (kind === 'candles') {
    const day = CandleDay.decode(at, value);
    content.series.reserve(day.numbers.reduce((size, number) => Math.max(size, number + 1), 0));
    candles.days.set(at, day);
  } else if (kind === 'year') {
    const entry = decodeEntry<YearEntry>(value);
    const path = folders.year(at, entry.generation);
    if (named.accept(key, path))
      candles.years.set(at, { span: 'year', start: at, path, firstDay: at, ...entry });
  }
}

function isInDay({ spans }: StoreContent, hour: Millis): boolean {
  const span = spans.holding(hour + 1);
  return span !== undefined && span.end - span.start === DAY_MS;
}

/** Values of series that no longer have an id are not served, and their numbers are not reused. */
function recoverTick(content: StoreContent, at: Millis, value: Uint8Array): void {
  const span = content.spans.holding(at);
  if (span && !span.table) return;
  const tick = decodeTick(value);
  content.series.reserve(tick.numbers.reduce((size, number) => Math.max(size, number + 1), 0));
  content.addTick(at, tick);
  if (!tick.numbers.every((number) => content.series.has(number)))
    content.damage.report(content.folders.journal, `the tick at ${at} contains series without an id`);
}

function recoverLastTick(content: StoreContent, values: ReadonlyMap<string, Uint8Array>): void {
  const fence = values.get(FENCE_KEY);
  if (fence) content.fence = decodeEntry<FenceEntry>(fence).fence;
  const stored = values.get(LAST_TICK_KEY);
  if (!stored) return;
  const last = decodeLastTick(stored);
  content.last = last;
  content.newest = Math.max(content.newest, last.at);
  const state = values.get(STATE_KEY);
  const stateTick = values.get(STATE_TICK_KEY);
  if (state) content.state = { at: tickOfState(last.at, stateTick), state };
}

/** A state belongs to the last tick, unless an entry names an earlier one. */
function tickOfState(lastTick: Millis, stored: Uint8Array | undefined): Millis {
  const entry = stored && decodeEntry<StateTick>(stored);
  return entry?.newestTick === lastTick ? entry.at : lastTick;
}

/** Whether another valid file covers the time of a segment: an older journal may name files that were replaced. */
export function isReplaced({ spans, candles }: StoreContent, { key }: MissingSegment): boolean {
  const { kind, at } = readKey(key);
  return kind === 'year' ? candles.years.has(at) : spans.holding(at + 1) !== undefined;
}

/** Sealed hours and days are complete: nothing may be appended at or before their end. */
export function settleNewest(content: StoreContent): void {
  const newest = content.spans.newestFirst(Infinity, -Infinity).next().value;
  if (newest && !newest.table && newest.end > content.newest) content.newest = newest.end;
}
