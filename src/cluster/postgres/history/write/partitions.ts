import type { Database, Session } from '../../database.ts';
import type { Day } from '../grid.ts';

type Partitioned = 'series_day' | 'tick_record';

/** Of the lock under which partitions are made. */
const LOCK = 7_310_588_243;

/**
 * A partition for each day, so that days leave the window without a trace. It is made as a table of its own and attached: readers of the
 * table are not kept waiting, as they would be by `create table … partition of`.
 */
export class Partitions {
  readonly #known = new Set<string>();

  async ensure(database: Database, table: Partitioned, day: Day): Promise<void> {
    const name = nameOf(table, day);
    if (this.#known.has(name)) return;
    // Two at once, of two processes, do it one after the other.
    await database.write(async (session) => {
      await session.run('select pg_advisory_xact_lock($1)', [LOCK]);
      const [found] = await session.rows<{ there: boolean }>('select to_regclass($1) is not null as there', [
        name,
      ]);
      if (found?.there) return;
      await session.run(`create table ${name} (like ${table} including all, check (day = ${day}))`);
      await session.run(
        `alter table ${table} attach partition ${name} for values from (${day}) to (${day + 1})`,
      );
    });
    this.#known.add(name);
  }

  async dropBefore(session: Session, table: Partitioned, day: Day): Promise<void> {
    const partitions = await session.rows<{ name: string }>(
      'select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::regclass',
      [table],
    );
    for (const { name } of partitions) {
      const own = Number(/_(\d+)$/.exec(name)?.[1]);
      if (own >= day) continue;
      await session.run(`drop table ${name}`);
      this.#known.delete(name);
    }
  }
}

const nameOf = (table: Partitioned, day: Day) => `${table}_${day}`;
