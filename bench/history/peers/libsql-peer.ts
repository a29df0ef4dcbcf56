import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Millis } from '../../../src/core/time.ts';
import type { TickSlice } from '../../../src/history/history-store.ts';
import { peerPackage } from '../../support/peer-package.ts';
import type { Peer, PeerRow } from './peer.ts';

interface Statement {
  run(...values: unknown[]): unknown;
  all(...values: unknown[]): unknown[];
}

/** What the benchmark uses of libsql. */
interface Database {
  exec(sql: string): unknown;
  prepare(sql: string): Statement;
  close(): unknown;
}

const TICKS_PER_BATCH = 30;

/** SQLite with one row per point, primary key (series, at), and a write-ahead log that is synced on each commit. */
export class LibsqlPeer implements Peer {
  readonly name = 'libsql rows';
  readonly #path: string;
  readonly #database: Database;
  readonly #insert: Statement;
  readonly #series: Statement;
  readonly #instant: Statement;

  constructor(folder: string) {
    this.#path = join(folder, 'libsql.db');
    const Libsql = peerPackage('libsql') as new (path: string) => Database;
    this.#database = new Libsql(this.#path);
    this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -256000');
    this.#database.exec(
      'CREATE TABLE points (series INTEGER, at INTEGER, price REAL, volume REAL, flags INTEGER, PRIMARY KEY (series, at)) WITHOUT ROWID',
    );
    this.#insert = this.#database.prepare('INSERT INTO points VALUES (?, ?, ?, ?, ?)');
    this.#series = this.#database.prepare(
      'SELECT at, price, volume, flags FROM points WHERE series = ? AND at <= ? ORDER BY at DESC LIMIT ?',
    );
    this.#instant = this.#database.prepare(
      'SELECT at, price, volume, flags FROM points WHERE series = ? AND at = ?',
    );
  }

  async load(ticks: readonly TickSlice[]): Promise<void> {
    for (let i = 0; i < ticks.length; i += TICKS_PER_BATCH)
      this.#insertAll(ticks.slice(i, i + TICKS_PER_BATCH));
  }

  async append(tick: TickSlice): Promise<void> {
    this.#insertAll([tick]);
  }

  async settle(): Promise<void> {
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE); ANALYZE');
  }

  async bytes(): Promise<number> {
    return statSync(this.#path).size;
  }

  async readSeries(series: number, atOrBefore: Millis, limit: number): Promise<PeerRow[]> {
    return this.#series.all(series, Math.floor(atOrBefore), limit) as PeerRow[];
  }

  async readInstant(at: Millis, series: number): Promise<PeerRow[]> {
    const rows: PeerRow[] = [];
    for (let number = 0; number < series; number++)
      rows.push(...(this.#instant.all(number, at) as PeerRow[]));
    return rows;
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #insertAll(ticks: readonly TickSlice[]): void {
    this.#database.exec('BEGIN');
    for (const { at, series, prices, volumes, flags } of ticks)
      for (let row = 0; row < series.length; row++)
        this.#insert.run(series[row], at, prices[row], volumes[row], flags[row]);
    this.#database.exec('COMMIT');
  }
}
