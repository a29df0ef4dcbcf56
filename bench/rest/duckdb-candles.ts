import { DuckDBInstance } from '@duckdb/node-api';
import { HOUR_MS } from '../../src/core/time.ts';
import { median } from '../support/statistics.ts';
import type { SeriesValues } from './index-pages.ts';

const ROUNDS = 9;

/**
 * CPU time of DuckDB for the newest hourly candles of a series, in milliseconds: a table in memory, one thread, result as JSON.
 */
export async function measureHourlyPeer(
  { ats, prices, volumes }: SeriesValues,
  candles: number,
): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  try {
    await connection.run('CREATE TABLE ticks (instant BIGINT, price DOUBLE, volume DOUBLE)');
    const appender = await connection.createAppender('ticks');
    for (let i = ats.length - 1; i >= 0; i--) {
      appender.appendBigInt(BigInt(ats[i]!));
      appender.appendDouble(prices[i]!);
      appender.appendDouble(volumes[i]!);
      appender.endRow();
    }
    appender.closeSync();
    const query = `SELECT (instant - 1) // ${HOUR_MS} AS hour, arg_min(price, instant) AS open, max(price) AS high, min(price) AS low,
      arg_max(price, instant) AS close, arg_max(volume, instant) AS volume, avg(price) AS twap, count(*)::INTEGER AS ticks
      FROM ticks GROUP BY hour ORDER BY hour DESC LIMIT ${candles}`;
    const used: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const before = process.cpuUsage();
      const rows = (await connection.runAndReadAll(query)).getRowObjectsJson();
      JSON.stringify(rows);
      const { user, system } = process.cpuUsage(before);
      if (rows.length !== candles)
        throw new Error(`DuckDB made ${rows.length} candles of ${ats.length} values`);
      used.push((user + system) / 1000);
    }
    return median(used);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
