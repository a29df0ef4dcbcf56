import { splitRoots } from './record-roots.ts';
import type { TickRecord } from './record-hash.ts';

const TEXTS = ['methodology', 'reference', 'input', 'state', 'output', 'previous'] as const;
/** Records of the first format have neither `values` nor `roots`; later ones have one of them. */
const MEMBERS = new Set<string>(['at', 'values', 'roots', ...TEXTS]);

/** Whether the value has exactly the members of a record: members that the hash does not cover are not allowed. */
export function isRecord(value: unknown): value is TickRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  return (
    Number.isSafeInteger(record['at']) &&
    TEXTS.every((name) => typeof record[name] === 'string') &&
    (record['values'] === undefined || typeof record['values'] === 'string') &&
    (record['roots'] === undefined || splitRoots(record['roots']) !== undefined) &&
    !('values' in record && 'roots' in record) &&
    Object.keys(record).every((name) => MEMBERS.has(name))
  );
}
