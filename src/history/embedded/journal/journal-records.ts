import type { Millis } from '../../../core/time.ts';
import type { Fence, LastTick } from '../../history-store.ts';
import type { SealedYear } from '../candles/candle-months.ts';

/** The newest tick: instant and record. */
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
 * Which tick the stored state is of. It counts while that is the newest tick: a version that knows nothing of it writes the
 * state with each tick, and leaves this one as it was.
 */
export interface StateTick {
  readonly at: Millis;
  readonly newestTick: Millis;
}

export interface FenceEntry {
  readonly fence: Fence;
}

/** A segment that counts, and other things that are little: a JSON object. */
export function encodeEntry(entry: object): Uint8Array {
  return Buffer.from(JSON.stringify(entry));
}

/** Of an hour or day; entries of those that were never written anew lack it. */
export interface SegmentEntry {
  readonly generation?: number;
}

/** Those of years that were sealed by an older version lack the first day. */
export type YearEntry = Pick<SealedYear, 'generation' | 'lastDay'> & Partial<Pick<SealedYear, 'firstDay'>>;

export function decodeEntry<Entry extends object>(bytes: Uint8Array): Entry {
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as Entry;
}
