import { hash as hashOnce } from 'node:crypto';
import type { Millis } from './time.ts';

/**
 * A record id says where the record lies, so that a cursor needs no table and two installations agree:
 *
 *     tttttttt-tttk-4eee-veee-eeeeeeeeeeee
 *     t  44 bits  milliseconds since 1970
 *     k   4 bits  kind of record
 *     e  74 bits  hash of the entity (12 + 14 + 48; v carries the RFC 9562 variant in its top two bits)
 *
 * The version nibble is 4 because validators in the field know versions 1 to 5 only. All records of one
 * kind and instant share the first 13 characters, all records of one entity the other 23, so building an id
 * is one concatenation.
 */
export const RECORD_KINDS = {
  exchangeTicker: 1,
  mwa: 2,
  gwa: 3,
  lx: 4,
  mwaDay: 5,
  gwaDay: 6,
  lxDay: 7,
  marketCap: 8,
  derivativeTicker: 9,
  trade: 10,
  /** Not a record but a cursor: an exchange ticker that was not of the newest refresh when it was served. */
  pastExchangeTicker: 11,
  integrityHead: 12,
} as const;

export type RecordKind = keyof typeof RECORD_KINDS;

export interface RecordPosition {
  readonly kind: RecordKind;
  readonly at: Millis;
  /** What `entityKey` made of the entity: look it up among the entities of that kind. */
  readonly entityKey: string;
}

const KIND_BY_CODE = new Map<number, RecordKind>(
  Object.entries(RECORD_KINDS).map(([kind, code]) => [code, kind as RecordKind]),
);
const MAX_AT = 2 ** 44 - 1;
const PREFIX_LENGTH = 13;
const RECORD_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The last 23 characters, leading dash included, of every record id of an entity (or of several together). */
export function entityKey(...entityIds: readonly string[]): string {
  const hash = hashOnce('sha256', entityIds.join(':'));
  const variant = (0x8 | (Number.parseInt(hash[3] ?? '0', 16) & 0x3)).toString(16);
  return `-4${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** The first 13 characters of every record id of a kind and instant. */
export function recordPrefix(kind: RecordKind, at: Millis): string {
  if (!Number.isInteger(at) || at < 0 || at > MAX_AT)
    throw new RangeError('instant outside the range of record ids');
  const time = at.toString(16).padStart(11, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${RECORD_KINDS[kind].toString(16)}`;
}

export function recordId(kind: RecordKind, at: Millis, key: string): string {
  return recordPrefix(kind, at) + key;
}

/** Undefined where the id, in lower case, is not one that this scheme makes. */
export function decodeRecordId(id: string): RecordPosition | undefined {
  if (!RECORD_ID.test(id)) return undefined;
  const kind = KIND_BY_CODE.get(Number.parseInt(id.charAt(12), 16));
  if (!kind) return undefined;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 12), 16);
  return { kind, at, entityKey: id.slice(PREFIX_LENGTH) };
}
