import { isRecord } from '../../engine/record/is-record.ts';
import type { TickRecord } from '../../engine/record/tick-record.ts';

/** Undefined if the bytes are not a record: not JSON, or not exactly the members of a record. */
export function readRecord(bytes: Uint8Array): TickRecord | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isRecord(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
