import type { Millis } from '../../../core/time.ts';
import { dayFileName, parseDayName, hourFileName, parseHourName, yearFileName } from '../store-folders.ts';

/** Keys of the journal. Each kind starts with its own word; within a kind, keys sort chronologically. */
export const LAST_TICK_KEY = 'last';
export const STATE_KEY = 'state';
/** Present while the newest tick was stored without a state. */
export const STATE_TICK_KEY = 'state-tick';
export const FENCE_KEY = 'fence';
export const seriesKey = (firstNumber: number) => `series/${String(firstNumber).padStart(9, '0')}`;
/** A copy in another record: without the series nothing can be read. */
export const seriesCopyKey = (firstNumber: number) => `series-copy/${String(firstNumber).padStart(9, '0')}`;
export const tickKey = (at: Millis) => `tick/${new Date(at).toISOString()}`;
export const hourKey = (hour: Millis) => `hour/${hourFileName(hour)}`;
export const dayKey = (day: Millis) => `day/${dayFileName(day)}`;
export const candlesKey = (day: Millis) => `candles/${dayFileName(day)}`;
/** Marks files of an insertion into several hours as being written; they become valid together or not at all. */
export const insertionKey = (day: Millis) => `insertion/${dayFileName(day)}`;
export const yearKey = (start: Millis) => `year/${yearFileName(start)}`;

/** The kind of a key and the instant in it. */
export function readKey(key: string): { readonly kind: string; readonly at: Millis } {
  const [kind = '', name = ''] = key.split('/');
  if (kind === 'tick') return { kind, at: Date.parse(name) };
  if (kind === 'hour') return { kind, at: parseHourName(name) };
  if (kind === 'day' || kind === 'candles' || kind === 'insertion') return { kind, at: parseDayName(name) };
  if (kind === 'year') return { kind, at: parseDayName(`${name}-01-01`) };
  return { kind, at: Number.NaN };
}
