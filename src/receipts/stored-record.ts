import type { TickRecord } from '../engine/record/tick-record.ts';

const TEXTS = ['methodology', 'reference', 'input', 'state', 'output', 'previous'] as const;
/** Records of the first version of the methodology have no `values`. */
const MEMBERS = new Set<string>(['at', 'values', ...TEXTS]);

/** Undefined where the bytes are no record: no JSON, or not exactly the members that a record has. */
export function readRecord(bytes: Uint8Array): TickRecord | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function isRecord(value: unknown): value is TickRecord {
  if (typeof value !== 'object' || value === null) return false;
  const record = value as Readonly<Record<string, unknown>>;
  return (
    Number.isSafeInteger(record['at']) &&
    TEXTS.every((name) => typeof record[name] === 'string') &&
    (record['values'] === undefined || typeof record['values'] === 'string') &&
    Object.keys(record).every((name) => MEMBERS.has(name))
  );
}
