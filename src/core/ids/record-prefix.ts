import type { Millis } from '../time.ts';

/**
 * A record id encodes the position of the record, so that a cursor needs no table and two installations agree:
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
  /** A cursor, not a record: an exchange ticker that was not of the newest refresh when it was served. */
  pastExchangeTicker: 11,
  integrityHead: 12,
  /** Candles shorter than a day: the interval is part of the entity. */
  candle: 13,
} as const;

/**
 * Kinds that no record uses yet, reserved for later records because the kind has only four bits. All later index types share two
 * of them: the type becomes part of the entity, as the interval and the type do in kind 13. `other` is for records whose entity
 * names their kind.
 */
export const RESERVED_KINDS = { other: 0, indexTick: 14, indexDay: 15 } as const;

export type RecordKind = keyof typeof RECORD_KINDS;

export const RECORD_ID_LENGTH = 36;
export const RECORD_PREFIX_LENGTH = 13;

/** The last instant that an id can encode. */
export const MAX_AT = 2 ** 44 - 1;

/** The last 23 characters, leading dash included, of every record id of an entity, computed from the SHA-256 of its id in hex. */
export function keyOfHash(hash: string): string {
  const variant = (0x8 | (Number.parseInt(hash[3] ?? '0', 16) & 0x3)).toString(16);
  return `-4${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}

/** The first 13 characters of every record id of this kind and instant. */
export function recordPrefix(kind: RecordKind, at: Millis): string {
  if (!Number.isInteger(at) || at < 0 || at > MAX_AT)
    throw new RangeError(`instant ${at} is not a whole number from 0 to ${MAX_AT}`);
  const time = at.toString(16).padStart(11, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${RECORD_KINDS[kind].toString(16)}`;
}

const HEX = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const DASH = 0x2d;
const TIME_DIGITS = 11;

/** Writes the same 13 characters as bytes, for the ids of many records. */
export function writeRecordPrefix(kind: RecordKind, at: Millis, into: Uint8Array, offset: number): void {
  if (!Number.isInteger(at) || at < 0 || at > MAX_AT)
    throw new RangeError(`instant ${at} is not a whole number from 0 to ${MAX_AT}`);
  const high = Math.floor(at / 2 ** 12);
  for (let digit = 0; digit < 8; digit++) into[offset + digit] = HEX[(high >>> (28 - 4 * digit)) & 15]!;
  into[offset + 8] = DASH;
  const low = at % 2 ** 12;
  for (let digit = 8; digit < TIME_DIGITS; digit++)
    into[offset + 1 + digit] = HEX[(low >>> (40 - 4 * digit)) & 15]!;
  into[offset + 12] = HEX[RECORD_KINDS[kind]]!;
}
