import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { DAY_MS } from '../../src/core/time.ts';
import { EmbeddedHistoryBackend } from '../../src/history/embedded/embedded-history-backend.ts';
import type { HistoryBackend, WriterOptions } from '../../src/history/history-backend.ts';
import type { HistoryStore } from '../../src/history/history-store.ts';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';

/** A writer that reports when complete hours and days are stored in blocks. */
export type SealingStore = HistoryStore & { sealed(): Promise<void> };

/** One of the two stores with the same content. */
export interface BenchStore {
  readonly name: 'embedded' | 'PostgreSQL';
  readonly backend: HistoryBackend;
  readonly writer: SealingStore;
  /** Bytes of sealed days. */
  dayBytes(): Promise<number>;
}

export interface TwoStores {
  readonly embedded: BenchStore;
  readonly postgres: BenchStore;
  close(): Promise<void>;
}

export interface StorePlaces {
  /** A running server; without it, the benchmark starts one and stops it at the end. */
  readonly url?: string | undefined;
  /** The folder of the embedded store; without it, a temporary one. */
  readonly folder?: string | undefined;
}

const fail = (problem: unknown): never => {
  throw problem instanceof Error ? problem : new Error(JSON.stringify(problem));
};
export const OPTIONS: WriterOptions = {
  windowMs: 200 * DAY_MS,
  onDamage: fail,
  onBackgroundFailure: fail,
};

/**
 * PostgreSQL from Debian with its default settings: acknowledged writes are durable, as in the embedded
 * store.
 */
export async function openStores({ url, folder }: StorePlaces): Promise<TwoStores> {
  const server = url === undefined ? await startPostgres() : undefined;
  const data = folder ?? mkdtempSync(join(tmpdir(), 'tidemark-bench-scale-out-'));
  mkdirSync(join(data, 'history'), { recursive: true });
  chmodSync(data, 0o755);
  const address = url ?? server!.url;
  const backend = new EmbeddedHistoryBackend(data);
  const embedded = await backend.openWriter(OPTIONS);
  const shared = new PostgresHistoryBackend({ url: address });
  const postgres = await shared.openWriter(OPTIONS);
  return {
    embedded: {
      name: 'embedded',
      backend,
      writer: embedded,
      dayBytes: async () => bytesIn(join(data, 'history', 'days')),
    },
    postgres: {
      name: 'PostgreSQL',
      backend: shared,
      writer: postgres,
      dayBytes: () => bytesOfDays(address),
    },
    close: async () => {
      await embedded.close();
      await postgres.close();
      await server?.stop();
      if (folder === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

function bytesIn(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

/** Bytes, including indexes and TOAST data. */
async function bytesOfDays(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string | null }>(
      "select sum(pg_total_relation_size(inhrelid)) as bytes from pg_inherits where inhparent = 'tidemark.series_day'::regclass",
    );
    return Number(rows[0]?.bytes ?? 0);
  } finally {
    await client.end();
  }
}
