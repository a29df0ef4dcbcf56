import { rmSync } from 'node:fs';
import { OperatorError } from '../../core/errors.ts';
import { dayStart } from '../../core/time.ts';
import { CandleDay } from './candle-day.ts';
import type { JournalEntry } from './journal.ts';
import { FORMAT_KEY, LAST_TICK_KEY, readKey } from './journal-keys.ts';
import { decodeEntry, decodeLastTick, decodeSeries, FORMAT, type YearEntry } from './journal-records.ts';
import { unpackAll } from './series-table.ts';
import { yearStart } from './seal-year.ts';
import type { StoreContent } from './store-content.ts';
import { decodeTick } from './tick-record.ts';
import { sealedSpan } from './tick-spans.ts';

/** Refuses a journal of another format: nothing of it is touched. */
export function checkFormat(entries: readonly JournalEntry[], path: string): void {
  const stored = entries.find(({ key }) => key === FORMAT_KEY);
  if (!stored && entries.length === 0) return;
  const format = stored && decodeEntry<{ version: number }>(stored.value)?.version;
  if (format === FORMAT) return;
  throw new OperatorError(
    format === undefined
      ? `${path} is damaged: restore it from a backup`
      : `${path} has format ${format}, this version knows ${FORMAT}: run the newer version that wrote it`,
  );
}

/** Fills an empty content with what the journal says. A record that is damaged is reported and left out. */
export function recover(content: StoreContent, entries: readonly JournalEntry[]): void {
  const path = content.folders.journal;
  const series = entries.filter(({ key }) => key.startsWith('series/'));
  for (const { key, value } of series) {
    const packed = decodeSeries(value);
    if (!packed) throw new OperatorError(`${path} is damaged at ${key}: restore it from a backup`);
    content.series.add(unpackAll(packed));
  }
  for (const entry of entries)
    if (!recoverEntry(content, entry)) content.damage.report(path, `the record ${entry.key} is damaged`);
  const newest = content.spans.newestFirst(Infinity, -Infinity).next().value;
  if (newest && !newest.table && newest.end > content.newest) content.newest = newest.end;
  if (content.last && content.last.at > content.newest) content.newest = content.last.at;
}

function recoverEntry(content: StoreContent, { key, value }: JournalEntry): boolean {
  const { folders, spans, candles } = content;
  const { kind, at } = readKey(key);
  if (kind === 'tick') {
    const tick = decodeTick(value);
    if (!tick || tick.numbers.some((number) => number >= content.series.size)) return false;
    content.addTick(at, tick);
  } else if (kind === 'hour' || kind === 'day') {
    spans.put(sealedSpan(kind, at, kind === 'hour' ? folders.hour(at) : folders.day(at)));
  } else if (kind === 'candles') {
    const day = CandleDay.decode(at, value);
    if (!day) return false;
    candles.days.set(at, day);
  } else if (kind === 'year') {
    const entry = decodeEntry<YearEntry>(value);
    if (!entry) return false;
    candles.years.set(at, { span: 'year', start: at, path: folders.year(at, entry.generation), ...entry });
  } else if (key === LAST_TICK_KEY) {
    content.last = decodeLastTick(value);
    return content.last !== undefined;
  }
  return true;
}

/**
 * Removes segment files that do not count and whose content is elsewhere: sealed by half before a crash, or joined
 * already. A file that is nowhere else stays, and is reported.
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
    days: (start: number) => spanStarts.has(start) || start < keepFrom,
    candles: (start: number) => years.has(start),
  };
  for (const folder of ['hours', 'days', 'candles'] as const) {
    for (const { path, start } of folders.segments(folder)) {
      if (counted.has(path)) continue;
      if (elsewhere[folder](start)) rmSync(path, { force: true });
      else content.damage.report(path, 'the journal does not know this file');
    }
  }
}
