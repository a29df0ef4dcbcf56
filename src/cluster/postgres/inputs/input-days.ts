import type { Session } from '../database.ts';
import type { Day } from '../history/grid.ts';

export interface InputDay {
  readonly day: Day;
  readonly bytes: number;
}

/** Days that have a partition of recorded inputs, oldest first. */
export async function inputDays(session: Pick<Session, 'rows'>): Promise<InputDay[]> {
  const rows = await session.rows<{ name: string; bytes: string }>(
    `select inhrelid::regclass::text as name, pg_total_relation_size(inhrelid) as bytes
     from pg_inherits where inhparent = 'tick_input'::regclass`,
  );
  return rows
    .map(({ name, bytes }) => ({ day: Number(/_(\d+)$/.exec(name)?.[1]), bytes: Number(bytes) }))
    .toSorted((a, b) => a.day - b.day);
}
