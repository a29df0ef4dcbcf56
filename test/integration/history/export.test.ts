import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { CommandSession } from '../../support/command-session.ts';
import { openCrashStore, sliceOf, valuesOf } from '../../support/crash-world.ts';
import { exportHistory, type ExportOptions } from '../../../src/app/operate/export/export.ts';
import { UsageError } from '../../../src/cli/command.ts';
import { command as exportCommand } from '../../../src/cli/commands/export.ts';
import { DAY_MS, HOUR_MS, SLOT_MS } from '../../../src/core/time.ts';
import { candleText } from '../../../src/latest/candles/candle-text.ts';
import { IndexTickerText } from '../../../src/latest/indices/index-ticker-text.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import type { StoredValue } from '../../../src/history/history-store.ts';
import { appears } from '../../support/appears.ts';
import { runInProcess } from '../../support/command-line.ts';
import { cellOf, csvRows } from '../../support/csv-rows.ts';
import { valuesOf as valuesAt } from '../../support/history-values.ts';
import { sliceAt } from '../../support/history-values.ts';
import { plainDecimal, readParquet } from '../../support/parquet-rows.ts';
import { startService } from '../../support/service.ts';
import { candlesOn, FIRST_DAY, FIRST_TICK, StoredWorlds } from '../../support/stored-world.ts';
import { soon, Tidemark } from '../../support/tidemark-process.ts';

const MAIN = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const tidemark = new Tidemark();
const commands = new CommandSession();
const worlds = new StoredWorlds();
afterAll(() => worlds.remove());
/** An hour, and five minutes of the next day. */
const HOUR = { ticks: 130, days: 15 };
const FEW = { ticks: 3, days: 2 };
const text = new IndexTickerText();
const jsonOf = (value: StoredValue) =>
  text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });

const asShown = (value: unknown) => plainDecimal(String(value));

async function exported(folder: string, ...args: string[]): Promise<string[]> {
  return (await exportedText(folder, ...args)).split('\n').slice(0, -1);
}

async function exportedText(folder: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await commands.run(['export', ...args, '--data', folder]);
  expect([stderr, code]).toEqual(['', 0]);
  return stdout;
}

describe('an export of a stopped service', () => {
  test('contains every tick and day like the API, oldest first', async () => {
    const folder = tidemark.newFolder();
    const apart = 8;
    await worlds.copyTo(folder, { ticks: 17, apart, days: 15 });
    const ticks = Array.from({ length: 17 }, (_, i) =>
      valuesAt(sliceAt(FIRST_TICK + i * apart * SLOT_MS)),
    ).flat();
    expect(await exported(folder, 'ticks', '--format', 'ndjson')).toEqual(ticks.map(jsonOf));
    const days = Array.from({ length: 15 }, (_, i) => candlesOn(FIRST_DAY + i * DAY_MS)).flat();
    expect(await exported(folder, 'ohlcv', '--format=ndjson')).toEqual(days.map(candleText));

    const [columns, ...rows] = csvRows(await exportedText(folder, 'ticks', '--type', 'LX'));
    expect(columns!.join()).toBe('id,indexId,indexType,price,volume,timestamp,tickVolume,flags');
    const lx = ticks
      .filter(({ indexType }) => indexType === 'LX')
      .map((value) => JSON.parse(jsonOf(value)) as object);
    expect(rows).toEqual(lx.map((record) => columns!.map((column) => cellOf(record, column))));
    const [dayColumns] = csvRows(await exportedText(folder, 'ohlcv', '--type', 'LX'));
    expect(dayColumns!.join()).toBe(
      'id,indexId,indexType,open,high,low,close,volume,volumeUsd,vwap,twap,startTimestamp,endTimestamp,timestamp,ticks,carried,flags',
    );
  });

  test('is limited to an index and a range, with an exclusive end', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, HOUR);
    const [from, to] = ['2026-02-27T23:50:00Z', '2026-02-28T00:03:30Z'];
    const times = (lines: string[]) =>
      lines.map((line) => (JSON.parse(line) as { timestamp: string }).timestamp);
    const some = await exported(
      folder,
      'ticks',
      '--format=ndjson',
      '--index',
      BLX,
      '--from',
      from,
      '--to',
      to,
    );
    // The end is exclusive.
    const slots = (Date.parse(to) - Date.parse(from)) / SLOT_MS;
    expect(times(some)).toEqual(
      Array.from({ length: slots }, (_, i) => new Date(Date.parse(from) + i * SLOT_MS).toISOString()),
    );
    const all = await exported(folder, 'ticks', '--format=ndjson', '--from', from, '--to', to);
    expect(all.filter((line) => line.includes(BLX))).toEqual(some);
    const days = await exported(
      folder,
      'ohlcv',
      '--format=ndjson',
      `--index=${BLX}`,
      '--from=2025-12-30T00:00:00Z',
      '--to=2026-01-03T00:00:00Z',
    );
    expect(times(days).map((time) => time.slice(0, 10))).toEqual([
      '2025-12-30',
      '2025-12-31',
      '2026-01-01',
      '2026-01-02',
    ]);
  });

  test('contains only final days', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, { ticks: 1, days: 70 });
    const lines = await exported(folder, 'ohlcv', '--format=ndjson', '--index', BLX);
    // 2026-02-27 is stored, but the last tick comes before 00:05 of the day after it.
    const days = lines.map((line) => (JSON.parse(line) as { timestamp: string }).timestamp.slice(0, 10));
    expect(days.at(-1)).toBe('2026-02-26');
  });
});

describe('an export beside a running service', () => {
  test('equals the REST API', async () => {
    const folder = tidemark.newFolder();
    const service = await startService({
      folder,
      argv: ['--start', '2028-02-28T23:57:05Z', '--speed', '200', '--fault-rate', '3'],
    });
    const page = async (path: string) =>
      ((await (await service.get(`/v3/${path}`)).json()) as { content: { timestamp: string }[] }).content;
    const newest = async () => (await page(`index-ticker?indexId=${BLX}`))[0]!.timestamp;
    while ((await newest()) < '2028-02-29T00:06') await soon();
    const ticks = await exported(folder, 'ticks', '--format', 'ndjson', '--to', '2028-02-29T00:05:01Z');
    const shown = await page('index-ticker?timestamp=2028-02-29T00:05:00Z&size=2000');
    expect(shown.length).toBe(2000);
    const byId = new Map(ticks.map((line) => [(JSON.parse(line) as { id: string }).id, line]));
    for (const record of shown as unknown as { id: string }[])
      expect(byId.get(record.id)).toBe(JSON.stringify(record));
    const days = await exported(folder, 'ohlcv', '--format', 'ndjson');
    for (const record of await page('ohlcv')) expect(days).toContain(JSON.stringify(record));
    const all = await page('ohlcv?timestamp=2100-01-01T00:00:00Z&size=2000');
    expect(days.toSorted()).toEqual(all.map((record) => JSON.stringify(record)).toSorted());
    await service.close();
  });

  const jsonLines = (folder: string, chunks: string[], onWrite: () => Promise<void>) => {
    const options: ExportOptions = { data: folder, kind: 'ticks', format: 'ndjson' };
    return exportHistory(options, {
      write: async (chunk) => {
        chunks.push(String(chunk));
        if (chunks.length === 1) await onWrite();
      },
    });
  };

  test('continues while hours are joined to a day', async () => {
    const folder = tidemark.newFolder();
    const problems: string[] = [];
    const store = await openCrashStore(join(folder, 'history'), problems);
    for (let tick = 0; tick < 40; tick++) await store.append(sliceOf(tick));
    await store.sealed();
    const chunks: string[] = [];
    const report = await jsonLines(folder, chunks, async () => {
      for (let tick = 40; tick < 90; tick++) await store.append(sliceOf(tick));
      await store.sealed();
      expect(readdirSync(join(folder, 'history', 'days'))).toHaveLength(1);
    });
    await store.close();
    const expected = Array.from({ length: 40 }, (_, tick) => valuesOf(tick))
      .flat()
      .map(jsonOf);
    expect(chunks.join('').split('\n').slice(0, -1)).toEqual(expected);
    expect([report.damaged, problems]).toEqual([[], []]);
  });

  test('continues without a day that is deleted meanwhile', async () => {
    const folder = tidemark.newFolder();
    const store = await EmbeddedHistoryStore.open({
      folder: join(folder, 'history'),
      windowMs: DAY_MS,
      onDamage: (damage) => expect(damage).toBeUndefined(),
      onSealingFailure: (error) => expect(error).toBeUndefined(),
    });
    const start = Date.parse('2026-03-01T00:00:00Z');
    for (let i = 1; i <= 48; i++) await store.append(sliceAt(start + i * HOUR_MS));
    await store.sealed();
    expect(readdirSync(join(folder, 'history', 'days'))).toHaveLength(2);
    const chunks: string[] = [];
    const report = await jsonLines(folder, chunks, async () => {
      for (let i = 49; i <= 75; i++) await store.append(sliceAt(start + i * HOUR_MS));
      await store.sealed();
      expect(readdirSync(join(folder, 'history', 'days'))).toEqual(['2026-03-02.seg', '2026-03-03.seg']);
    });
    await store.close();
    expect(report.damaged).toEqual([]);
    const second = Array.from({ length: 24 }, (_, i) => valuesAt(sliceAt(start + (25 + i) * HOUR_MS)))
      .flat()
      .map(jsonOf);
    expect(chunks.join('').split('\n').slice(0, -1).slice(-second.length)).toEqual(second);
  });
});

describe('a file', () => {
  test.each([
    ['ticks.csv', [], 'csv'],
    ['ticks', [], 'csv'],
    ['ticks.2026-02-27', [], 'csv'],
    ['ticks.txt', ['--format', 'ndjson'], 'ndjson'],
    ['ticks.JSONL', [], 'ndjson'],
  ])('%s %j has records as %s', async (name, flags, format) => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, FEW);
    const out = join(tidemark.newFolder(), name);
    const args = ['ticks', '--data', folder, '--out', out, ...flags];
    expect(await runInProcess('export', exportCommand, args)).toMatchObject({ code: 0, err: '' });
    expect(readFileSync(out, 'utf8').startsWith('{')).toBe(format === 'ndjson');
  });

  test('x.parquet contains every tick and day like the API', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, FEW);
    const ticks = Array.from({ length: FEW.ticks }, (_, i) =>
      valuesAt(sliceAt(FIRST_TICK + i * SLOT_MS)),
    ).flat();
    const days = Array.from({ length: FEW.days }, (_, i) => candlesOn(FIRST_DAY + i * DAY_MS)).flat();
    for (const [kind, wanted] of [
      ['ticks', ticks.map(jsonOf)],
      ['ohlcv', days.map(candleText)],
    ] as const) {
      const out = join(tidemark.newFolder(), 'x.parquet');
      const run = await commands.run(['export', kind, '--data', folder, '--out', out]);
      expect(run).toMatchObject({ code: 0, stderr: '' });
      const { rows } = await readParquet(readFileSync(out));
      const shown = rows.map(({ id, price, close, volume }) => [id, price ?? close, volume].map(asShown));
      expect(shown).toEqual(
        wanted.map((json) => {
          const { id, price, close, volume } = JSON.parse(json) as Record<string, string>;
          return [id, price ?? close, volume];
        }),
      );
    }
  });

  test('is not overwritten, unless requested', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, FEW);
    const out = join(tidemark.newFolder(), 'ticks.ndjson');
    writeFileSync(out, 'mine');
    const run = (...args: string[]) => commands.run(['export', 'ticks', '--data', folder, ...args]);
    expect(await run('--out', out)).toMatchObject({
      code: 1,
      stderr: `tidemark: ${out} already exists: use --force to replace it\n`,
    });
    expect(readFileSync(out, 'utf8')).toBe('mine');
    const { code, stdout } = await run('--out', out, '--force');
    const lines = readFileSync(out, 'utf8').split('\n').slice(0, -1);
    expect([code, stdout]).toEqual([0, `${lines.length} records in ${out}\n`]);
    expect(lines).toEqual([0, 1, 2].flatMap((i) => valuesAt(sliceAt(FIRST_TICK + i * SLOT_MS))).map(jsonOf));
    expect(await run('--out', '/dev/null', '--force')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/not a regular file/),
    });
    expect(readdirSync(join(out, '..'))).toEqual(['ticks.ndjson']);
  });

  test.each(['SIGKILL', 'SIGINT'] as const)('never has its name if %s ends the export', async (signal) => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, HOUR);
    const target = tidemark.newFolder();
    const out = join(target, 'ticks.csv');
    const running = tidemark.start(['export', 'ticks', '--out', out, '--data', folder]);
    await appears(target, running.ended);
    running.kill(signal);
    const ended = await running.ended;
    expect(existsSync(out)).toBe(false);
    if (signal === 'SIGKILL') expect(ended.signal).toBe('SIGKILL');
    else {
      expect(ended).toMatchObject({ code: 130, stderr: 'tidemark: interrupted: nothing was written\n' });
      expect(readdirSync(target)).toEqual([]);
    }
    expect(await commands.run(['export', 'ticks', '--out', out, '--data', folder])).toMatchObject({
      code: 0,
    });
  });
});

describe('standard output', () => {
  test('that is closed by its reader ends the export quietly', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, HOUR);
    const script = `"${process.execPath}" "${MAIN}" export ticks --data "${folder}" | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
    expect([stderr, stdout]).toEqual(['', expect.stringMatching(/^id,indexId.*\r\n0\n$/)]);
  });
});

test.each([
  [[], /name what to export: ticks or ohlcv/],
  [['trades'], /KIND 'trades' is none of ticks, ohlcv, candles/],
  [['ticks', '--format', 'xml'], /--format must be one of csv, ndjson, parquet/],
  [['ticks', '--format', 'csv', '--out', 'x.parquet'], /x.parquet ends in .parquet, but --format is csv/],
  [['ticks', '--format', 'parquet', '--out', 'x.csv'], /x.csv ends in .csv, but --format is parquet/],
  [['ticks', '--type', 'MWA,XXX'], /--type must name some of MWA,GWA,LX/],
  [['ticks', '--index', 'btc'], /--index takes ids \(got btc\)/],
  [['ticks', '--index', ''], /--index must name up to 200 indices/],
  [['ticks', '--index='], /--index must name up to 200 indices/],
  [['ticks', '--from', 'yesterday'], /--from must be a time in UTC/],
  [['ohlcv', '--from=2026-01-02T00:00:00Z', '--to=2026-01-01T00:00:00Z'], /--from is after --to/],
])('export %j is a usage error', async (args, expected) => {
  const refused: unknown = await runInProcess('export', exportCommand, [
    ...args,
    '--data',
    tidemark.newFolder(),
  ]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(UsageError);
  expect(String(refused)).toMatch(expected);
});

test('a usage error is refused with code 2', async () => {
  const ended = await commands.run(['export', 'ticks', '--type', 'MWA,XXX']);
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/--type must name/) });
});

test('missing data is refused with code 1 and a message', async () => {
  const folder = tidemark.newFolder();
  const run = (...args: string[]) => commands.run(['export', 'ticks', '--data', folder, ...args]);
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringMatching(/there is no history/) });
  await worlds.copyTo(folder, FEW);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(await run('--index', unknown)).toMatchObject({
    code: 1,
    stderr: `tidemark: no records of the index ${unknown} are stored\n`,
  });
  expect(await run('--index', BLX, '--type', 'GWA')).toMatchObject({
    code: 1,
    stderr: `tidemark: ${BLX} is of type LX, which --type excludes\n`,
  });
});
