import { beforeEach, expect, test } from 'vitest';
import type { IndexChannel } from '../../../../../src/api/stream/channels/index-channel.ts';
import { FrameTable } from '../../../../../src/api/stream/frames/frame-sheet.ts';
import { InFlightBudget } from '../../../../../src/api/stream/frames/in-flight-budget.ts';
import type { Outbox } from '../../../../../src/api/stream/frames/outbox.ts';
import { ReplayPages, type MissedSlots } from '../../../../../src/api/stream/replay/replay-pages.ts';
import { ReplayScheduler } from '../../../../../src/api/stream/replay/replay-scheduler.ts';
import { Replay } from '../../../../../src/api/stream/replay/replay.ts';
import type { SeriesId } from '../../../../../src/core/index-value.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import type { SeriesColumns } from '../../../../../src/core/value-columns.ts';
import type { HistoryReader, SeriesRead } from '../../../../../src/history/history-store.ts';

const T = Date.UTC(2026, 2, 1, 12);
const READ_MS = 1;
const HUNDRED = hundredOf('index');

let reads: number;
let valuesRead: number;
let messageBytes: number;
/** Series without a value in the slots before this time. */
let silent: Map<string, Millis>;
let now: Millis;
let turns: (() => void)[];
let channel: { at: Millis };
let mayBeUnavailable: boolean;
let outbox: { closed: boolean };
let replay: Replay;

beforeEach(() => {
  reads = 0;
  valuesRead = 0;
  messageBytes = 0;
  silent = new Map();
  now = 0;
  mayBeUnavailable = false;
  turns = [];
  outbox = Object.assign({ closed: false }, { drained: () => Promise.resolve() });
  const indices = {
    framesOf: ({ indexId }: SeriesId, { ats }: SeriesColumns, count: number) =>
      FrameTable.joined(
        Array.from({ length: count }, (_, i) =>
          Buffer.from(`${indexId} at ${ats[count - 1 - i]}`.padEnd(messageBytes)),
        ),
      ),
  };
  channel = Object.assign(indices, { at: T });
  const history = {
    readSeriesInto,
    get mayBeUnavailable() {
      return mayBeUnavailable;
    },
  } as unknown as HistoryReader;
  const loop = { now: () => now, nextTurn: (goOn: () => void) => void turns.push(goOn) };
  const scheduler = new ReplayScheduler(loop, new InFlightBudget(), () => false);
  replay = new Replay(new ReplayPages(history, channel as unknown as IndexChannel), scheduler);
});

function hundredOf(name: string): readonly SeriesId[] {
  return Array.from({ length: 100 }, (_, n) => ({ indexType: 'GWA', indexId: `${name} ${n}` }));
}

function readSeriesInto(
  { series, atOrBefore, notBefore, limit }: SeriesRead,
  into: SeriesColumns,
): Promise<number> {
  reads++;
  now += READ_MS;
  let count = 0;
  const from = Math.max(notBefore, silent.get(series.indexId) ?? -Infinity);
  for (let at = Math.floor(atOrBefore / SLOT_MS) * SLOT_MS; at >= from && count < limit; at -= SLOT_MS)
    into.ats[count++] = at;
  valuesRead += count;
  return Promise.resolve(count);
}

/** Lets the event loop turn until the work is done; returns how many turns that took. */
async function runTurns(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = () => void (isDone = true);
  work.then(done, done);
  for (let count = 0; ; count++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (isDone) return count;
    for (const goOn of turns.splice(0)) goOn();
  }
}

async function allSlots(series: readonly SeriesId[], since: Millis): Promise<MissedSlots['slots'][number][]> {
  const slots: MissedSlots['slots'][number][] = [];
  for (let after = since; after < T;) {
    const missed = await replay.nextSlots(series, { after, upTo: T }, outbox as unknown as Outbox);
    expect(missed.upTo).toBeGreaterThan(after);
    slots.push(...missed.slots);
    after = missed.upTo;
  }
  return slots;
}

test('each value of a day of a hundred indices is read once, and comes whole and in order', async () => {
  const since = T - DAY_MS;
  const all = allSlots(HUNDRED, since);
  await runTurns(all);
  const slots = await all;
  expect(slots.map(({ at }) => at)).toEqual(
    Array.from({ length: DAY_MS / SLOT_MS }, (_, n) => since + (n + 1) * SLOT_MS),
  );
  const isWhole = slots.every(({ at, frames }) =>
    HUNDRED.every(({ indexId }, n) => frames[n]?.toString() === `${indexId} at ${at}`),
  );
  expect(isWhole).toBe(true);
  expect(valuesRead).toBe((DAY_MS / SLOT_MS) * HUNDRED.length);
  expect(reads).toBe(valuesRead / 10);
});

test('a database is read in pages of half an hour, however many indices there are', async () => {
  mayBeUnavailable = true;
  const all = allSlots(HUNDRED, T - DAY_MS);
  await runTurns(all);
  expect(await all).toHaveLength(DAY_MS / SLOT_MS);
  expect(reads).toBe((DAY_MS / (HOUR_MS / 2)) * HUNDRED.length);
});

test('a crowd of clients with different indices, more than the cache holds, reads each value once', async () => {
  messageBytes = 1000;
  const since = T - HOUR_MS;
  const crowd = Array.from({ length: 4 }, (_, client) => allSlots(hundredOf(`index of ${client}`), since));
  const values = crowd.length * HUNDRED.length * ((T - since) / SLOT_MS);
  expect(values * messageBytes).toBeGreaterThan(32 * 2 ** 20);
  await runTurns(Promise.all(crowd));
  for (const slots of await Promise.all(crowd)) expect(slots).toHaveLength((T - since) / SLOT_MS);
  expect(valuesRead).toBe(values);
});

test('a tick that comes during a resume costs no second read of older values', async () => {
  const since = T - HOUR_MS;
  const all = allSlots(HUNDRED, since);
  for (let turn = 0; turn < 10; turn++) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    channel.at = T + turn * SLOT_MS;
    for (const goOn of turns.splice(0)) goOn();
  }
  await runTurns(all);
  expect(await all).toHaveLength(HOUR_MS / SLOT_MS);
  expect(valuesRead).toBeLessThanOrEqual((HOUR_MS / SLOT_MS + 10) * HUNDRED.length);
});

test('a second client with the same indices needs no reads', async () => {
  await runTurns(allSlots(HUNDRED, T - HOUR_MS));
  const before = reads;
  await runTurns(allSlots(HUNDRED, T - HOUR_MS + 7));
  expect(reads).toBe(before);
});

test('what is sent at once is limited, whatever the number of indices', async () => {
  for (const series of [HUNDRED, HUNDRED.slice(0, 1)]) {
    const next = replay.nextSlots(series, { after: T - DAY_MS - 7, upTo: T }, outbox as unknown as Outbox);
    await runTurns(next);
    const { slots } = await next;
    const count = slots.reduce((sum, { frames }) => sum + frames.length, 0);
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThanOrEqual(1000);
  }
});

test('a slot without any value is left out, and one with some values has those', async () => {
  const [a, b] = HUNDRED as [SeriesId, SeriesId];
  silent.set(a.indexId, T - 2 * SLOT_MS).set(b.indexId, T);
  const all = allSlots([a, b], T - 4 * SLOT_MS);
  await runTurns(all);
  expect((await all).map(({ at, frames }) => [at, frames.length])).toEqual([
    [T - 2 * SLOT_MS, 1],
    [T - SLOT_MS, 1],
    [T, 2],
  ]);
});

test('the reads of many indices are spread over turns of the event loop', async () => {
  const next = replay.nextSlots(HUNDRED, { after: T - HOUR_MS, upTo: T }, outbox as unknown as Outbox);
  // Slices are 5 ms.
  expect(await runTurns(next)).toBeGreaterThanOrEqual((HUNDRED.length * READ_MS) / 5 - 1);
});

test('nothing more is read for a client that has left', async () => {
  const next = replay.nextSlots(HUNDRED, { after: T - HOUR_MS, upTo: T }, outbox as unknown as Outbox);
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(reads).toBeLessThan(HUNDRED.length);
  const before = reads;
  outbox.closed = true;
  await runTurns(next);
  expect(reads).toBe(before);
  expect((await next).slots).toEqual([]);
});
