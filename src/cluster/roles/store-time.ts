import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { Database } from '../postgres/database.ts';

/** The time of the database, which all nodes share. Rejects if the database is unreachable. */
export async function storeTime(database: Pick<Database, 'rows'>): Promise<Millis> {
  const [row] = await database.rows<{ now: string }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  );
  return Number(row?.now);
}

/** How far a clock is from that of the database at least, however long the answer took: its time before and after, and the answer. */
export function minApartMs(before: Millis, there: Millis, after: Millis): Millis {
  return Math.max(0, before - there, there - after);
}

export function clockReason(apartMs: Millis): string {
  const seconds = Math.round(apartMs / SECOND_MS);
  return `the clock of this node differs from that of the database by ${seconds} s: set the clock of its machine`;
}
