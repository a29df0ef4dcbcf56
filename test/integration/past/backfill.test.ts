import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plannedDays } from '../../../src/app/pipeline/backfill/backfill-plan.ts';
import { STAGES } from '../../../src/app/pipeline/backfill/stages.ts';
import { Backfill } from '../../../src/app/pipeline/backfill/backfill.ts';
import type { BackfillState } from '../../../src/app/pipeline/backfill/backfill-state.ts';
import { readProgress, writeProgress } from '../../../src/app/pipeline/backfill/backfill-progress.ts';
import { INDEX_TYPES, maskOf } from '../../../src/core/index-value.ts';
import { DAY_MS, MINUTE_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { TakenOver } from '../../../src/app/directory/taken-over.ts';
import type { Candle } from '../../../src/core/candle.ts';
import { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import {
  DAY_DAMAGED,
  type HistoryStore,
  type WriteOutcome,
  type PastDay,
  type PastSeries,
} from '../../../src/history/history-store.ts';
import { MemoryHistoryBackend } from '../../support/memory-history/memory-history-backend.ts';
import { MemoryHistoryStore } from '../../support/memory-history/memory-history-store.ts';
import { candleOn, ORDER, sliceAt } from '../../support/history-values.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';

/** Few years of records and all requested days of values precede it. */
const FIRST_LIVE = Date.parse('2019-06-15T00:20:00Z');
const TODAY = Date.parse('2019-06-15T00:00:00Z');
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
/** Days before all modelled ones. */
const ALL_DONE = Object.fromEntries(STAGES.map((stage) => [stage, 0]));
const BTC_NUMBER = ORDER.series.findIndex(({ indexId }) => indexId === BTC);

/** Records its writes, and stops at a chosen one, as if the process were killed there. */
class KilledStore extends MemoryHistoryStore {
  writesLeft = Infinity;
  damagedDay: Millis | undefined;
  /** By day, series, first slot and number of values: a hash of the values. */
  readonly inserted = new Map<string, string>();

  override async insertPast({ startAt, parts }: PastDay): Promise<WriteOutcome> {
    const series: PastSeries[] = [];
    for await (const part of parts) series.push(...part);
    this.#live();
    if (startAt === this.damagedDay)
      throw Object.assign(new Error('the file is damaged'), { code: DAY_DAMAGED });
    for (const one of series) {
      const hash = createHash('sha256');
      for (const column of [one.slots, one.prices, one.volumes, one.tickVolumes, one.flags])
        hash.update(new Uint8Array(column.buffer, column.byteOffset, column.byteLength).slice());
      const day = new Date(startAt).toISOString();
      const key = `${day} ${one.indexType} ${one.indexId} ${one.slots[0]} ${one.slots.length}`;
      const digest = hash.digest('hex');
      expect(this.inserted.get(key) ?? digest).toBe(digest);
      this.inserted.set(key, digest);
    }
    return 'stored';
  }

  override async appendCandles(candles: readonly Candle[]): Promise<WriteOutcome> {
    this.#live();
    return super.appendCandles(candles);
  }

  #live(): void {
    if (this.writesLeft-- <= 0) throw new Error('killed');
  }
}

describe('the back-fill', () => {
  let folder: string;
  const running: Backfill[] = [];
  /** One day of everything, filled in undisturbed, and the messages meanwhile: computed only once, because it takes seconds. */
  let whole: KilledStore;
  let references: number;
  const [shown, states]: [Millis[], BackfillState[]] = [[], []];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-backfill-'));
    whole = await storeWithTick();
    const clocks = [new ManualClock(FIRST_LIVE), new ManualClock(FIRST_LIVE)] as const;
    const log = pino({ level: 'silent' });
    const backfill = backfillOf(whole, clocks[0], log, clocks[1], (state) => states.push(state));
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    expect(states).toEqual([]);
    backfill.run(plannedDays(1));
    shown.push(backfill.settledFrom());
    await backfill.changesStored();
    references = inserted(whole, TODAY - DAY_MS).length;
    await until(() => backfill.candlesSettledFrom() <= TODAY - 8 * DAY_MS);
    shown.push(backfill.settledFrom());
    await backfill.close();
    running.pop();
    rmSync(folder, { recursive: true, force: true });
  }, 900_000);
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
      past: {
        sources: SOURCES.module,
        source: 'simulator',
        input: { world: buildWorld('small'), seed: 'tidemark' },
      },
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

  test('stores reference values of changes, then the last complete day, whatever the depth', async () => {
    const history = await storeWithTick();
    const backfill = backfillOf(history);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    expect([...history.inserted.keys()]).toEqual([]);
    // Values of the past are not settled while some are pending.
    expect([backfill.settledFrom(), backfill.candlesSettledFrom()]).toEqual([FIRST_LIVE, TODAY]);
    backfill.resume(undefined);
    await backfill.changesStored();
    expect(readProgress(folder)).toMatchObject({ firstLive: FIRST_LIVE, prepared: false });
    await backfill.idle();
    expect([backfill.settledFrom(), backfill.candlesSettledFrom()]).toEqual([-Infinity, -Infinity]);
    const days = await candles(history);
    expect(new Set(days.map(({ startAt }) => startAt))).toEqual(new Set([TODAY - DAY_MS]));
    expect(days.every(({ ticks, flags }) => ticks === 45 && flags === maskOf('MODELLED'))).toBe(true);
    expect(days.length).toBeGreaterThan(200);
    for (const ago of [1, 7, 30]) expect(inserted(history, TODAY - ago * DAY_MS).length).toBeGreaterThan(50);
    expect([...history.inserted.keys()].every((key) => / GWA \S+ \d+ 1$/.test(key))).toBe(true);
  });

  test('retries storing reference values of changes, and does not block requests the second time', async () => {
    const history = await storeWithTick();
    const wallClock = new ManualClock(FIRST_LIVE);
    const backfill = backfillOf(history, wallClock);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    history.writesLeft = 1;
    backfill.resume(undefined);
    await backfill.changesStored();
    expect(readProgress(folder)).toMatchObject({ prepared: false, changesLeft: true });
    let stored: boolean | undefined;
    await until(() => {
      wallClock.advance(30_000);
      void backfill.lastDayStored().then((found) => (stored = found));
      return stored !== undefined;
    });
    expect(stored).toBe(false);
    history.writesLeft = Infinity;
    await until(() => {
      wallClock.advance(30_000);
      return readProgress(folder)?.changesLeft === undefined;
    });
    for (const ago of [1, 7, 30]) expect(inserted(history, TODAY - ago * DAY_MS).length).toBeGreaterThan(50);
  });

  test('continues from the first stored tick if a kill came before it was noted', async () => {
    const history = await storeWithTick();
    await history.append(sliceAt(FIRST_LIVE + 9 * SLOT_MS, (number) => number % 5 === 0));
    writeProgress(folder, { prepared: false });
    const backfill = backfillOf(history);
    await backfill.begin(true);
    backfill.firstTickStored(FIRST_LIVE + 20 * SLOT_MS, [BTC]);
    expect(readProgress(folder)).toMatchObject({ firstLive: FIRST_LIVE, changesLeft: true, largest: [BTC] });
  });

  test('ends if another process has taken over the history, and reports it', async () => {
    const backend = new MemoryHistoryBackend();
    const ours = await backend.openWriter({ windowMs: 200 * DAY_MS });
    await ours.append(sliceAt(FIRST_LIVE, (number) => number % 5 === 0));
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const backfill = backfillOf(ours, undefined, log);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    const newer = await backend.openWriter({ windowMs: 200 * DAY_MS });
    const before = await candles(newer);
    backfill.run(plannedDays(1));
    await expect(backfill.idle()).rejects.toThrow(TakenOver);
    expect(await candles(newer)).toEqual(before);
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'the back-fill stops: another process has taken over the history',
    ]);
  });

  test('fills in records of the largest, today up to the first tick, days of everything, then records', async () => {
    const history = whole;
    expect(shown).toEqual([FIRST_LIVE, -Infinity]);
    expect(references).toBeGreaterThan(50);
    const order = [...history.inserted.keys()].map((key) => key.slice(0, 10));
    expect(order.indexOf('2019-06-15')).toBeLessThan(order.lastIndexOf('2019-06-14'));
    const today = inserted(history, TODAY);
    expect(today.every((key) => key.endsWith(' 39'))).toBe(true);
    const yesterday = inserted(history, TODAY - DAY_MS).filter((key) => key.endsWith(' 2880'));
    expect(yesterday.length).toBe(today.length);
    // And today's opening values.
    expect(inserted(history, TODAY - DAY_MS).length).toBe(yesterday.length + references + today.length);
    const days = (await candles(history)).filter(({ indexId }) => indexId === BTC);
    expect(days.at(-1)?.startAt).toBe(Date.UTC(2014, 0, 1));
    expect(days.every(({ ticks, flags }) => ticks === 45 && flags === maskOf('MODELLED'))).toBe(true);
    for (const [i, { open }] of days.slice(0, -1).entries()) expect(open).toBe(days[i + 1]?.close);
  }, 900_000);

  test('reports progress from the beginning of a plan, from nothing to everything', () => {
    expect(states[0]).toMatchObject({
      done: 0,
      stage: 'largest-records',
      present: { records: { largest: TODAY - DAY_MS, everything: TODAY - DAY_MS }, values: {} },
    });
    expect(states.at(-1)?.present.values).toEqual({
      first: TODAY - DAY_MS,
      largest: TODAY - DAY_MS,
      everything: TODAY - DAY_MS,
    });
    const shares = states.map(({ done }) => done);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBeGreaterThan(0);
  }, 900_000);

  test('continues after a kill at any write, and ends with the same history', async () => {
    const history = await storeWithTick();
    for (const [attempt, writes] of [1, 2, 5, 1, Infinity].entries()) {
      history.writesLeft = writes;
      const backfill = backfillOf(history);
      if (attempt === 0) await backfill.begin(false);
      try {
        backfill.firstTickStored(FIRST_LIVE + attempt * SLOT_MS, [BTC]);
        backfill.run(plannedDays(1));
        await until(() => history.writesLeft < 0 || backfill.settledFrom() === -Infinity);
      } catch (error) {
        expect((error as Error).message).toBe('killed');
      }
      await backfill.close();
    }
    expect(readProgress(folder)).toMatchObject({ firstLive: FIRST_LIVE, prepared: true });
    const sorted = ({ inserted: all }: KilledStore) => [...all].toSorted(([a], [b]) => (a < b ? -1 : 1));
    expect(sorted(history)).toEqual(sorted(whole));
  }, 900_000);

  test('retries if its progress cannot be stored', async () => {
    const history = await storeWithTick();
    const wallClock = new ManualClock(FIRST_LIVE);
    const lines: string[] = [];
    const backfill = backfillOf(history, wallClock, pino({}, { write: (line: string) => lines.push(line) }));
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    backfill.run(plannedDays(1));
    const path = join(folder, 'backfill.json');
    rmSync(path);
    mkdirSync(path);
    await until(() => lines.some((line) => line.includes('history could not be filled in')));
    expect(backfill.settledFrom()).toBe(FIRST_LIVE);
    rmdirSync(path);
    await until(() => {
      wallClock.advanceTo(wallClock.now() + 30_000);
      return backfill.settledFrom() <= TODAY;
    });
    expect(readProgress(folder)?.done?.today).toBe(TODAY);
  }, 900_000);

  test('skips a damaged day, and reports it', async () => {
    const history = await storeWithTick();
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => lines.push(line) });
    const backfill = backfillOf(history, new ManualClock(FIRST_LIVE), log);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    history.damagedDay = TODAY - DAY_MS;
    backfill.run(plannedDays(2));
    await until(() => backfill.settledFrom() === -Infinity);
    await backfill.close();
    const found = lines.filter((line) => line.includes('a stored day is damaged'));
    expect(found.map((line) => (JSON.parse(line) as { day: string }).day)).toEqual([
      '2019-06-14T00:00:00.000Z',
    ]);
    const filledIn = (day: Millis) => inserted(history, day).some((key) => key.endsWith(' 2880'));
    expect([filledIn(TODAY - DAY_MS), filledIn(TODAY - 2 * DAY_MS)]).toEqual([false, true]);
    expect(readProgress(folder)?.missing).toMatchObject({ 'everything-values': [TODAY - DAY_MS] });
    // The next process has set the damaged file aside.
    history.damagedDay = undefined;
    const next = backfillOf(history);
    next.resume(2);
    expect(next.settledFrom()).toBe(TODAY);
    await until(() => next.settledFrom() === -Infinity);
    await next.close();
    expect(filledIn(TODAY - DAY_MS)).toBe(true);
    expect(readProgress(folder)?.missing).toBeUndefined();
  }, 900_000);

  test('leaves existing records, imported or modelled, unchanged to the byte', async () => {
    const history = await storeWithTick();
    const other = ORDER.series.findIndex(({ indexType, indexId }) => indexType === 'GWA' && indexId !== BTC);
    const stored = [-1, -2, -9].flatMap((ago) =>
      [BTC_NUMBER, other].map((number) => ({ ...candleOn(TODAY + ago * DAY_MS, number), ticks: 48 })),
    );
    const backfill = backfillOf(history);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    await history.appendCandles(stored);
    backfill.run(plannedDays(2));
    // Records of all series come last.
    await until(() => backfill.candlesSettledFrom() === -Infinity);
    await backfill.close();
    const after = await candles(history);
    for (const candle of stored) expect(after).toContainEqual(candle);
    const others = after.filter(({ startAt, indexId }) => startAt === TODAY - 2 * DAY_MS && indexId !== BTC);
    expect(others.filter(({ ticks }) => ticks === 45).length).toBeGreaterThan(200);
  }, 900_000);

  test('never changes its own records, whatever is requested later', async () => {
    const history = await storeWithTick();
    const backfill = backfillOf(history);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    const known = new Map<string, string>();
    const check = async () => {
      for (const candle of await candles(history)) {
        const key = `${candle.indexType} ${candle.indexId} ${candle.startAt}`;
        const text = JSON.stringify(candle);
        expect(known.get(key) ?? text).toBe(text);
        known.set(key, text);
      }
    };
    await check();
    backfill.run(plannedDays(1));
    await until(() => backfill.candlesSettledFrom() <= TODAY - 20 * DAY_MS);
    await check();
    expect(await backfill.extend(2)).toMatchObject({
      outcome: 'extended',
      days: { largest: 2, everything: 2 },
    });
    await until(() => backfill.settledFrom() === -Infinity);
    await backfill.close();
    await check();
    expect(
      inserted(history, TODAY - 2 * DAY_MS).filter((key) => key.endsWith(' 2880')).length,
    ).toBeGreaterThan(200);
  }, 900_000);

  test('retries closing the day of the first tick ten minutes after a failure', async () => {
    const history = await storeWithTick();
    const [wallClock, marketClock] = [new ManualClock(FIRST_LIVE), new ManualClock(FIRST_LIVE)];
    let failures = 0;
    const write = (line: string) => {
      if (line.includes('history could not be filled in')) failures++;
    };
    const backfill = backfillOf(history, wallClock, pino({}, { write }), marketClock);
    await backfill.begin(false);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    backfill.run(plannedDays(1));
    await until(() => backfill.settledFrom() === -Infinity);
    await history.append(sliceAt(TODAY + DAY_MS));
    marketClock.advanceTo(TODAY + DAY_MS + SLOT_MS);
    // The folder has no data for the records.
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
  }, 900_000);

  test('does not reduce a larger plan, and reports the effect of a request', async () => {
    const history = await storeWithTick();
    const asked = backfillOf(history);
    asked.begin(false);
    asked.firstTickStored(FIRST_LIVE, [BTC]);
    asked.run(plannedDays('auto'));
    const auto = { largest: 200, everything: 2 };
    await expect(asked.extend(1)).rejects.toThrow(
      /^a back-fill of 2 days is in progress, \d+ % done: 1 days would be fewer\. Nothing was changed; use --replace to reduce it to 1 days$/,
    );
    expect(readProgress(folder)?.plan).toMatchObject({ days: auto, byHand: false });
    expect(await asked.extend(2)).toMatchObject({ outcome: 'covered', days: auto });
    expect(readProgress(folder)?.plan).toMatchObject({ days: auto, byHand: true });
    const both = { largest: 200, everything: 5 };
    expect(await asked.extend(5)).toMatchObject({ outcome: 'extended', days: both });
    await asked.close();
    const planAfter = async (configured: 'auto' | 1 | undefined) => {
      const next = backfillOf(history);
      next.resume(configured);
      const plan = readProgress(folder)?.plan;
      await next.close();
      return plan;
    };
    for (const configured of [undefined, 'auto', 1] as const)
      expect(await planAfter(configured)).toMatchObject({ days: both, byHand: true });
    writeProgress(folder, { ...readProgress(folder), prepared: true, done: ALL_DONE });
    expect(await planAfter(undefined)).toMatchObject({ days: both });
    expect(await planAfter('auto')).toMatchObject({ days: both });
  });

  test('cancels a larger running plan on request, and plans nothing afterwards', async () => {
    const history = await storeWithTick();
    const asked = backfillOf(history);
    asked.begin(false);
    asked.firstTickStored(FIRST_LIVE, [BTC]);
    asked.run(plannedDays(30));
    expect(await asked.extend(3, true)).toMatchObject({
      outcome: 'replaced',
      days: { largest: 3, everything: 3 },
    });
    await asked.close();
    writeProgress(folder, { ...readProgress(folder), prepared: true, done: ALL_DONE });
    const next = backfillOf(history);
    expect(await next.extend(2)).toMatchObject({ outcome: 'covered', days: { largest: 3, everything: 3 } });
    await next.close();
  });

  test('without a back-fill the day of the first tick stays unchanged', async () => {
    const history = await storeWithTick();
    const first = backfillOf(history);
    first.begin(false);
    first.firstTickStored(FIRST_LIVE, [BTC]);
    first.run(plannedDays(1));
    expect(first.openSeamDay()).toBe(TODAY);
    await first.close();
    const off = backfillOf(history);
    off.resume(undefined);
    expect(off.openSeamDay()).toBeUndefined();
    expect(readProgress(folder)?.seamClosed).toBe(true);
    await off.close();
    // A day that has been shown is not recomputed either.
    writeProgress(folder, { prepared: true, firstLive: FIRST_LIVE, largest: [BTC] });
    const later = backfillOf(history, undefined, undefined, new ManualClock(TODAY + DAY_MS + 5 * MINUTE_MS));
    expect((await later.extend(1)).outcome).toBe('started');
    expect(later.openSeamDay()).toBeUndefined();
  });

  test('does nothing in a store with an unknown first tick, or with a completed plan', async () => {
    const history = await storeWithTick();
    const backfill = backfillOf(history);
    await backfill.begin(true);
    backfill.firstTickStored(FIRST_LIVE, [BTC]);
    backfill.run(plannedDays('auto'));
    await backfill.idle();
    expect(await candles(history)).toEqual([]);
    await expect(backfill.extend(3)).rejects.toThrow('first tick');
    await expect(backfill.extend(201)).rejects.toThrow('from 1 to 200');
    expect(() => readFileSync(join(folder, 'backfill.json'))).toThrow('ENOENT');
  });
});

/** The modelling thread gives way to busy ones, so tests do not wait for it in a busy loop. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await delay(5);
}
