import type { Millis } from '../../core/time.ts';
import type { Database } from '../postgres/database.ts';

/** The time of the database, which all nodes share. Rejects if the database is unreachable. */
export async function storeTime(database: Pick<Database, 'rows'>): Promise<Millis> {
  const [row] = await database.rows<{ now: string }>(
    'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now',
  );
  return Number(row?.now);
}
