import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, test } from 'vitest';
import { TakenOver } from '../../../../src/app/directory/taken-over.ts';
import { tickMetrics } from '../../../../src/app/pipeline/metrics/tick-metrics.ts';
import { Publisher } from '../../../../src/app/pipeline/publisher.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { HistoryStore } from '../../../../src/history/history-store.ts';
import { MemoryHistoryBackend } from '../../../support/memory-history/memory-history-backend.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import type { MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { candleOn } from '../../../support/history-values.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { preparedTick as tickAt, worldSeries as series } from '../../../support/prepared-ticks.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

let clock: ManualClock;
/** Slots of index values received over the bus. */
let shown: Millis[];
let refused: Millis[];
let stop: AbortController;
let publisher: Publisher;

beforeEach(async () => {
  clock = new ManualClock(T);
  shown = [];
  refused = [];
  stop = new AbortController();
  const bus = new InProcessBus<MarketTopics>();
  bus.subscribe('indices', ({ at }) => void shown.push(at));
  publisher = new Publisher({
    seriesOf: () => Promise.resolve(series),
    history: new MemoryHistoryStore(2 * DAY_MS),
    bus,
    marketClock: clock,
    metrics: tickMetrics(new Registry()),
    log: pino({ level: 'silent' }),
    onRefused: (at) => refused.push(at),
    signal: stop.signal,
  });
  await publisher.publish(tickAt(T));
});

test('a tick is stored on arrival and shown when the clock has reached its slot', async () => {
  clock.advance(28_000);
  const published = publisher.publish(tickAt(T + SLOT_MS));
  await setImmediate();
  expect([publisher.lastStored, publisher.lastShown, shown]).toEqual([T + SLOT_MS, T, [T]]);
  clock.advance(2000);
  expect(await published).toBe(true);
  expect([publisher.lastShown, shown]).toEqual([T + SLOT_MS, [T, T + SLOT_MS]]);
});

test('a tick that waits for its slot keeps waiting if the clock is set back, until its correction', async () => {
  clock.advance(28_000);
  const published = publisher.publish(tickAt(T + SLOT_MS));
  await setImmediate();
  clock.step(-HOUR_MS);
  clock.advance(60_000);
  await setImmediate();
  expect(shown).toEqual([T]);
  clock.step(HOUR_MS);
  expect(await published).toBe(true);
  expect(shown).toEqual([T, T + SLOT_MS]);
});

test('only a tick whose inputs could not be stored is reported as refused', async () => {
  clock.advance(SLOT_MS);
  expect(await publisher.publish({ ...tickAt(T + SLOT_MS), recorded: false })).toBe(false);
  clock.advance(SLOT_MS);
  expect(await publisher.publish(tickAt(T + 2 * SLOT_MS))).toBe(true);
  expect([refused, shown]).toEqual([[T + SLOT_MS], [T, T + 2 * SLOT_MS]]);
});

test('a slot at or before the last one is neither stored nor shown', async () => {
  clock.step(-HOUR_MS);
  expect(await publisher.publish(tickAt(T - HOUR_MS))).toBe(false);
  clock.step(HOUR_MS);
  expect(await publisher.publish(tickAt(T))).toBe(false);
  expect([publisher.lastStored, shown]).toEqual([T, [T]]);
});

test('a service that stops does not wait for a clock that is behind', async () => {
  clock.step(-HOUR_MS);
  const published = publisher.publish(tickAt(T + SLOT_MS));
  await setImmediate();
  stop.abort(new Error('stopping'));
  await expect(published).rejects.toThrow('stopping');
  expect(shown).toEqual([T]);
});

describe('after another process has taken over the history', () => {
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void said.push(line) });
  let backend: MemoryHistoryBackend;
  let ours: Publisher;
  let bus: InProcessBus<MarketTopics>;

  beforeEach(async () => {
    said.length = 0;
    backend = new MemoryHistoryBackend();
    bus = new InProcessBus<MarketTopics>();
    ours = await publisherOn(await openWriter());
  });

  const openWriter = () => backend.openWriter({ windowMs: 2 * DAY_MS });

  async function publisherOn(history: HistoryStore): Promise<Publisher> {
    const metrics = tickMetrics(new Registry());
    const { signal } = stop;
    bus.subscribe('indices', ({ at }) => void shown.push(at));
    return new Publisher({
      seriesOf: () => Promise.resolve(series),
      history,
      bus,
      marketClock: clock,
      metrics,
      log,
      signal,
    });
  }

  test('a tick is abandoned, nothing of it is shown, and that is reported once', async () => {
    expect(await ours.publish(tickAt(T))).toBe(true);
    shown = [];
    const newer = await openWriter();
    const topics: string[] = [];
    for (const topic of ['tickers', 'indices', 'marketCaps'] as const)
      bus.subscribe(topic, () => void topics.push(topic));
    for (const slot of [1, 2]) {
      clock.advance(SLOT_MS);
      expect(await ours.publish(tickAt(T + slot * SLOT_MS))).toBe(false);
    }
    expect([shown, topics]).toEqual([[], []]);
    expect([ours.isStoring, ours.whyNotStoring]).toEqual([
      false,
      'another process has taken over the history',
    ]);
    expect(ours.lastStored).toBe(T);
    expect((await newer.lastTick())?.at).toBe(T);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain('another process has taken over the history');
    expect(await ours.takenOver).toBeInstanceOf(TakenOver);
  });

  test('the records of a day are not stored either', async () => {
    await ours.publish(tickAt(T));
    const newer = await openWriter();
    clock.advance(SLOT_MS);
    expect(await ours.publish({ ...tickAt(T + SLOT_MS), candles: [candleOn(T - DAY_MS, 0)] })).toBe(false);
    expect(await newer.newestCandles(Infinity)).toEqual([]);
  });

  test('a service that has shown nothing yet does not start', async () => {
    await openWriter();
    const failing = expect(ours.first).rejects.toThrow(TakenOver);
    expect(await ours.publish(tickAt(T))).toBe(false);
    await failing;
  });
});

test('the state of the engine is stored with the ticks that history requests', async () => {
  const history = await new MemoryHistoryBackend({ stateEveryTicks: 3 }).openWriter({ windowMs: DAY_MS });
  const states: number[] = [];
  const every = new Publisher({
    seriesOf: () => Promise.resolve(series),
    history,
    bus: new InProcessBus<MarketTopics>(),
    marketClock: clock,
    metrics: tickMetrics(new Registry()),
    log: pino({ level: 'silent' }),
    signal: stop.signal,
  });
  for (let slot = 0; slot < 8; slot++) {
    await every.publish(tickAt(T + slot * SLOT_MS));
    states.push(((await history.lastState())!.at - T) / SLOT_MS);
    clock.advance(SLOT_MS);
  }
  expect(states).toEqual([0, 0, 0, 3, 3, 3, 6, 6]);
});

test('a tick that the bus loses is still stored and acknowledged', async () => {
  const history = new MemoryHistoryStore(2 * DAY_MS);
  const alone = new Publisher({
    seriesOf: () => Promise.resolve(series),
    history,
    bus: { publish: () => Promise.reject(new Error('no bus')) },
    marketClock: clock,
    metrics: tickMetrics(new Registry()),
    log: pino({ level: 'silent' }),
    signal: stop.signal,
  });
  expect(await alone.publish(tickAt(T))).toBe(true);
  expect((await alone.first).at).toBe(T);
  expect((await history.lastTick())?.at).toBe(T);
});
