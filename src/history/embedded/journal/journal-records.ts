import type { Millis } from '../../../core/time.ts';
import type { Fence, LastTick } from '../../history-store.ts';
import type { SealedYear } from '../candles/candle-months.ts';

/** Encodes the instant and record of the newest tick. */
export function encodeLastTick({ at, record }: LastTick): Uint8Array {
  const bytes = new Uint8Array(8 + record.length);
  new DataView(bytes.buffer).setFloat64(0, at);
  bytes.set(record, 8);
  return bytes;
}

export function decodeLastTick(bytes: Uint8Array): LastTick {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { at: view.getFloat64(0), record: bytes.slice(8) };
}

/**
 * The tick of the stored state. Only valid if `newestTick` is the newest tick: an older version, which does not know this entry,
 * writes the state with each tick and leaves this entry unchanged.
 */
export interface StateTick {
  readonly at: Millis;
  readonly newestTick: Millis;
}

export interface FenceEntry {
  readonly fence: Fence;
}

/** Encodes small entries, such as valid segments, as a JSON object. */
export function encodeEntry(entry: object): Uint8Array {
  return Buffer.from(JSON.stringify(entry));
}

/** For an hour or day. Absent for segments that were never rewritten. */
export interface SegmentEntry {
  readonly generation?: number;
}

/** Years sealed by an older version lack the first day. */
export type YearEntry = Pick<SealedYear, 'generation' | 'lastDay'> & Partial<Pick<SealedYear, 'firstDay'>>;

export function decodeEntry<Entry extends object>(bytes: Uint8Array): Entry {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Entry;
}
