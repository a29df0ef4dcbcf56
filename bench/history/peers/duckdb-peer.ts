import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type { Millis } from '../../../src/core/time.ts';
import type { TickSlice } from '../../../src/history/history-store.ts';
import type { Peer, PeerRow } from './peer.ts';

const TICKS_PER_BATCH = 60;

/** A DuckDB table with one row per point in time order; its appender writes batches in one transaction. */
export class DuckdbPeer implements Peer {
  readonly name = 'DuckDB';
  readonly #path: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(path: string, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.#path = path;
    this.#instance = instance;
    this.#connection = connection;
  }

  static async open(folder: string): Promise<DuckdbPeer> {
    const path = join(folder, 'duck.db');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run(
      'CREATE TABLE points (series INTEGER, "at" BIGINT, price DOUBLE, volume DOUBLE, flags SMALLINT)',
    );
    return new DuckdbPeer(path, instance, connection);
  }

  async load(ticks: readonly TickSlice[]): Promise<void> {
    for (let i = 0; i < ticks.length; i += TICKS_PER_BATCH)
      await this.#insert(ticks.slice(i, i + TICKS_PER_BATCH));
  }

  append(tick: TickSlice): Promise<void> {
    return this.#insert([tick]);
  }

  async settle(): Promise<void> {
    await this.#connection.run('CHECKPOINT');
  }

  async bytes(): Promise<number> {
    return statSync(this.#path).size;
  }

  readSeries(series: number, atOrBefore: Millis, limit: number): Promise<PeerRow[]> {
    return this.#rows(
      `SELECT "at", price, volume, flags FROM points WHERE series = ${series} AND "at" <= ${Math.floor(atOrBefore)} ORDER BY "at" DESC LIMIT ${limit}`,
    );
  }

  readInstant(at: Millis, series: number): Promise<PeerRow[]> {
    return this.#rows(
      `SELECT "at", price, volume, flags FROM points WHERE "at" = ${at} AND series < ${series} ORDER BY series`,
    );
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }

  async #rows(query: string): Promise<PeerRow[]> {
    const reader = await this.#connection.runAndReadAll(query);
    return reader.getRows().map(([at, price, volume, flags]) => ({
      at: Number(at),
      price: price as number,
      volume: volume as number,
      flags: flags as number,
    }));
  }

  async #insert(ticks: readonly TickSlice[]): Promise<void> {
    await this.#connection.run('BEGIN');
    const appender = await this.#connection.createAppender('points');
    for (const { at, series, prices, volumes, flags } of ticks)
      for (let row = 0; row < series.length; row++) {
        appender.appendInteger(series[row]!);
        appender.appendBigInt(BigInt(at));
        appender.appendDouble(prices[row]!);
        appender.appendDouble(volumes[row]!);
        appender.appendSmallInt(flags[row]!);
        appender.endRow();
      }
    appender.closeSync();
    await this.#connection.run('COMMIT');
  }
}
