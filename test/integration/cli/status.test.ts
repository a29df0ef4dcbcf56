import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plannedDays } from '../../../src/app/pipeline/backfill/backfill-plan.ts';
import { STAGES } from '../../../src/app/pipeline/backfill/stages.ts';
import { writeProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { CANDLE_NUMBERS } from '../../../src/core/candle.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { readKey } from '../../../src/history/embedded/journal/journal-keys.ts';
import {
  decodeEntry,
  encodeEntry,
  type YearEntry,
} from '../../../src/history/embedded/journal/journal-records.ts';
import { Journal } from '../../../src/history/embedded/journal/journal.ts';
import { sendCommand } from '../../../src/app/directory/control-socket.ts';
import type { Status } from '../../../src/app/operate/status/status.ts';
import { startService } from '../../support/service.ts';
import { ORDER } from '../../support/history-values.ts';
import { FIRST_TICK, openStored, StoredWorlds } from '../../support/stored-world.ts';
import { CommandSession } from '../../support/command-session.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

const tidemark = new Tidemark();
const session = new CommandSession();
const worlds = new StoredWorlds();
afterAll(() => worlds.remove());

/** Default: of a stopped service. */
async function statusOf(folder: string, exitCode = 3): Promise<Status> {
  const { code, stdout, stderr } = await session.run(['status', '--json', '--data', folder]);
  expect([stderr, code]).toEqual(['', exitCode]);
  return JSON.parse(stdout) as Status;
}

/** A value of a series on each of these days, and its end-of-day records. */
async function fillIn(folder: string, firstValue: string, firstRecord: string, last: string): Promise<void> {
  const history = await openStored(folder);
  const [series] = ORDER.series;
  const column = () => Float64Array.of(1.5);
  const value = { ...series!, slots: Uint16Array.of(5), prices: column(), volumes: column() };
  const one = { ...value, tickVolumes: Float64Array.of(Number.NaN), flags: new Uint16Array(1) };
  for (let day = Date.parse(firstValue); day <= Date.parse(last); day += DAY_MS)
    await history.insertPast({ startAt: day, parts: [[one]] });
  for (let year = Number(firstRecord.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const startAt = Date.UTC(year, 0, 1);
    const end = Math.min(Date.UTC(year, 11, 31), Date.parse(last));
    const days = Uint16Array.of(0, (end - startAt) / DAY_MS);
    const numbers = CANDLE_NUMBERS.map(() => Float64Array.of(1, 1));
    await history.insertCandles({
      startAt,
      series: [{ ...series!, days, numbers, flags: new Uint16Array(2) }],
    });
  }
  await history.close();
}

describe('tidemark status', () => {
  test('shows the data of a stopped service', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, { ticks: 250, days: 50 });
    const status = await statusOf(folder);
    expect(status).toMatchObject({
      running: false,
      directory: folder,
      identity: { source: 'simulator', world: 'small', seed: 'tidemark', worldVersion: 3 },
      lastTick: '2026-02-28T01:05:00.000Z',
      series: { LX: 3 },
      tickDays: { count: 2, oldest: '2026-02-27', newest: '2026-02-28' },
      // The years of most series are sealed.
      endOfDay: { oldest: '2025-12-20', newest: '2026-02-07' },
    });
    expect(status).not.toHaveProperty('latenessSeconds');
    expect(status).not.toHaveProperty('backfill');
    for (const kind of ['journal', 'hours', 'days', 'candles'] as const)
      expect(status.disk[kind], kind).toBeGreaterThan(0);
    expect(status.disk.inputs).toBe(0);
    const { stdout } = await session.run(['status', '--data', folder]);
    expect(stdout).toMatch(/^service {8}stopped$/m);
    expect(stdout).toMatch(/^days of ticks {2}2, 2026-02-27 to 2026-02-28$/m);
  });

  test('shows the last day with an end of day, even if a year no longer knows it', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, { ticks: 250, days: 50 });
    // As it is stored for the file of a year that a journal with lost records no longer knew.
    const { journal, entries } = await Journal.open({
      folder: join(folder, 'history', 'journal'),
      onLoss: String,
    });
    for (const { key, value } of entries.filter(({ key }) => readKey(key).kind === 'year')) {
      const { generation } = decodeEntry<YearEntry>(value);
      const firstDay = readKey(key).at;
      const entry = { generation, firstDay, lastDay: firstDay + 365 * DAY_MS };
      await journal.commit({ puts: [{ key, value: encodeEntry(entry) }] });
    }
    await journal.close();
    expect((await statusOf(folder)).endOfDay).toEqual({ oldest: '2025-12-20', newest: '2026-02-07' });
  });

  test('asks a running service, and agrees with metrics', async () => {
    const folder = tidemark.newFolder();
    const service = await startService({
      folder,
      argv: ['--start', '2026-03-01T12:00:35Z', '--speed', '0.01'],
    });
    const reply = await sendCommand(folder, { command: 'status', arguments: {} });
    expect(reply?.result).toMatchObject({ running: true });
    expect(reply?.result, 'a walk through all files is not for the serving thread').not.toHaveProperty(
      'disk',
    );
    // The reference days of changes are stored soon after the start.
    await expect.poll(async () => (await statusOf(folder, 0)).tickDays.count).toBe(4);
    const status = await statusOf(folder, 0);
    expect(status.disk.all).toBeGreaterThan(0);
    expect(status).toMatchObject({
      running: true,
      pid: process.pid,
      lastTick: '2026-03-01T12:00:30.000Z',
      // The day, and the reference days of changes.
      tickDays: { count: 4, oldest: '2026-01-30', newest: '2026-03-01' },
      // Nothing is in the future: the hour of the inputs has not ended.
      inputs: { oldest: '2026-03-01T12:00:30.000Z', newest: '2026-03-01T12:00:30.000Z' },
    });
    expect(status.latenessSeconds).toBeGreaterThanOrEqual(0);
    expect(status.historyLagSeconds).toBeGreaterThanOrEqual(5);
    expect(status.historyLagSeconds).toBeLessThan(30);
    const { stdout } = await session.run(['status', '--data', folder]);
    expect(stdout).toMatch(/^days of ticks {2}4 of the 31 from 2026-01-30 to 2026-03-01$/m);
    const read = async () => (await service.get('/metrics')).text();
    // The disk is measured in another thread, soon after the start.
    await expect.poll(read).toContain('tidemark_disk_bytes{');
    const metrics = await read();
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    expect(value('tidemark_last_tick_timestamp_seconds')).toBe(Date.parse(status.lastTick!) / 1000);
    expect(value('tidemark_history_days')).toBe(4);
    expect(value('tidemark_history_series{type="LX"}')).toBe(3);
    expect(value('tidemark_history_lag_seconds')).toBeGreaterThanOrEqual(5);
    expect(value('tidemark_disk_bytes{kind="journal"}')).toBe(status.disk.journal);
    expect(value('tidemark_inputs_oldest_timestamp_seconds')).toBe(Date.parse(status.inputs!.oldest) / 1000);
    expect(value('tidemark_candles_oldest_timestamp_seconds')).toBe(
      Date.parse(status.endOfDay!.oldest) / 1000,
    );
    await service.close();
  });

  test('shows the back-fill progress of a stopped service', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, { ticks: 1, days: 0 });
    await fillIn(folder, '2026-02-03', '2014-01-01', '2026-02-26');
    const plan = { firstLive: FIRST_TICK, days: plannedDays('auto'), largest: [] };
    const done = {
      'largest-records': Date.parse('2014-01-01T00:00:00Z'),
      today: Date.parse('2026-02-27T00:00:00Z'),
      'first-values': Date.parse('2026-02-03T00:00:00Z'),
    };
    writeProgress(folder, { prepared: true, firstLive: FIRST_TICK, plan, done });
    const status = (await statusOf(folder)).backfill;
    expect(status).toMatchObject({
      stage: 'first-values',
      since: {
        records: { largest: '2014-01-01', everything: '2026-02-26' },
        values: { first: '2026-02-03', largest: '2026-02-27', everything: '2026-02-27' },
      },
    });
    expect(status?.done).toBeGreaterThan(0);
    const { stdout } = await session.run(['status', '--data', folder]);
    expect(stdout).toContain(
      'filled in      end-of-day records of the 50 largest assets since 2014-01-01, of everything since 2026-02-26; ' +
        '30-second values of the 10 largest assets since 2026-02-03, of everything since 2026-02-27\n',
    );
    expect(stdout).toMatch(/^back-fill {6}\d+ %, 30-second values of the 10 largest assets$/m);
    const all = Object.fromEntries(STAGES.map((stage) => [stage, 0]));
    writeProgress(folder, { prepared: true, plan, done: all });
    expect((await statusOf(folder)).backfill).toMatchObject({
      stage: 'done',
      done: 1,
      // The stored progress differs from the data.
      missing: { oldest: '2025-08-11', newest: '2026-02-02' },
    });
  });

  test('asks a back-fill that runs on a stopped service, and other commands are informed', async () => {
    const folder = tidemark.newFolder();
    await worlds.copyTo(folder, { ticks: 1, days: 0 });
    writeProgress(folder, { prepared: true, firstLive: FIRST_TICK, largest: [] });
    const backfill = ['backfill', '--world', 'small', '--data', folder];
    const running = tidemark.start(backfill);
    let status = await statusOf(folder);
    await eventually(async () => (status = await statusOf(folder)).backfill?.points !== undefined);
    expect(status).toMatchObject({
      running: false,
      holder: 'tidemark backfill',
      lastTick: '2026-02-27T23:00:30.000Z',
      backfill: { stage: 'largest-records' },
    });
    const { stdout } = await session.run(['status', '--data', folder]);
    expect(stdout).toMatch(/^service {8}stopped, 'tidemark backfill' is running$/m);
    for (const args of [['backup', tidemark.newFolder(), '--data', folder], backfill])
      expect(await session.run(args)).toMatchObject({
        code: 1,
        stderr:
          "tidemark: 'tidemark backfill' is using the data directory: wait until it has ended, or stop it\n",
      });
    running.kill('SIGKILL');
    expect(await running.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(await statusOf(folder)).not.toHaveProperty('holder');
  });

  test('reports a directory that was never served, or is missing', async () => {
    const folder = tidemark.newFolder();
    expect(await statusOf(folder)).toMatchObject({ running: false, tickDays: { count: 0 } });
    expect((await session.run(['status', '--data', folder])).stdout).toMatch(/never served/);
    expect(await session.run(['status', '--data', join(folder, 'missing')])).toMatchObject({ code: 1 });
    expect(await session.run(['status', 'extra', '--data', folder])).toMatchObject({ code: 2 });
  });
});
