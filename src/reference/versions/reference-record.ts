import { promisify } from 'node:util';
import { crc32, deflateRaw, inflateRawSync } from 'node:zlib';
import { isObject } from '../../core/text/is-object.ts';
import type { ReferenceContent } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import type { ReferenceChange } from './reference-change.ts';
import type { VersionEntry } from './reference-versions.ts';

/**
 * A record of the file (docs/reference/formats/reference.md): a mark for finding the next intact record after a damaged one, the
 * length of everything after the checksum, the checksum, and then kind, slot, name and compressed JSON.
 */
const MARK = Buffer.from('TREF');
const HEAD_BYTES = 12;
const NAME_BYTES = 32;
const FIXED_BYTES = 1 + 8 + NAME_BYTES;
const KINDS = { whole: 1, change: 2 } as const;

const compressed = promisify<string, Buffer>(deflateRaw);

export type ReferenceRecordKind = keyof typeof KINDS;

/** Position and header of a record. */
export interface RecordPlace extends VersionEntry {
  readonly kind: ReferenceRecordKind;
  /** Where the record starts. */
  readonly at: number;
  /** Start of the compressed JSON. */
  readonly start: number;
  readonly end: number;
}

/** Compresses in another thread, because a whole version takes longer than some ticks. */
export async function encodeRecord(
  kind: ReferenceRecordKind,
  { hash, from }: VersionEntry,
  content: ReferenceContent | ReferenceChange,
): Promise<Buffer> {
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.writeUInt8(KINDS[kind], 0);
  fixed.writeDoubleLE(from, 1);
  fixed.write(hash, 9, 'hex');
  const body = Buffer.concat([fixed, await compressed(JSON.stringify(content))]);
  const head = Buffer.alloc(HEAD_BYTES);
  MARK.copy(head);
  head.writeUInt32LE(body.length, 4);
  head.writeUInt32LE(crc32(body), 8);
  return Buffer.concat([head, body]);
}

/** Undefined if the bytes match their checksum but contain no valid version or change. */
export function contentOf(bytes: Buffer, { start, end, kind }: RecordPlace): unknown {
  const content = jsonIn(bytes.subarray(start, end));
  const isContent = kind === 'whole' ? isWhole(content) : isChange(content);
  return isContent ? content : undefined;
}

function jsonIn(compressed: Buffer): unknown {
  try {
    return JSON.parse(inflateRawSync(compressed).toString());
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof SyntaxError || code.startsWith('Z_')) return undefined;
    throw error;
  }
}

const WHOLE_TABLES = ['assets', 'markets', 'exchanges', 'supplies', 'lx', 'traded'];

function isWhole(content: unknown): boolean {
  if (!isObject(content) || !WHOLE_TABLES.every((name) => isRows(content[name]))) return false;
  return (content['exchanges'] as Members[]).every(({ listings }) => isRows(listings));
}

function isChange(content: unknown): boolean {
  if (!isObject(content)) return false;
  return Object.values(content).every(
    (change) =>
      isObject(change) &&
      (change['set'] === undefined || isRows(change['set'])) &&
      (change['removed'] === undefined || isTexts(change['removed'])),
  );
}

type Members = Readonly<Record<string, unknown>>;

function isRows(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

export interface ScannedRecords {
  readonly records: readonly RecordPlace[];
  /** Bytes that belong to no intact record and are followed by one. */
  readonly damagedBytes: number;
  /** The end of the last intact record; anything after it was being written when the machine stopped. */
  readonly end: number;
}

/** Finds every intact record, also after damaged ones. */
export function scanRecords(bytes: Buffer, from: number): ScannedRecords {
  const records: RecordPlace[] = [];
  let [damagedBytes, end] = [0, from];
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at)) {
    const record = recordAt(bytes, at);
    if (!record) {
      at++;
      continue;
    }
    records.push(record);
    damagedBytes += at - end;
    at = end = record.end;
  }
  return { records, damagedBytes, end };
}

function recordAt(bytes: Buffer, at: number): RecordPlace | undefined {
  if (at + HEAD_BYTES + FIXED_BYTES > bytes.length) return undefined;
  const start = at + HEAD_BYTES;
  const end = start + bytes.readUInt32LE(at + 4);
  if (end > bytes.length || crc32(bytes.subarray(start, end)) !== bytes.readUInt32LE(at + 8))
    return undefined;
  const kind = kindOf(bytes.readUInt8(start));
  if (!kind) return undefined;
  const slot: Millis = bytes.readDoubleLE(start + 1);
  const hash = bytes.toString('hex', start + 9, start + FIXED_BYTES);
  return { kind, from: slot, hash, at, start: start + FIXED_BYTES, end };
}

/** Whether bytes are the beginning of a single incomplete record, as a crash leaves it. */
export function isTorn(bytes: Buffer): boolean {
  if (!MARK.subarray(0, bytes.length).equals(bytes.subarray(0, MARK.length))) return false;
  return bytes.length < HEAD_BYTES || HEAD_BYTES + bytes.readUInt32LE(4) > bytes.length;
}

function kindOf(code: number): ReferenceRecordKind | undefined {
  if (code === KINDS.whole) return 'whole';
  return code === KINDS.change ? 'change' : undefined;
}
