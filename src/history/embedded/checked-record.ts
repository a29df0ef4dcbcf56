import { checksum } from './checksum.ts';

const CHECKSUM_BYTES = 4;

/** A record of the journal: a mark of four letters, content, and the CRC-32 of both. */
export function checkedRecord(mark: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.reduce((sum, part) => sum + part.length, mark.length);
  const record = new Uint8Array(bytes + CHECKSUM_BYTES);
  record.set(Buffer.from(mark, 'latin1'));
  let at = mark.length;
  for (const part of parts) {
    record.set(part, at);
    at += part.length;
  }
  new DataView(record.buffer).setUint32(at, checksum(record, 0, at));
  return record;
}

/** The content of a sound record; undefined where mark or checksum do not fit. */
export function contentOf(mark: string, record: Uint8Array): Uint8Array | undefined {
  const end = record.length - CHECKSUM_BYTES;
  if (end < mark.length) return undefined;
  const view = new DataView(record.buffer, record.byteOffset, record.length);
  if (view.getUint32(end) !== checksum(record, 0, end)) return undefined;
  if (Buffer.from(record.subarray(0, mark.length)).toString('latin1') !== mark) return undefined;
  return record.subarray(mark.length, end);
}
