import type { Millis } from '../../../../src/core/time.ts';
import type { GapRecord } from './audit-record.ts';

/** Whether the database's log of gaps, which is the first record, contains this slot. */
export function isNamed([database]: readonly GapRecord[], at: Millis): boolean {
  return database?.gaps.some(({ from, to }) => from <= at && at < to) ?? false;
}
