import type { Database, Session } from '../../database.ts';
import type { Day } from '../grid.ts';

type Partitioned = 'series_day' | 'tick_record' | 'tick_input';

/**
 * One partition per day, so that a day can be dropped as a whole. Database functions create and drop them, because a process that
 * writes history need not own the tables.
 */
export class Partitions {
  readonly #known = new Set<string>();

  async ensure(database: Database, table: Partitioned, day: Day): Promise<void> {
    const name = nameOf(table, day);
    if (this.#known.has(name)) return;
    await database.run('select add_day_partition($1, $2)', [table, day]);
    this.#known.add(name);
  }

  /** Has `ensure` look again: a database that lost commits may have lost a partition, too. */
  forget(): void {
    this.#known.clear();
  }

  async dropBefore(session: Session, table: Partitioned, day: Day): Promise<void> {
    await session.run('select drop_day_partitions($1, 0, $2)', [table, day]);
    for (const name of this.#known)
      if (name.startsWith(`${table}_`) && Number(/\d+$/.exec(name)?.[0]) < day) this.#known.delete(name);
  }

  async drop(session: Session, table: Partitioned, day: Day): Promise<void> {
    await session.run('select drop_day_partitions($1, $2, $3)', [table, day, day + 1]);
    this.#known.delete(nameOf(table, day));
  }
}

/**
 * Lets a drop fail at once if somebody else uses the table, such as a backup with pg_dump. A drop that waits for a lock makes every write wait
 * behind it.
 */
export const REFUSE_TO_WAIT = "select set_config('lock_timeout', '200ms', true)";

/** Of PostgreSQL: a lock was not free in time. */
const LOCK_NOT_AVAILABLE = '55P03';

export const isLockedByOthers = (error: unknown): boolean =>
  (error as { code?: unknown } | undefined)?.code === LOCK_NOT_AVAILABLE;

const nameOf = (table: Partitioned, day: Day) => `${table}_${day}`;
