import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Backfill, type BackfillState } from '../../src/app/backfill/backfill.ts';
import { readProgress, writeProgress } from '../../src/app/backfill/backfill-progress.ts';
import { INDEX_TYPES } from '../../src/core/index-value.ts';
import { DAY_MS, MINUTE_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { EmbeddedHistoryStore } from '../../src/history/embedded/embedded-history-store.ts';
import {
  DAY_DAMAGED,
  type HistoryStore,
  type PastDay,
  type PastSeries,
} from '../../src/history/history-store.ts';
import { MemoryHistoryStore } from '../../src/history/memory/memory-history-store.ts';
import { buildWorld } from '../../src/sources/simulator/world.ts';
import { candleOn, ORDER, sliceAt } from '../contract/history-store-contract.ts';
import { ManualClock } from '../manual-clock.ts';

const FIRST_LIVE = Date.parse('2026-11-15T00:20:00Z');
const TODAY = Date.parse('2026-11-15T00:00:00Z');
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const BTC_NUMBER = ORDER.series.findIndex(({ indexId }) => indexId === BTC);

/** Remembers what it was given, and stops at a chosen write, as if the process were killed there. */
class KilledStore extends MemoryHistoryStore {
  writesLeft = Infinity;
  damagedDay: Millis | undefined;
  /** By day and series: how many values, and a hash of them. */
  readonly inserted = new Map<string, string>();

  override async insertPast({ startAt, parts }: PastDay): Promise<void> {
    const series: PastSeries[] = [];
    for await (const part of parts) series.push(...part);
    this.#live();
    if (startAt === this.damagedDay)
      throw Object.assign(new Error('the file is damaged'), { code: DAY_DAMAGED });
    for (const one of series) {
      const hash = createHash('sha256');
      for (const column of [one.slots, one.prices, one.volumes, one.tickVolumes, one.flags])
        hash.update(new Uint8Array(column.buffer.slice(0)));
      const key = `${new Date(startAt).toISOString()} ${one.indexType} ${one.indexId} ${one.slots.length}`;
      const digest = hash.digest('hex');
      expect(this.inserted.get(key) ?? digest).toBe(digest);
      this.inserted.set(key, digest);
    }
  }

  override async appendCandles(candles: Parameters<HistoryStore['appendCandles']>[0]): Promise<void> {
    this.#live();
    await super.appendCandles(candles);
  }

  #live(): void {
    if (this.writesLeft-- <= 0) throw new Error('killed');
  }
}

describe('the back-fill', () => {
  let folder: string;
  const running: Backfill[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-backfill-'));
  });
  afterEach(async () => {
    for (const backfill of running.splice(0)) await backfill.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function storeWithTick(): Promise<KilledStore> {
    const history = new KilledStore(200 * DAY_MS);
    await history.append(sliceAt(FIRST_LIVE, (number) => number % 5 === 0));
    return history;
  }

  function backfillOf(
    history: HistoryStore,
    wallClock = new ManualClock(FIRST_LIVE),
    log = pino({ level: 'silent' }),
    marketClock = new ManualClock(FIRST_LIVE),
    onProgress?: (state: BackfillState) => void,
  ): Backfill {
    const backfill = new Backfill({
      folder,
      input: { world: buildWorld('small'), seed: 'tidemark' },
      history,
      marketClock,
      wallClock,
      log,
      ...(onProgress ? { onProgress } : {}),
    });
    running.push(backfill);
    return backfill;
  }

  const candles = (history: HistoryStore) =>
    history.readCandlesAcross({ types: INDEX_TYPES, startAtOrBefore: Infinity, limit: Infinity });

  const inserted = (history: KilledStore, day: Millis) =>
    [...history.inserted.keys()].filter((key) => key.startsWith(new Date(day).toISOString()));

  test('gives a first request the last complete day and what changes are measured from', async () => {
    const history = await storeWithTick();
    const backfill = backfillOf(history);
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    const days = await candles(history);
    expect(new Set(days.map(({ startAt }) => startAt))).toEqual(new Set([TODAY - DAY_MS]));
    expect(days.every(({ ticks }) => ticks === 48)).toBe(true);
    expect(days.length).toBeGreaterThan(200);
    for (const ago of [1, 7, 30]) expect(inserted(history, TODAY - ago * DAY_MS).length).toBeGreaterThan(50);
    expect([...history.inserted.keys()].every((key) => / GWA \S+ 1$/.test(key))).toBe(true);
    expect(backfill.settledFrom()).toBe(-Infinity);
  });

  test('fills in today up to the first tick, days of everything, then sampled days', async () => {
    const history = await storeWithTick();
    const backfill = backfillOf(history);
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    const references = inserted(history, TODAY - DAY_MS).length;
    backfill.run(1);
    expect(backfill.settledFrom()).toBe(TODAY + DAY_MS);
    await until(() => backfill.candlesSettledFrom() <= TODAY - 8 * DAY_MS);
    expect(backfill.settledFrom()).toBe(-Infinity);
    await backfill.close();
    const today = inserted(history, TODAY);
    expect(today.every((key) => key.endsWith(' 39'))).toBe(true);
    const yesterday = inserted(history, TODAY - DAY_MS).filter((key) => key.endsWith(' 2880'));
    expect(yesterday.length).toBe(today.length);
    expect(inserted(history, TODAY - DAY_MS).length).toBe(yesterday.length + references);
    const days = (await candles(history)).filter(({ indexId }) => indexId === BTC);
    expect(days.slice(0, 7).map(({ ticks }) => ticks)).toEqual([2880, 48, 48, 48, 48, 48, 48]);
    for (const [i, { open }] of days.slice(0, -1).entries()) expect(open).toBe(days[i + 1]?.close);
  }, 120_000);

  test('tells how far it is from the beginning of a plan on, from nothing to all', async () => {
    const history = await storeWithTick();
    const told: BackfillState[] = [];
    const [wallClock, log, marketClock] = [
      new ManualClock(FIRST_LIVE),
      pino({ level: 'silent' }),
      new ManualClock(FIRST_LIVE),
    ];
    const backfill = backfillOf(history, wallClock, log, marketClock, (state) => told.push(state));
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    expect(told).toEqual([]);
    backfill.run(1);
    await until(() => backfill.settledFrom() === -Infinity);
    await backfill.close();
    expect(told[0]).toMatchObject({ done: 0, frontier: { phase: 'ticks', day: TODAY } });
    const shares = told.map(({ done }) => done);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(0);
  }, 120_000);

  test('goes on after a kill at any write, and ends with the same history', async () => {
    const whole = await storeWithTick();
    const undisturbed = backfillOf(whole);
    undisturbed.begin(false, FIRST_LIVE);
    await undisturbed.prepare(FIRST_LIVE, [BTC]);
    undisturbed.run(1);
    await until(() => undisturbed.settledFrom() === -Infinity);
    await undisturbed.close();
    rmSync(join(folder, 'backfill.json'));

    const history = await storeWithTick();
    for (const [attempt, writes] of [1, 2, 5, 1, Infinity].entries()) {
      history.writesLeft = writes;
      const backfill = backfillOf(history);
      if (attempt === 0) backfill.begin(false, FIRST_LIVE);
      try {
        await backfill.prepare(FIRST_LIVE + attempt * SLOT_MS, [BTC]);
        backfill.run(1);
        await until(() => history.writesLeft < 0 || backfill.settledFrom() === -Infinity);
      } catch (error) {
        expect((error as Error).message).toBe('killed');
      }
      await backfill.close();
    }
    expect(readProgress(folder)).toMatchObject({ firstLive: FIRST_LIVE, prepared: true });
    const sorted = ({ inserted: all }: KilledStore) => [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(history)).toEqual(sorted(whole));
  }, 120_000);

  test('tries again where its progress cannot be written down', async () => {
    const history = await storeWithTick();
    const wallClock = new ManualClock(FIRST_LIVE);
    const lines: string[] = [];
    const backfill = backfillOf(history, wallClock, pino({}, { write: (line: string) => lines.push(line) }));
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    backfill.run(1);
    const path = join(folder, 'backfill.json');
    rmSync(path);
    mkdirSync(path);
    await until(() => lines.some((line) => line.includes('history could not be filled in')));
    expect(backfill.settledFrom()).toBe(TODAY + DAY_MS);
    rmdirSync(path);
    await until(() => {
      wallClock.advanceTo(wallClock.now() + 30_000);
      return backfill.settledFrom() <= TODAY;
    });
    expect(readProgress(folder)?.frontier).toEqual({ phase: 'ticks', day: TODAY - DAY_MS });
  });

  test('passes by a day that is damaged, and says so', async () => {
    const history = await storeWithTick();
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const backfill = backfillOf(history, new ManualClock(FIRST_LIVE), log);
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    history.damagedDay = TODAY - DAY_MS;
    backfill.run(2);
    await until(() => backfill.settledFrom() === -Infinity);
    await backfill.close();
    const found = lines.filter((line) => line.includes('a stored day is damaged'));
    expect(found.map((line) => (JSON.parse(line) as { day: string }).day)).toEqual([
      '2026-11-14T00:00:00.000Z',
    ]);
    const filledIn = (day: Millis) => inserted(history, day).some((key) => key.endsWith(' 2880'));
    expect([filledIn(TODAY - DAY_MS), filledIn(TODAY - 2 * DAY_MS)]).toEqual([false, true]);
  }, 120_000);

  test('leaves records alone that are there, but for samples of a day with all its values', async () => {
    const history = await storeWithTick();
    const [imported, sampled] = [-1, -2].map((ago) => {
      const startAt = TODAY + ago * DAY_MS;
      return { ...candleOn(startAt, BTC_NUMBER), ticks: ago === -1 ? 1440 : 48 };
    });
    const backfill = backfillOf(history);
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    await history.appendCandles([imported!, sampled!]);
    backfill.run(2);
    await until(() => backfill.settledFrom() === -Infinity);
    await backfill.close();
    const days = (await candles(history)).filter(({ indexId }) => indexId === BTC);
    expect(days[0]).toEqual(imported);
    expect(days[1]).toMatchObject({ startAt: sampled!.startAt, ticks: 2880 });
  }, 120_000);

  test('tries again to close the day of the first tick, ten minutes after it failed', async () => {
    const history = await storeWithTick();
    const [wallClock, marketClock] = [new ManualClock(FIRST_LIVE), new ManualClock(FIRST_LIVE)];
    let failures = 0;
    const write = (line: string) => {
      if (line.includes('history could not be filled in')) failures++;
    };
    const backfill = backfillOf(history, wallClock, pino({}, { write }), marketClock);
    backfill.begin(false, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    backfill.run(1);
    await until(() => backfill.settledFrom() === -Infinity);
    await history.append(sliceAt(TODAY + DAY_MS));
    marketClock.advanceTo(TODAY + DAY_MS + SLOT_MS);
    // There is nothing in the folder that the records could be made from.
    await until(() => failures === 1);
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += SLOT_MS) {
        wallClock.advance(SLOT_MS);
        marketClock.advance(SLOT_MS);
        await delay(1);
      }
    };
    await pass(10 * MINUTE_MS);
    expect(failures).toBe(1);
    const store = await EmbeddedHistoryStore.open({
      folder: join(folder, 'history'),
      windowMs: 200 * DAY_MS,
      onDamage: ({ reason }) => expect.unreachable(reason),
      onSealingFailure: ({ message }) => expect.unreachable(message),
    });
    await store.append(sliceAt(TODAY + DAY_MS));
    await store.close();
    await until(() => {
      wallClock.advance(SLOT_MS);
      marketClock.advance(SLOT_MS);
      return readProgress(folder)?.seamClosed === true;
    });
    expect(failures).toBe(1);
  }, 120_000);

  test('goes on with what was asked for by hand, until it is done', async () => {
    const history = await storeWithTick();
    const asked = backfillOf(history);
    asked.begin(false, FIRST_LIVE);
    await asked.prepare(FIRST_LIVE, [BTC]);
    asked.run('auto');
    asked.extend(1);
    await asked.close();
    const planAfter = async (configured: 'auto' | undefined) => {
      const next = backfillOf(history);
      next.resume(configured);
      const plan = readProgress(folder)?.plan;
      await next.close();
      return plan;
    };
    expect(await planAfter(undefined)).toMatchObject({ depth: 1, byHand: true });
    expect(await planAfter('auto')).toMatchObject({ depth: 1, byHand: true });
    const done = { phase: 'done', day: -Infinity } as const;
    writeProgress(folder, { ...readProgress(folder), prepared: true, frontier: done });
    expect(await planAfter(undefined)).toMatchObject({ depth: 1, byHand: true });
    expect(await planAfter('auto')).toMatchObject({ depth: 'auto', byHand: false });
  });

  test('leaves a store alone whose first tick nobody knows, and a plan that is done', async () => {
    const history = await storeWithTick();
    const backfill = backfillOf(history);
    backfill.begin(true, FIRST_LIVE);
    await backfill.prepare(FIRST_LIVE, [BTC]);
    backfill.run('auto');
    await backfill.idle();
    expect(await candles(history)).toEqual([]);
    expect(() => backfill.extend(3)).toThrow('first tick');
    expect(() => backfill.extend(201)).toThrow('from 1 to 200');
    expect(() => readFileSync(join(folder, 'backfill.json'))).toThrow('ENOENT');
  });
});

/** The thread that models gives way to a busy one, so nobody waits busily for it. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await delay(5);
}
