import { isDuplicate, type Database, type Session } from './database.ts';
import { MIGRATIONS } from './migration-list.ts';

const NEWEST = MIGRATIONS.at(-1)!.number;

/** The schema needs a newer version than this one. */
export class SchemaTooNew extends Error {}

/**
 * Brings the schema to the newest version; a lock serialises concurrent calls. Does nothing if the schema is the newest, so that a user
 * without permission to change it can call this.
 */
export async function migrate(database: Database): Promise<void> {
  if (await isNewest(database)) return;
  await createMigrationTable(database);
  await database.write(async (session) => {
    // Only the owner can take this lock, and readers do not hold it up.
    await session.run('lock table migration in share row exclusive mode');
    const made = await madeOf(session);
    for (const { number, needs, sql } of MIGRATIONS) {
      if (made.has(number)) continue;
      await session.run(sql);
      await session.run('insert into migration (number, needs) values ($1, $2)', [number, needs]);
    }
  });
}

async function createMigrationTable(database: Database): Promise<void> {
  for (const sql of [
    `create schema if not exists ${database.schema}`,
    'create table if not exists migration (number integer primary key, needs integer not null, made_at timestamptz not null default now())',
  ])
    await database.run(sql).catch((error: unknown) => {
      // Another process has just created what `if not exists` did not see.
      if (!isDuplicate(error)) throw error;
    });
}

/** The schema of 1.0.0 can be read. */
const READABLE = 4;

/** Whether there is a schema that this version can read. Rejects if the schema needs a newer version. */
export async function isMigrated(database: Database): Promise<boolean> {
  return hasMigration(database, READABLE);
}

/** Whether all migrations of this version have run. */
export function isNewest(database: Database): Promise<boolean> {
  return hasMigration(database, NEWEST);
}

async function hasMigration(database: Database, number: number): Promise<boolean> {
  const [found] = await database.rows<{ there: boolean }>(
    "select to_regclass($1 || '.migration') is not null as there",
    [database.schema],
  );
  if (!found?.there) return false;
  const made = await madeOf(database);
  return made.has(number);
}

async function madeOf(session: Session): Promise<Set<number>> {
  const made = await session.rows<{ number: number; needs: number }>('select number, needs from migration');
  const needed = Math.max(0, ...made.map(({ needs }) => needs));
  if (needed > NEWEST)
    throw new SchemaTooNew(
      `a newer version of tidemark created the database (its schema needs ${needed}, this version knows ${NEWEST}): run that version`,
    );
  return new Set(made.map(({ number }) => number));
}
