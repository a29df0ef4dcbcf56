import pg from 'pg';
import type { Millis } from '../../../src/core/time.ts';
import type { Peer, PeerRow, PeerTick } from './peer.ts';
import type { PostgresServer } from './postgres-server.ts';

const TICKS_PER_BATCH = 8;
const COLUMNS = 'series, at, price, volume, flags';

interface Row {
  readonly at: string;
  readonly price: number;
  readonly volume: number;
  readonly flags: number;
}

/** One row per point, primary key (series, at), batches with `unnest`. */
export class PostgresPeer implements Peer {
  readonly name = 'PostgreSQL rows';
  readonly #client: pg.Client;
  readonly #server: PostgresServer;

  private constructor(server: PostgresServer, client: pg.Client) {
    this.#server = server;
    this.#client = client;
  }

  static async open(server: PostgresServer): Promise<PostgresPeer> {
    const client = new pg.Client(server.connection);
    await client.connect();
    await client.query('SET max_parallel_workers_per_gather = 0');
    await client.query(
      `CREATE TABLE points (series int4, at int8, price float8, volume float8, flags int2, PRIMARY KEY (series, at))`,
    );
    return new PostgresPeer(server, client);
  }

  async load(ticks: readonly PeerTick[]): Promise<void> {
    await this.#client.query('SET synchronous_commit = off');
    for (let i = 0; i < ticks.length; i += TICKS_PER_BATCH)
      await this.#insert(ticks.slice(i, i + TICKS_PER_BATCH));
    await this.#client.query('SET synchronous_commit = on');
  }

  append(tick: PeerTick): Promise<void> {
    return this.#insert([tick]);
  }

  async settle(): Promise<void> {
    await this.#client.query('VACUUM ANALYZE points');
    await this.#client.query('CHECKPOINT');
  }

  async bytes(): Promise<number> {
    const { rows } = await this.#client.query<{ bytes: string }>(
      `SELECT pg_total_relation_size('points') AS bytes`,
    );
    return Number(rows[0]?.bytes);
  }

  readSeries(series: number, atOrBefore: Millis, limit: number): Promise<PeerRow[]> {
    return this.#rows(
      'series',
      'SELECT at, price, volume, flags FROM points WHERE series = $1 AND at <= $2 ORDER BY at DESC LIMIT $3',
      [series, Math.floor(atOrBefore), limit],
    );
  }

  readInstant(at: Millis, series: number): Promise<PeerRow[]> {
    const numbers = Array.from({ length: series }, (_, i) => i);
    const text =
      'SELECT at, price, volume, flags FROM points WHERE series = ANY($1) AND at = $2 ORDER BY series';
    return this.#rows('instant', text, [numbers, at]);
  }

  async close(): Promise<void> {
    await this.#client.end();
    this.#server.stop();
  }

  async #rows(name: string, text: string, values: unknown[]): Promise<PeerRow[]> {
    const { rows } = await this.#client.query<Row>({ name, text, values });
    return rows.map(({ at, price, volume, flags }) => ({ at: Number(at), price, volume, flags }));
  }

  async #insert(ticks: readonly PeerTick[]): Promise<void> {
    const columns: unknown[][] = [[], [], [], [], []];
    for (const { at, series, prices, volumes, flags } of ticks)
      for (let row = 0; row < series.length; row++)
        [series[row], at, prices[row], volumes[row], flags[row]].forEach((value, c) =>
          columns[c]!.push(value),
        );
    await this.#client.query({
      name: 'insert',
      text: `INSERT INTO points (${COLUMNS}) SELECT * FROM unnest($1::int4[], $2::int8[], $3::float8[], $4::float8[], $5::int2[])`,
      values: columns,
    });
  }
}
