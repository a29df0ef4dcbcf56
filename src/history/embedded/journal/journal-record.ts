import { crc32 } from 'node:zlib';
import { checksum } from '../checksum.ts';

export interface JournalEntry {
  readonly key: string;
  readonly value: Uint8Array;
}

/** Entries to store and to remove atomically. Removing a missing key is not an error. */
export interface JournalChange {
  readonly puts?: readonly JournalEntry[];
  readonly removes?: readonly string[];
}

/** The location of a value in its file. */
export interface ValuePlace {
  readonly offset: number;
  readonly bytes: number;
  readonly checksum: number;
}

/** The content of a record's head; the values follow it. */
export interface RecordHead {
  readonly puts: readonly { readonly key: string; readonly place: ValuePlace }[];
  readonly removes: readonly string[];
  /** The offset of the record's end in its file. */
  readonly end: number;
}

export const RECORD_MAGIC = 0x544d4a52; // TMJR
const FIXED_BYTES = 16;
const CHECKSUM_AT = 12;
const REMOVE = 0;
const PUT = 1;
/** The size of a table entry without its key: kind and length of the key; for a put, also length and checksum of the value. */
const REMOVE_BYTES = 2;
const PUT_BYTES = 10;

/** The bytes before the values: a fixed part, then the table of keys with the length and checksum of each value. */
export function encodeRecordHead({ puts = [], removes = [] }: JournalChange): Uint8Array {
  const tableBytes =
    puts.reduce((sum, { key }) => sum + PUT_BYTES + key.length, 0) +
    removes.reduce((sum, key) => sum + REMOVE_BYTES + key.length, 0);
  const head = Buffer.alloc(FIXED_BYTES + tableBytes);
  head.writeUInt32BE(RECORD_MAGIC, 0);
  head.writeUInt32BE(tableBytes, 4);
  head.writeUInt32BE(
    puts.reduce((sum, { value }) => sum + value.length, 0),
    8,
  );
  let at = FIXED_BYTES;
  const putKey = (kind: number, key: string) => {
    at = head.writeUInt8(kind, at);
    at = head.writeUInt8(key.length, at);
    at += head.write(key, at, 'latin1');
  };
  for (const { key, value } of puts) {
    putKey(PUT, key);
    at = head.writeUInt32BE(value.length, at);
    at = head.writeUInt32BE(checksum(value), at);
  }
  for (const key of removes) putKey(REMOVE, key);
  head.writeUInt32BE(headChecksum(head), CHECKSUM_AT);
  return head;
}

/**
 * `bytes` start at `offset` of the file and reach at least to the end of the head, if the file is that long. Undefined if there
 * is no valid head.
 */
export function decodeRecordHead(bytes: Uint8Array, offset: number): RecordHead | undefined {
  const headBytes = headBytesOf(bytes);
  if (headBytes === undefined || headBytes > bytes.length) return undefined;
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, headBytes);
  if (head.readUInt32BE(CHECKSUM_AT) !== headChecksum(head)) return undefined;
  const puts: { key: string; place: ValuePlace }[] = [];
  const removes: string[] = [];
  let valueAt = offset + headBytes;
  for (let at = FIXED_BYTES; at < headBytes;) {
    const keyEnd = at + REMOVE_BYTES + head.readUInt8(at + 1);
    const key = head.toString('latin1', at + REMOVE_BYTES, keyEnd);
    if (head.readUInt8(at) === REMOVE) removes.push(key);
    else {
      const length = head.readUInt32BE(keyEnd);
      puts.push({ key, place: { offset: valueAt, bytes: length, checksum: head.readUInt32BE(keyEnd + 4) } });
      valueAt += length;
    }
    at = head.readUInt8(at) === REMOVE ? keyEnd : keyEnd + PUT_BYTES - REMOVE_BYTES;
  }
  return { puts, removes, end: valueAt };
}

/** The length stated in the head; undefined if no head starts here. */
export function headBytesOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < FIXED_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(0) === RECORD_MAGIC ? FIXED_BYTES + view.getUint32(4) : undefined;
}

/** The length of the whole record according to its head, without checking the checksum. */
export function claimedBytes(bytes: Uint8Array): number {
  const headBytes = headBytesOf(bytes);
  if (headBytes === undefined) return FIXED_BYTES;
  return headBytes + new DataView(bytes.buffer, bytes.byteOffset).getUint32(8);
}

/** The checksum of the fixed part before the checksum, and of the table. */
function headChecksum(head: Uint8Array): number {
  return crc32(head.subarray(FIXED_BYTES), checksum(head, 0, CHECKSUM_AT));
}
