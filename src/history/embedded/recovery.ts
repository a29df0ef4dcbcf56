import { rmSync } from 'node:fs';
import { OperatorError } from '../../core/errors.ts';
import { dayStart, yearStart } from '../../core/time.ts';
import { CandleDay } from './candle-day.ts';
import type { JournalEntry } from './journal-record.ts';
import { LAST_TICK_KEY, readKey, STATE_KEY } from './journal-keys.ts';
import { decodeEntry, decodeLastTick, type SegmentEntry, type YearEntry } from './journal-records.ts';
import { unpackAll } from './series-table.ts';
import type { StoreContent } from './store-content.ts';
import { decodeTick } from './tick-record.ts';
import { sealedSpan } from './tick-spans.ts';

/** Fills an empty content with what the journal says. */
export function recover(content: StoreContent, entries: readonly JournalEntry[]): void {
  recoverSeries(content, entries);
  for (const entry of entries) recoverEntry(content, entry);
  recoverLastTick(content, new Map(entries.map(({ key, value }) => [key, value])));
  const newest = content.spans.newestFirst(Infinity, -Infinity).next().value;
  if (newest && !newest.table && newest.end > content.newest) content.newest = newest.end;
}

function recoverSeries(content: StoreContent, entries: readonly JournalEntry[]): void {
  const byFirst = new Map<number, Uint8Array>();
  for (const { key, value } of entries) {
    const [kind, first] = key.split('/');
    if (kind === 'series' || kind === 'series-copy') byFirst.set(Number(first), value);
  }
  for (const [first, packed] of [...byFirst].toSorted(([a], [b]) => a - b)) {
    if (first !== content.series.size)
      throw new OperatorError(`${content.folders.journal} has lost its series: restore it from a backup`);
    content.series.add(unpackAll(packed));
  }
}

/** What is sealed comes before ticks in the order of keys, and is whole: such a tick is there already. */
function recoverEntry(content: StoreContent, { key, value }: JournalEntry): void {
  const { folders, spans, candles } = content;
  const { kind, at } = readKey(key);
  if (kind === 'tick') recoverTick(content, at, value);
  else if (kind === 'hour' || kind === 'day') {
    const { generation = 0 } = decodeEntry<SegmentEntry>(value);
    spans.put(sealedSpan(kind, at, folders[kind](at, generation), generation));
  } else if (kind === 'candles') candles.days.set(at, CandleDay.decode(at, value));
  else if (kind === 'year') {
    const entry = decodeEntry<YearEntry>(value);
    const path = folders.year(at, entry.generation);
    candles.years.set(at, { span: 'year', start: at, path, firstDay: at, ...entry });
  }
}

function recoverTick(content: StoreContent, at: number, value: Uint8Array): void {
  const span = content.spans.holding(at);
  if (span && !span.table) return;
  const tick = decodeTick(value);
  if (tick.numbers.every((number) => number < content.series.size)) content.addTick(at, tick);
  else content.damage.report(content.folders.journal, `the tick at ${at} has series without an id`);
}

function recoverLastTick(content: StoreContent, values: ReadonlyMap<string, Uint8Array>): void {
  const stored = values.get(LAST_TICK_KEY);
  const last = stored && decodeLastTick(stored);
  const state = values.get(STATE_KEY);
  if (last && state) content.last = { ...last, state };
  if (last && last.at > content.newest) content.newest = last.at;
}

/**
 * Removes segment files that do not count and whose content is elsewhere: sealed by half before a crash, or joined
 * already, or made for values that were never counted. A file that is nowhere else stays, and is reported.
 */
export function removeLeftovers(content: StoreContent, keepFrom: number): void {
  const { folders, spans, candles } = content;
  const counted = new Set([
    ...[...spans.sealed('hour'), ...spans.sealed('day')].map(({ path }) => path),
    ...[...candles.years.values()].map(({ path }) => path),
  ]);
  const spanStarts = new Set([...spans.hot(), ...spans.sealed('hour')].map(({ start }) => dayStart(start)));
  const days = new Set(spans.sealed('day').map(({ start }) => start));
  const years = new Set([...candles.years.keys(), ...[...candles.days.keys()].map(yearStart)]);
  const elsewhere = {
    hours: (start: number) => days.has(dayStart(start)) || spanStarts.has(dayStart(start)),
    days: (start: number) => days.has(start) || spanStarts.has(start) || start < keepFrom,
    candles: (start: number) => years.has(start),
  };
  for (const folder of ['hours', 'days', 'candles'] as const) {
    for (const { path, start, generation } of folders.segments(folder)) {
      if (counted.has(path)) continue;
      const isInsertion = generation > 0 && folder !== 'candles';
      if (isInsertion || elsewhere[folder](start)) rmSync(path, { force: true });
      else content.damage.report(path, 'the journal does not know this file');
    }
  }
}
