import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY } from '../../src/core/time.ts';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { formatTable, rounded } from '../support/table.ts';
import { OPTIONS } from './two-stores.ts';
import { WalkingTicks } from './walking-ticks.ts';

export interface DayPlan {
  readonly series: number;
}

export interface DayFigures {
  readonly walBytes: number;
  /** The part of it that is full-page images: PostgreSQL writes one when a page first changes after a checkpoint. */
  readonly walWholePages: number;
  /** Bytes per table at the end of the day, including its partitions, indexes and TOAST data. */
  readonly tables: Readonly<Record<string, number>>;
  readonly seconds: number;
}

const MIDNIGHT = Date.UTC(2026, 2, 1);
const SETTINGS = { wal_compression: 'on', max_wal_size: '4GB', checkpoint_timeout: '1h' };
/** The usual time between two checkpoints, in ticks, because the benchmark runs a day in minutes. */
const CHECKPOINT_TICKS = 10;

/** Measures what a day of ticks writes to PostgreSQL and how much it stores, from the first tick until the day is sealed. */
export async function measureDay({ series }: DayPlan): Promise<DayFigures> {
  const server = await startPostgres(SETTINGS);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const writer = await new PostgresHistoryBackend({ url: server.url }).openWriter(OPTIONS);
  try {
    const source = new WalkingTicks(series);
    // The first tick assigns numbers to all series, which happens on no other day.
    await store(writer, source.next(MIDNIGHT - DAY_MS + SLOT_MS));
    await client.query('checkpoint');
    const before = await walOf(client);
    const startedAt = performance.now();
    for (let n = 1; n <= SLOTS_PER_DAY + 1; n++) {
      await store(writer, source.next(MIDNIGHT + n * SLOT_MS));
      await writer.sealed();
      if (n % CHECKPOINT_TICKS === 0) await client.query('checkpoint');
      // Autovacuum would do this within a minute after the hour.
      if (n % (SLOTS_PER_DAY / 24) === 2) await client.query('vacuum tidemark.slice, tidemark.hour_part');
      if (n % (SLOTS_PER_DAY / 8) === 0) console.error(`${n} of ${SLOTS_PER_DAY} ticks`);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    const after = await walOf(client);
    return {
      walBytes: after.bytes - before.bytes,
      walWholePages: after.wholePages - before.wholePages,
      tables: await bytesByTable(client),
      seconds,
    };
  } finally {
    await writer.close();
    await client.end();
    await server.stop();
  }
}

export function dayTable({ walBytes, walWholePages, tables, seconds }: DayFigures): string {
  const megabytes = (bytes: number) => rounded(bytes / 1e6, 1);
  const rows = Object.entries(tables)
    .filter(([, bytes]) => bytes > 100_000)
    .map(([table, bytes]) => [table, megabytes(bytes)]);
  return [
    formatTable(['a day', 'MB'], [...rows, ['WAL', megabytes(walBytes)]]),
    `${walWholePages} whole pages are among the WAL; the day took ${rounded(seconds, 0)} s`,
  ].join('\n');
}

async function store(
  writer: { append(tick: ReturnType<WalkingTicks['next']>): Promise<string> },
  tick: ReturnType<WalkingTicks['next']>,
): Promise<void> {
  const outcome = await writer.append(tick);
  if (outcome !== 'stored') throw new Error(outcome);
}

async function walOf(client: pg.Client): Promise<{ bytes: number; wholePages: number }> {
  const { rows } = await client.query<{ bytes: string; pages: string }>(
    "select pg_current_wal_lsn() - '0/0' as bytes, (select wal_fpi from pg_stat_wal) as pages",
  );
  return { bytes: Number(rows[0]!.bytes), wholePages: Number(rows[0]!.pages) };
}

async function bytesByTable(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select coalesce(inhparent, c.oid)::regclass::text as name, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c left join pg_inherits on inhrelid = c.oid
     where c.relnamespace = 'tidemark'::regnamespace and c.relkind in ('r', 'p') group by 1 order by 2 desc`,
  );
  return Object.fromEntries(rows.map(({ name, bytes }) => [name.replace('tidemark.', ''), Number(bytes)]));
}
