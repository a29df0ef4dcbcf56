import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { PostgresHistoryReader } from '../../../src/cluster/postgres/history/read/postgres-history-reader.ts';
import { Database, type DatabaseOptions } from '../../../src/cluster/postgres/database.ts';
import type { Truth } from './record.ts';
import { readTruth } from './truth.ts';

/** The content of PostgreSQL for these slots. Damaged data counts as a broken chain. */
export async function storedTruth(store: DatabaseOptions, from: Millis, to: Millis): Promise<Truth> {
  const database = new Database(store);
  const damages: string[] = [];
  const reader = new PostgresHistoryReader(database, (damage) => damages.push(JSON.stringify(damage)));
  try {
    const fences = await fencesOf(database, from, to);
    const { slots, chainProblems } = await readTruth(reader, from, to, fences);
    return { slots, chainProblems: [...chainProblems, ...damages] };
  } finally {
    await reader.close();
  }
}

/** The fence of the writer of each slot. */
async function fencesOf(database: Database, from: Millis, to: Millis): Promise<Map<Millis, number>> {
  const rows = await database.rows<{ slot: number; fence: string }>(
    'select slot, fence from tick_record where slot between $1 and $2',
    [from / SLOT_MS, to / SLOT_MS],
  );
  return new Map(rows.map(({ slot, fence }) => [slot * SLOT_MS, Number(fence)]));
}
