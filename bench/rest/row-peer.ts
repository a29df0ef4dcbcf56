import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SeriesId } from '../../src/core/index-value.ts';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { PeerTick } from '../history/peers/peer.ts';
import { PostgresPeer } from '../history/peers/postgres-peer.ts';
import { PostgresServer } from '../history/peers/postgres-server.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/worker-process.ts';
import type { IndexPages, SeriesValues } from './index-pages.ts';
import type { RowServerInput, RowServerReply } from './row-server.ts';

const TICKS_PER_BATCH = 480;

/** A plain REST service over PostgreSQL that holds the same values for some of the series. */
export class RowPeer {
  readonly series: readonly SeriesId[];
  readonly #folder: string;
  readonly #database: PostgresServer;
  readonly #loader: PostgresPeer;
  readonly #server: WorkerProcess<RowServerReply>;

  private constructor(
    series: readonly SeriesId[],
    folder: string,
    database: PostgresServer,
    loader: PostgresPeer,
    server: WorkerProcess<RowServerReply>,
  ) {
    this.series = series;
    this.#folder = folder;
    this.#database = database;
    this.#loader = loader;
    this.#server = server;
  }

  /** Undefined if PostgreSQL is not installed. Rows are inserted tick by tick, in the order in which a service would store them. */
  static async start(
    pages: IndexPages,
    series: readonly SeriesId[],
    authorization: string,
  ): Promise<RowPeer | undefined> {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-rows-'));
    chmodSync(folder, 0o755);
    const database = PostgresServer.start(folder);
    if (!database) return undefined;
    const loader = await PostgresPeer.open(database);
    const columns: SeriesValues[] = [];
    for (const id of series) columns.push(await pages.values(id));
    for (const batch of tickBatches(columns, pages)) await loader.load(batch);
    await loader.settle();
    const server = await startWorkerProcess<RowServerReply>(new URL('./row-server.js', import.meta.url), {
      connection: database.connection,
      series,
      authorization,
    } satisfies RowServerInput);
    return new RowPeer(series, folder, database, loader, server);
  }

  get port(): number {
    return this.#server.reply.port;
  }

  /** The processes of the plain service and of its database; known after the first response. */
  get pids(): number[] {
    return [this.#server.pid, ...this.#database.pids];
  }

  async stop(): Promise<void> {
    this.#server.stop();
    await this.#loader.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Ticks in ascending order of time, in batches. */
function* tickBatches(
  columns: readonly SeriesValues[],
  { firstAt, lastAt }: Pick<IndexPages, 'firstAt' | 'lastAt'>,
): Generator<PeerTick[]> {
  const nextRows = columns.map(({ ats }) => ats.length - 1);
  for (let first = firstAt; first <= lastAt; first += TICKS_PER_BATCH * SLOT_MS) {
    const ticks = Math.min(TICKS_PER_BATCH, (lastAt - first) / SLOT_MS + 1);
    yield Array.from({ length: ticks }, (_, i) => tickOf(columns, nextRows, first + i * SLOT_MS));
  }
}

/** Takes the next row of each series that has a value at that instant. */
function tickOf(columns: readonly SeriesValues[], nextRows: number[], at: Millis): PeerTick {
  const numbers = columns.flatMap(({ ats }, number) => (ats[nextRows[number]!] === at ? [number] : []));
  const rows = numbers.map((number) => nextRows[number]!--);
  const column = (pick: (values: SeriesValues, row: number) => number) =>
    numbers.map((number, i) => pick(columns[number]!, rows[i]!));
  return {
    at,
    series: Uint32Array.from(numbers),
    prices: Float64Array.from(column(({ prices }, row) => prices[row]!)),
    volumes: Float64Array.from(column(({ volumes }, row) => volumes[row]!)),
    flags: Uint16Array.from(column(({ flags }, row) => flags[row]!)),
  };
}
