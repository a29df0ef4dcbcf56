import { hash as hashOnce } from 'node:crypto';
import { keyOfHash, RECORD_KINDS, recordPrefix, type RecordKind } from './record-prefix.ts';
import type { Millis } from '../time.ts';

export interface RecordPosition {
  readonly kind: RecordKind;
  readonly at: Millis;
  /** The result of `entityKey` for the entity. To find the entity, compare with the keys of all entities of that kind. */
  readonly entityKey: string;
}

const KIND_BY_CODE = new Map<number, RecordKind>(
  Object.entries(RECORD_KINDS).map(([kind, code]) => [code, kind as RecordKind]),
);
const PREFIX_LENGTH = 13;
const RECORD_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The last 23 characters, leading dash included, of every record id of an entity (or of several together). */
export function entityKey(...entityIds: readonly string[]): string {
  return keyOfHash(hashOnce('sha256', entityIds.join(':')));
}

export function recordId(kind: RecordKind, at: Millis, key: string): string {
  return recordPrefix(kind, at) + key;
}

/** Undefined if this scheme cannot have produced the id. Expects lower case. */
export function decodeRecordId(id: string): RecordPosition | undefined {
  if (!RECORD_ID.test(id)) return undefined;
  const kind = KIND_BY_CODE.get(Number.parseInt(id.charAt(12), 16));
  if (!kind) return undefined;
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 12), 16);
  return { kind, at, entityKey: id.slice(PREFIX_LENGTH) };
}
