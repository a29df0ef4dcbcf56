import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

/** A Parquet file read by DuckDB: the types of its columns, and its rows as JSON records. */
export interface ParquetTable {
  readonly types: Readonly<Record<string, string>>;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Reads a file with DuckDB. Values are texts as the API writes them; empty ones are left out. */
export function readParquet(bytes: Uint8Array): Promise<ParquetTable> {
  return inDuckDb(bytes, async (path, rowsOf) => {
    const described = await rowsOf(`DESCRIBE SELECT * FROM '${path}'`);
    const types = Object.fromEntries(described.map(([name, type]) => [String(name), String(type)]));
    const cells = Object.entries(types).map(([name, type]) => textOf(name, type));
    const rows = await rowsOf(`SELECT ${cells.join()} FROM '${path}'`);
    const names = Object.keys(types);
    return { types, rows: rows.map((row) => recordOf(names, row)) };
  });
}

/** Metadata of the file, by key. */
export function parquetMetadata(bytes: Uint8Array): Promise<Record<string, string>> {
  return inDuckDb(bytes, async (path, rowsOf) => {
    const said = await rowsOf(`SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('${path}')`);
    return Object.fromEntries(said.map(([key, value]) => [String(key), String(value)]));
  });
}

/** The rows of a statement that reads the file `index-ticker.parquet`. */
export function queryParquet(bytes: Uint8Array, sql: string): ReturnType<ReadRows> {
  return inDuckDb(bytes, (path, rowsOf) => rowsOf(sql.replace('index-ticker.parquet', path)));
}

type ReadRows = (sql: string) => Promise<readonly (readonly unknown[])[]>;

async function inDuckDb<T>(
  bytes: Uint8Array,
  read: (path: string, rowsOf: ReadRows) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-parquet-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const path = join(folder, 'file.parquet');
    writeFileSync(path, bytes);
    return await read(path, async (sql) => (await connection.runAndReadAll(sql)).getRowsJson());
  } finally {
    connection.closeSync();
    instance.closeSync();
    rmSync(folder, { recursive: true });
  }
}

/** Whole milliseconds since 1970 and plain texts, independent of DuckDB's own formats. */
function textOf(name: string, type: string): string {
  if (type.startsWith('TIMESTAMP')) return `epoch_ms("${name}")::VARCHAR`;
  return type === 'BOOLEAN' ? `"${name}"` : `"${name}"::VARCHAR`;
}

function recordOf(names: readonly string[], row: readonly unknown[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name, i) => [name, row[i]]).filter(([, value]) => value !== null));
}

/** A DuckDB decimal, which has all digits of its scale, as the API writes it. */
export function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
