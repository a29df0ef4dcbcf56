import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import { Publisher, type PublisherParts } from '../../../../src/app/pipeline/publisher.ts';
import { tickMetrics } from '../../../../src/app/pipeline/metrics/tick-metrics.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import type { AppendOutcome } from '../../../../src/history/history-store.ts';
import type { MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { preparedTick, worldSeries } from '../../../support/prepared-ticks.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const MAX_WAITING = 3;

/** A store on another machine. */
class FarStore extends MemoryHistoryStore {
  isAway = false;
  isFenced = false;
  readonly stored: Millis[] = [];
  readonly withState: Millis[] = [];

  override async append(...[slice, state]: Parameters<MemoryHistoryStore['append']>): Promise<AppendOutcome> {
    if (this.isAway) throw new Error('no connection');
    if (this.isFenced) return 'fenced';
    this.stored.push(slice.at);
    if (state) this.withState.push(slice.at);
    return super.append(slice, state);
  }
}

let clock: ManualClock;
let history: FarStore;
let publisher: Publisher;
let shown: Millis[];
let tickers: Millis[];
let refused: Millis[];
let recorded: boolean[];
let failures: Error[];
let openPublisher: (parts?: Pick<PublisherParts, 'storeInputs'>) => Publisher;

beforeEach(async () => {
  clock = new ManualClock(T);
  history = new FarStore(2 * DAY_MS, undefined, { stateEveryTicks: 10 });
  [shown, tickers, refused, recorded, failures] = [[], [], [], [], []];
  const bus = new InProcessBus<MarketTopics>();
  bus.subscribe('indices', ({ at }) => void shown.push(at));
  bus.subscribe('tickers', ({ at }) => void tickers.push(at));
  openPublisher = (parts) =>
    new Publisher({
      seriesOf: () => Promise.resolve(worldSeries),
      history,
      bus,
      marketClock: clock,
      metrics: tickMetrics(new Registry()),
      log: pino({ level: 'silent' }),
      onRefused: (at) => refused.push(at),
      onRecorded: (isRecorded) => recorded.push(isRecorded),
      onFailed: (error) => failures.push(error),
      maxWaiting: MAX_WAITING,
      signal: new AbortController().signal,
      ...parts,
    });
  publisher = openPublisher();
  expect(await publisher.publish(preparedTick(T))).toBe(true);
});

const slot = (number: number) => T + number * SLOT_MS;

/** Hands a tick over two seconds before its slot, and waits until the publisher no longer waits. */
async function handOver(number: number): Promise<boolean> {
  clock.advanceTo(slot(number) - 2000);
  const published = publisher.publish(preparedTick(slot(number)));
  const ended = { isTrue: false };
  void published.then(() => (ended.isTrue = true));
  for (let steps = 0; !ended.isTrue && steps < 100; steps++) {
    await setImmediate();
    clock.advance(100);
  }
  return published;
}

/** Lets time pass in which the publisher retries the store. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    clock.advance(100);
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  }
}

test('ticks wait for an unavailable store, and are stored and shown in order when it is back', async () => {
  history.isAway = true;
  expect([await handOver(1), await handOver(2)]).toEqual([true, true]);
  expect([shown, refused]).toEqual([[T], []]);
  expect(publisher.isStoring).toBe(false);
  history.isAway = false;
  await pass(1000);
  expect(shown).toEqual([T, slot(1), slot(2)]);
  expect(history.stored).toEqual([T, slot(1), slot(2)]);
  expect(publisher.isStoring).toBe(true);
});

test('exchange tickers are shown meanwhile, and tickers of a tick that waited are not shown after newer ones', async () => {
  history.isAway = true;
  await handOver(1);
  await handOver(2);
  expect(tickers).toEqual([T, slot(1), slot(2)]);
  history.isAway = false;
  await pass(1000);
  expect(tickers).toEqual([T, slot(1), slot(2)]);
});

test('a tick that arrives while others wait is published after them', async () => {
  history.isAway = true;
  await handOver(1);
  history.isAway = false;
  expect(await handOver(2)).toBe(true);
  await pass(500);
  expect(shown).toEqual([T, slot(1), slot(2)]);
});

test('if too many ticks wait, the next one is refused', async () => {
  history.isAway = true;
  for (let number = 1; number <= MAX_WAITING; number++) expect(await handOver(number)).toBe(true);
  expect(await handOver(MAX_WAITING + 1)).toBe(false);
  expect(refused).toEqual([slot(MAX_WAITING + 1)]);
  // The process is sound: the waiting ticks are stored as soon as possible.
  expect(recorded).toEqual(Array.from({ length: MAX_WAITING + 2 }, () => true));
  history.isAway = false;
  await pass(2000);
  expect(shown).toEqual(Array.from({ length: MAX_WAITING + 1 }, (_, number) => slot(number)));
});

test('a tick whose inputs could not be recorded is reported as such', async () => {
  clock.advanceTo(slot(1));
  expect(await publisher.publish({ ...preparedTick(slot(1)), recorded: false })).toBe(false);
  expect([recorded, refused]).toEqual([[true, false], [slot(1)]]);
});

test('a tick without inputs in the store is stored with the state of the engine, so that a takeover needs no inputs of it', async () => {
  publisher = openPublisher({ storeInputs: async (at) => at !== slot(2) });
  for (const number of [1, 2, 3]) expect(await handOver(number)).toBe(true);
  expect(history.stored).toEqual([T, slot(1), slot(2), slot(3)]);
  expect(history.withState).toEqual([T, slot(2)]);
});

test('a thread that dies is reported, and does not end the process', () => {
  const error = new Error('the pipeline has ended');
  publisher.fail(error);
  expect(failures).toEqual([error]);
});

test('waiting ticks are not shown if another process has taken over', async () => {
  history.isAway = true;
  await handOver(1);
  await handOver(2);
  history.isAway = false;
  history.isFenced = true;
  await pass(1000);
  await expect(publisher.takenOver).resolves.toBeDefined();
  expect(shown).toEqual([T]);
});

test('earlier published ticks that are stored again are not sent again, except for the newest; later ones are', async () => {
  const bus = new InProcessBus<MarketTopics>();
  const sent: [topic: string, at: Millis][] = [];
  for (const topic of ['tickers', 'indices', 'marketCaps', 'quality'] as const)
    bus.subscribe(topic, ({ at }) => void sent.push([topic, at]));
  const published: Millis[] = [];
  const again = new Publisher({
    seriesOf: () => Promise.resolve(worldSeries),
    history,
    bus,
    marketClock: clock,
    metrics: tickMetrics(new Registry()),
    log: pino({ level: 'silent' }),
    maxWaiting: MAX_WAITING,
    publishedBefore: slot(2),
    onPublished: ({ at }) => void published.push(at),
    signal: new AbortController().signal,
  });
  clock.advanceTo(slot(4));
  for (const number of [1, 2, 3]) expect(await again.publish(preparedTick(slot(number)))).toBe(true);
  expect(history.stored).toEqual([0, 1, 2, 3].map(slot));
  expect(published).toEqual([1, 2, 3].map(slot));
  expect([...new Set(sent.map(([, at]) => at))]).toEqual([slot(2), slot(3)]);
  expect(sent).toHaveLength(8);
  expect(again.lastShown).toBe(slot(3));
});
