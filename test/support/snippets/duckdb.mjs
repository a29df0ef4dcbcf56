#!/usr/bin/env node
// Emulates `duckdb -c SQL` with the engine of the npm package, for machines without the program. Prints one JSON object
// per row.
import { DuckDBInstance } from '@duckdb/node-api';

const [option, sql, ...more] = process.argv.slice(2);
if (option !== '-c' || sql === undefined || more.length > 0) throw new Error('duckdb -c SQL');
const connection = await (await DuckDBInstance.create()).connect();
for (const statement of sql.split(/;\s*(?:\n|$)/).filter((each) => each.trim() !== '')) {
  const rows = await connection.runAndReadAll(statement);
  for (const row of rows.getRowObjectsJson()) process.stdout.write(`${JSON.stringify(row)}\n`);
}
