import type { LastTick } from '../history-store.ts';
import { checkedRecord, contentOf } from './checked-record.ts';
import type { SealedYear } from './candle-months.ts';

const LAST_MARK = 'TML1';
const ENTRY_MARK = 'TME1';
const SERIES_MARK = 'TMI1';

export const FORMAT = 1;

/** Where the engine goes on: instant, state, record. */
export function encodeLastTick({ at, state, record }: LastTick): Uint8Array<ArrayBuffer> {
  const head = new DataView(new ArrayBuffer(12));
  head.setFloat64(0, at, true);
  head.setUint32(8, state.length, true);
  return checkedRecord(LAST_MARK, new Uint8Array(head.buffer), state, record);
}

export function decodeLastTick(bytes: Uint8Array): LastTick | undefined {
  const content = contentOf(LAST_MARK, bytes)?.slice();
  if (!content) return undefined;
  const head = new DataView(content.buffer);
  const stateEnd = 12 + head.getUint32(8, true);
  return {
    at: head.getFloat64(0, true),
    state: content.slice(12, stateEnd),
    record: content.slice(stateEnd),
  };
}

/** A segment that counts, or the format: a small JSON object. */
export function encodeEntry(entry: object): Uint8Array<ArrayBuffer> {
  return checkedRecord(ENTRY_MARK, Buffer.from(JSON.stringify(entry)));
}

export type YearEntry = Pick<SealedYear, 'generation' | 'lastDay'>;

export function decodeEntry<Entry extends object>(bytes: Uint8Array): Entry | undefined {
  const content = contentOf(ENTRY_MARK, bytes);
  return content && (JSON.parse(Buffer.from(content).toString('utf8')) as Entry);
}

/** Packed ids of series that got their numbers together. */
export function encodeSeries(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  return checkedRecord(SERIES_MARK, packed);
}

export function decodeSeries(bytes: Uint8Array): Uint8Array | undefined {
  return contentOf(SERIES_MARK, bytes);
}
