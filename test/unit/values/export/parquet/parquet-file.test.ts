import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber } from '../../../../../src/core/numbers/decimal.ts';
import { FLAGS, flagsIn, maskOf } from '../../../../../src/core/index-value.ts';
import { LX_INDICES } from '../../../../../src/core/ids/well-known-ids.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import { IndexTickerText } from '../../../../../src/latest/indices/index-ticker-text.ts';
import { BatchRows } from '../../../../../src/values/export/parquet/batch-rows.ts';
import { ParquetColumns } from '../../../../../src/values/export/parquet/parquet-columns.ts';
import { ParquetFile } from '../../../../../src/values/export/parquet/parquet-file.ts';
import { fileColumnsOf, OUT_OF_RANGE } from '../../../../../src/values/export/parquet/parquet-schema.ts';
import type { RecordBatch, TableForm } from '../../../../../src/values/export/parquet/record-batch.ts';
import {
  parquetMetadata,
  plainDecimal,
  queryParquet,
  readParquet,
} from '../../../../support/parquet-rows.ts';

const BTC_USD = { indexType: 'MWA', indexId: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe' } as const;
const BLX = { indexType: 'LX', indexId: LX_INDICES.BLX } as const;
const START = Date.parse('2026-01-31T12:00:00Z');

const TICKS: TableForm = { table: 'index-ticker' };

/** All of a file, of batches of so many rows. */
async function fileOf(
  form: TableForm,
  rowsPerGroup: number,
  fill: (rows: BatchRows, flush: () => void) => void,
) {
  const file = new ParquetFile(form);
  const rows = new BatchRows(form, rowsPerGroup);
  const batches: RecordBatch[] = [];
  fill(rows, () => rows.isFullWith(1) && batches.push(rows.take()));
  const parts: Uint8Array[] = [];
  for (const batch of [...batches, rows.take()]) parts.push(await file.write(batch));
  return Buffer.concat([...parts, await file.finish()]);
}

describe('a file of index ticks', () => {
  test('has exact decimals, instants in UTC and texts, and the column of what does not fit last', async () => {
    const bytes = await fileOf(TICKS, 10, (rows) =>
      rows.add(BTC_USD, START, 0, { price: 88_047.657, volume: 85_068.757 }),
    );
    const { types } = await readParquet(bytes);
    expect(types).toEqual({
      id: 'VARCHAR',
      indexId: 'VARCHAR',
      indexType: 'VARCHAR',
      price: 'DECIMAL(38,24)',
      volume: 'DECIMAL(38,18)',
      timestamp: 'TIMESTAMP WITH TIME ZONE',
      tickVolume: 'DECIMAL(38,18)',
      flags: 'VARCHAR',
      outOfRange: 'VARCHAR',
    });
    expect(Object.keys(types).at(-1)).toBe('outOfRange');
  });

  test('is read by the statements of the guide, which multiply with a cast because DuckDB needs one', async () => {
    const bytes = await fileOf(TICKS, 10, (rows) => rows.add(BTC_USD, START, 0, { price: 2.5, volume: 3 }));
    const guide = readFileSync(new URL('../../../../../docs/use/files.md', import.meta.url), 'utf8');
    const statements = guide.match(/^SELECT .* FROM 'index-ticker\.parquet'.*;$/gm) ?? [];
    const found = await Promise.all(statements.map((sql) => queryParquet(bytes, sql)));
    expect(found.map(([row]) => Number(row?.at(-1)))).toEqual([2.5, 7.5, 7.5]);
    await expect(queryParquet(bytes, "SELECT price * volume FROM 'index-ticker.parquet'")).rejects.toThrow(
      /Needed scale 42/,
    );
  });

  test('without a record can be read and has its columns', async () => {
    const { types, rows } = await readParquet(await fileOf(TICKS, 10, () => undefined));
    expect(Object.keys(types)).toHaveLength(9);
    expect(rows).toEqual([]);
  });

  test('holds every record as JSON has it, whatever its numbers and flags, over several row groups', async () => {
    const text = new IndexTickerText();
    const published = fc.oneof(
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: 1e-17, max: 1e14, noNaN: true }).map((value) => Number(value.toPrecision(8))),
      fc.double({ min: 0, max: 1e8, noNaN: true }).map((value) => Number(value.toFixed(8))),
    );
    const tick = fc.record({
      isLx: fc.boolean(),
      price: published,
      volume: published,
      traded: published,
      flags: fc.subarray([...FLAGS]).map((flags) => maskOf(...flags)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(tick, { maxLength: 40 }), async (ticks) => {
        const wanted = ticks.map(({ isLx, price, volume, traded, flags }, i) => {
          const value = { price, volume, tickVolume: isLx ? traded : Number.NaN, flags };
          return { series: isLx ? BLX : BTC_USD, at: START + i * SLOT_MS, value };
        });
        const bytes = await fileOf(TICKS, 16, (rows, flush) => {
          for (const { series, at, value } of wanted) {
            rows.add(series, at, value.flags, { ...value });
            flush();
          }
        });
        const { rows } = await readParquet(bytes);
        const expected = wanted.map(({ series, at, value }) => JSON.parse(text.record(series, at, value)));
        expect(rows.map(asJson)).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  test('keeps a number that its decimal cannot hold, as text beside an empty field', async () => {
    const bytes = await fileOf(TICKS, 10, (rows) => {
      rows.add(BLX, START, 0, { price: 1e14, volume: 1e-19, tickVolume: 5e-324 });
      rows.add(BLX, START + SLOT_MS, 0, { price: 99_999_999e6, volume: 1e-18, tickVolume: 0 });
    });
    const { rows } = await readParquet(bytes);
    const said = `price=100000000000000|volume=0.0000000000000000001|tickVolume=${formatNumber(5e-324)}`;
    expect(rows[0]).toMatchObject({ outOfRange: said });
    expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(['price']));
    expect(rows[1]).not.toHaveProperty('outOfRange');
    expect(plainDecimal(String(rows[1]?.['volume']))).toBe('0.000000000000000001');
  });
});

describe('a file', () => {
  test.each([
    [TICKS, {}],
    [{ table: 'candles', interval: '1h' } as const, { 'tidemark.interval': '1h' }],
  ])('of %j says which layout it has, of what, and that decimals are exact', async (form, more) => {
    const bytes = await fileOf(form, 10, () => undefined);
    expect(await parquetMetadata(bytes)).toEqual({
      'tidemark.format': '1',
      'tidemark.table': form.table,
      'tidemark.decimals': 'exact; prices DECIMAL(38,24), volumes DECIMAL(38,18)',
      ...more,
    });
  });

  test('knows what does not fit before any other column was asked for', () => {
    const rows = new BatchRows(TICKS);
    rows.add(BLX, START, 0, { price: 1e14, volume: 1, tickVolume: 1e-19 });
    const columns = new ParquetColumns(TICKS, rows.take());
    const said = ['price=100000000000000|tickVolume=0.0000000000000000001'];
    expect(columns.valuesOf(OUT_OF_RANGE)).toEqual(said);
    for (const column of fileColumnsOf(TICKS)) columns.valuesOf(column);
    expect(columns.valuesOf(OUT_OF_RANGE)).toEqual(said);
  });
});

describe('a file of candles', () => {
  test('has counts, truths and the exact volume of more digits than a double', async () => {
    const form: TableForm = { table: 'candles', interval: '1h' };
    const volume = '123456789012.12345678';
    const bytes = await fileOf(form, 10, (rows) =>
      rows.add(BLX, START, maskOf('SPLIT', 'CARRIED'), {
        open: 1,
        high: 3,
        low: 0.5,
        close: 2.25,
        vwap: 2,
        twap: 1.5,
        volume,
        ticks: 119,
        carried: 2,
        expected: 120,
        complete: 1,
      }),
    );
    const { rows, types } = await readParquet(bytes);
    expect(types).toMatchObject({ ticks: 'INTEGER', complete: 'BOOLEAN', endTimestamp: expect.any(String) });
    expect(rows).toEqual([
      expect.objectContaining({
        interval: '1h',
        volume: `${volume}0000000000`,
        ticks: '119',
        carried: '2',
        expected: '120',
        complete: true,
        startTimestamp: String(START),
        endTimestamp: String(START + 3_600_000),
        timestamp: String(START),
        flags: flagsIn(maskOf('SPLIT', 'CARRIED')).join('|'),
      }),
    ]);
    expect(rows[0]).not.toHaveProperty('volume24h');
  });
});

const DECIMALS = ['price', 'volume', 'tickVolume'];

/** A row as the record that it was. */
function asJson({ outOfRange, timestamp, flags, ...rest }: Readonly<Record<string, unknown>>) {
  const record: Record<string, unknown> = { ...rest, timestamp: new Date(Number(timestamp)).toISOString() };
  for (const name of DECIMALS)
    if (record[name] !== undefined) record[name] = plainDecimal(String(record[name]));
  for (const said of typeof outOfRange === 'string' ? outOfRange.split('|') : []) {
    const [name = '', value] = said.split('=');
    record[name] = value;
  }
  return { ...record, ...(flags === undefined ? {} : { flags: String(flags).split('|') }) };
}
