import { DAY_MS, HOUR_MS, type Millis } from '../../core/time.ts';
import { DAYS_A_YEAR } from '../block/layout.ts';
import type { JournalChange, JournalEntry } from './journal-record.ts';
import { dayKey, hourKey, readKey, yearKey } from './journal-keys.ts';
import { encodeEntry } from './journal-records.ts';
import type { SegmentSpan } from './segment-layout.ts';
import type { StoreContent } from './store-content.ts';
import { sealedSpan } from './tick-spans.ts';

/**
 * For a journal that has lost records: segment files that it does not know count from now on. A file of that name is
 * whole, so it may take the place of all that it spans, and of a record of something that was replaced by it.
 * Returns what the journal has to learn.
 */
export function adoptFiles(content: StoreContent, entries: readonly JournalEntry[]): JournalChange {
  const puts = [...adoptDays(content), ...adoptHours(content), ...adoptYears(content)];
  const isReplaced = ({ key }: JournalEntry) => {
    const { kind, at } = readKey(key);
    if (kind === 'tick') return isSealed(content, at, ['hour', 'day']);
    return kind === 'hour' && isSealed(content, at + HOUR_MS, ['day']);
  };
  return { puts, removes: entries.filter(isReplaced).map(({ key }) => key) };
}

function isSealed({ spans }: StoreContent, at: Millis, kinds: readonly SegmentSpan[]): boolean {
  const span = spans.holding(at);
  return span !== undefined && !span.table && kinds.includes(span.span);
}

/** Of several files of a day, or of an hour, the one that was written last. */
function adoptDays({ folders, spans }: StoreContent): JournalEntry[] {
  return folders.segments('days').flatMap(({ path, start, generation }) => {
    const known = spans.sealed('day').find((day) => day.start === start);
    if (known && known.generation >= generation) return [];
    spans.put(sealedSpan('day', start, path, generation));
    return [{ key: dayKey(start), value: encodeEntry({ generation }) }];
  });
}

function adoptHours(content: StoreContent): JournalEntry[] {
  const { folders, spans } = content;
  return folders.segments('hours').flatMap(({ path, start, generation }) => {
    if (isSealed(content, start + HOUR_MS, ['day'])) return [];
    const known = spans.sealed('hour').find((hour) => hour.start === start);
    if (known && known.generation >= generation) return [];
    spans.put(sealedSpan('hour', start, path, generation));
    return [{ key: hourKey(start), value: encodeEntry({ generation }) }];
  });
}

/** Of several files of a year the newest; which days it begins and ends with was lost, and only saves looking. */
function adoptYears({ folders, candles }: StoreContent): JournalEntry[] {
  return folders.segments('candles').flatMap(({ path, start, generation }) => {
    if ((candles.years.get(start)?.generation ?? 0) >= generation) return [];
    const entry = { generation, firstDay: start, lastDay: start + (DAYS_A_YEAR - 1) * DAY_MS };
    candles.years.set(start, { span: 'year', start, path, ...entry });
    return [{ key: yearKey(start), value: encodeEntry(entry) }];
  });
}
