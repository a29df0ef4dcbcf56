import type { Millis } from '../../../core/time.ts';
import type { Database } from '../../postgres/database.ts';

export type ProbedStore = Pick<Database, 'rows'>;

/**
 * Writes to the database and resolves with its time. Each node writes its own row: if a commit hangs, the next probe waits for the row
 * and is cancelled by the database, so that no more connections hang.
 */
export async function probeStore(database: ProbedStore, row: string, holder: string): Promise<Millis> {
  const [probed] = await database.rows<{ now: string }>(
    `insert into lease (name, holder, number, ends_at) values ($1, $2, 0, '-infinity')
     on conflict (name) do update set holder = excluded.holder
     returning floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now`,
    [row, holder],
  );
  return Number(probed?.now);
}
