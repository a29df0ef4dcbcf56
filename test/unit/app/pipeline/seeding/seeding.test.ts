import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Seeding, type SeedingParts } from '../../../../../src/app/pipeline/seeding/seeding.ts';
import { seedingStatus, seedingText } from '../../../../../src/app/operate/status/seeding-status.ts';
import type { Candle } from '../../../../../src/core/candle.ts';
import { maskOf } from '../../../../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import { RecordColumns } from '../../../../../src/sources/live/seed/record-columns.ts';
import type { SeedExchange, Seeder, SeedRequest, SeedOutcome } from '../../../../../src/sources/seeding.ts';
import { ORDER, sliceAt, WINDOW_MS } from '../../../../support/history-values.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const FIRST_TICK = Date.parse('2026-01-03T06:00:30Z');
const FIRST_DAY = Date.parse('2026-01-03T00:00:00Z');
const SERIES = ORDER.series[0]!;

let folder: string;
let clock: ManualClock;
let history: MemoryHistoryStore;
let orders: SeedRequest[];
let outcomes: SeedOutcome['outcome'][];
const opened: Seeding[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'seeding-'));
  clock = new ManualClock(FIRST_TICK + 2000);
  history = new MemoryHistoryStore(WINDOW_MS);
  await history.append(sliceAt(FIRST_TICK));
  orders = [];
  outcomes = [];
});

afterEach(async () => {
  for (const seeding of opened.splice(0)) await seeding.close();
  rmSync(folder, { recursive: true, force: true });
});

const candle = (startAt: number, close: number): Candle => ({
  ...SERIES,
  startAt,
  open: 100,
  high: 200,
  low: 50,
  close,
  volume: 1,
  volumeRest: 0,
  volumeUsd: 100,
  vwap: 100,
  twap: 100,
  ticks: 0,
  carried: 0,
  flags: maskOf('SEEDED'),
});
const EXCHANGES: readonly SeedExchange[] = [
  { exchange: 'kraken', markets: 5, days: 10, refused: 0, failures: 0 },
  { exchange: 'okx', markets: 0, days: 0, refused: 0, failures: 6, failure: 'timeout' },
];

/** Every requested day closes at 150. */
const seeder: Seeder = {
  async seed(order, { onProgress, onRecords }) {
    orders.push(order);
    onProgress(0.5);
    const outcome = outcomes.shift() ?? 'combined';
    const columns = new RecordColumns();
    for (let i = 0; i < order.days; i++) columns.add(candle(order.firstDay + i * DAY_MS, 150));
    if (outcome === 'combined') for (const part of columns.parts()) onRecords(part);
    return { outcome, exchanges: EXCHANGES };
  },
};

function open(parts: Partial<SeedingParts> = {}): Seeding {
  const seeding = new Seeding({
    folder,
    seeder,
    history,
    marketClock: clock,
    wallClock: clock,
    log: pino({ level: 'silent' }),
    ...parts,
  });
  opened.push(seeding);
  return seeding;
}

const stored = () => history.readCandles({ series: SERIES, startAtOrBefore: FIRST_DAY, limit: 1000 });
const spanOf = ({ firstDay, days }: SeedRequest) => [(FIRST_DAY - firstDay) / DAY_MS, days];

describe('days before the first tick', () => {
  test('are requested and stored, also over the end of a year', async () => {
    const seeding = open();
    seeding.resume(30);
    await seeding.idle();
    expect(orders.map(spanOf)).toEqual([[30, 30]]);
    expect(orders[0]!.markets.length).toBeGreaterThan(0);
    expect((await stored()).map(({ startAt }) => (FIRST_DAY - startAt) / DAY_MS)).toEqual(
      Array.from({ length: 30 }, (_, i) => i + 1),
    );
    expect(seedingText(seedingStatus(seeding.state())!)).toBe(
      '30 days before the first tick; since 2025-12-04, 30 records from daily candles of 1 exchange, and none from 1 other',
    );
  });

  test('never replace an existing record', async () => {
    await history.appendCandles([{ ...candle(FIRST_DAY - 2 * DAY_MS, 99), flags: 0, ticks: 2880 }]);
    const seeding = open();
    seeding.resume(3);
    await seeding.idle();
    expect((await stored()).map(({ close, ticks }) => [close, ticks])).toEqual([
      [150, 0],
      [99, 2880],
      [150, 0],
    ]);
  });

  test('are not requested again after a restart, unless more of them are wanted', async () => {
    const first = open();
    first.resume(3);
    await first.idle();
    const again = open();
    again.resume(3);
    await again.idle();
    expect(orders).toHaveLength(1);
    expect(await again.extend(2)).toMatchObject({ outcome: 'covered', days: 3 });
    expect(await again.extend(5)).toMatchObject({ outcome: 'extended', days: 5 });
    await again.idle();
    expect(orders.map(spanOf)).toEqual([
      [3, 3],
      [5, 5],
    ]);
    expect(await stored()).toHaveLength(5);
  });

  test('being requested are not cancelled for fewer, unless these replace them', async () => {
    outcomes = ['incomplete'];
    const first = open({ triesOnce: true });
    await first.extend(5);
    await expect(first.idle()).rejects.toThrow();
    await expect(first.extend(2)).rejects.toThrow(
      /^a back-fill of 5 days is in progress, \d+ % done: 2 days would be fewer\. Nothing was changed; use --replace/,
    );
    expect(await first.extend(2, true)).toMatchObject({ outcome: 'replaced', days: 2 });
    await first.idle();
    expect(orders.map(spanOf)).toEqual([
      [5, 5],
      [2, 2],
    ]);
    expect(await stored()).toHaveLength(2);
  });

  test('requested by command continue after a restart without a setting', async () => {
    outcomes = ['incomplete'];
    const first = open({ triesOnce: true });
    await first.extend(4);
    await expect(first.idle()).rejects.toThrow('most exchanges could not be queried (okx: timeout)');
    const again = open();
    again.resume(undefined);
    await again.idle();
    expect(await stored()).toHaveLength(4);
  });

  test('are retried later if most exchanges fail', async () => {
    outcomes = ['incomplete'];
    const seeding = open();
    seeding.resume(3);
    while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(seeding.state()).toMatchObject({
      stage: 'waiting',
      done: 0,
      tries: { count: 1, why: '1 of 2 exchanges could not be queried (okx: timeout)' },
    });
    expect(seedingText(seedingStatus(seeding.state())!)).toBe(
      '3 days before the first tick: waiting, continues later; one attempt failed: ' +
        '1 of 2 exchanges could not be queried (okx: timeout)',
    );
    expect(seeding.candlesSettledFrom()).toBe(FIRST_DAY);
    expect(await stored()).toEqual([]);
    clock.advance(15 * MINUTE_MS);
    await seeding.idle();
    expect(orders).toHaveLength(2);
    expect(seeding.state().tries).toBeUndefined();
    expect(await stored()).toHaveLength(3);
    expect(seeding.candlesSettledFrom()).toBe(-Infinity);
  });

  test('wait until the last of them is final', async () => {
    history = new MemoryHistoryStore(WINDOW_MS);
    await history.append(sliceAt(FIRST_DAY + 30_000));
    clock = new ManualClock(FIRST_DAY + 31_000);
    const seeding = open();
    seeding.resume(3);
    while (clock.waiting === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(orders).toEqual([]);
    clock.advance(HOUR_MS);
    await seeding.idle();
    expect(orders).toHaveLength(1);
  });

  test('do not exist if they are not wanted, or the source has none', async () => {
    const off = open();
    off.resume(undefined);
    await off.idle();
    const none = open({ seeder: undefined });
    none.resume(30);
    await none.idle();
    expect(orders).toEqual([]);
    expect([off, none].map((seeding) => seedingStatus(seeding.state()))).toEqual([undefined, undefined]);
  });

  test('are counted in whole numbers', async () => {
    for (const days of [0, 1.5, 201, 'x'])
      await expect(open().extend(days)).rejects.toThrow('whole number from 1 to 200');
  });
});

test('an unreadable ledger is started anew, and changes no record', async () => {
  const first = open();
  first.resume(3);
  await first.idle();
  writeFileSync(join(folder, 'seeding.json'), '{"form');
  const again = open();
  again.resume(3);
  await again.idle();
  expect(orders).toHaveLength(2);
  expect(await stored()).toHaveLength(3);
});
