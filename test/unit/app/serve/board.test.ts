import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IndexChannel } from '../../../../src/api/stream/channels/index-channel.ts';
import { Board, type BoardParts } from '../../../../src/app/serve/board.ts';
import type { StoredTickValues } from '../../../../src/app/serve/missed-ticks.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { StoredValue } from '../../../../src/history/history-store.ts';
import { IndexRefreshWriter } from '../../../../src/latest/indices/index-refresh-writer.ts';
import { MarketCapRefreshWriter } from '../../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { ordersOf } from '../../../../src/latest/market/market-orders.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { MarketVersions } from '../../../../src/latest/market/market-versions.ts';
import { TickerRefreshWriter } from '../../../../src/latest/tickers/ticker-refresh-writer.ts';
import { allListedBut, contentOf } from '../../../support/changing-market.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const CONTENT: Readonly<Record<string, ReferenceContent>> = {
  a: contentOf({ ...allListedBut(), coins: 3 }),
  b: contentOf(allListedBut([0, 0])),
  c: contentOf(allListedBut([0, 1])),
};

let bus: InProcessBus<MarketTopics>;
let versions: MarketVersions;
let board: Board;
let shown: string[];
let failures: unknown[];
let stored: StoredValue[];
/** The ticks in history; throws if it is undefined. */
let ticks: StoredTickValues[] | undefined;
beforeEach(() => {
  bus = new InProcessBus({ retained: RETAINED_TOPICS });
  [shown, failures, stored, ticks] = [[], [], [], []];
  versions = new MarketVersions({ failed: (error) => failures.push(error) });
  board = newBoard();
});
afterEach(() => board.close());

function newBoard(newestValues: BoardParts['newestValues'] = () => Promise.resolve(stored)): Board {
  const made = new Board({
    bus,
    versions,
    newestValues,
    storedBetween: storedBetween,
    failed: (error) => failures.push(error),
  });
  made.subscribe('tickers', ({ at, reference }) => shown.push(`tickers ${(at - T) / SLOT_MS} ${reference}`));
  made.subscribe('indices', ({ at, reference }) => shown.push(`indices ${(at - T) / SLOT_MS} ${reference}`));
  made.subscribe('trades', () => shown.push('trades'));
  return made;
}

async function* storedBetween(after: Millis, before: Millis): AsyncGenerator<StoredTickValues> {
  await nextTurn();
  if (!ticks) throw new Error('history is away');
  yield* ticks.filter(({ at }) => at > after && at < before);
}

/** A tick in history that the bus has lost: every index of the version has this price. */
function storedTick(at: Millis, hash: string, price: number): StoredTickValues {
  const { series } = ordersOf(hash, CONTENT[hash]!).series;
  return { at, values: series.map((id) => ({ ...id, at, price, volume: 1, flags: 0 })) };
}

const announce = (hash: string) => bus.publish('reference', { hash, from: 0, data: CONTENT[hash]! });

/** All series except those left out have a value, all listings a ticker. */
async function tick(at: Millis, hash: string, without: readonly string[] = []): Promise<void> {
  const orders = ordersOf(hash, CONTENT[hash]!);
  const sheet = new TickerRefreshWriter(orders);
  sheet.collect(orders.listings.listings.map((l) => ({ ...l, last: '1', volume: '1', lastMoved: at })));
  const numbers = orders.series.series.flatMap(({ indexId }, n) => (without.includes(indexId) ? [] : [n]));
  const ones = () => Float64Array.from(numbers, () => 1);
  await bus.publish('tickers', sheet.publish(at));
  await bus.publish('marketCaps', new MarketCapRefreshWriter().publish(at, [], []));
  await bus.publish(
    'indices',
    new IndexRefreshWriter(orders).publish({
      at,
      series: Uint32Array.from(numbers),
      prices: ones(),
      volumes: ones(),
      tickVolumes: ones(),
      flags: new Uint16Array(numbers.length),
    }),
  );
}

test('the first tick is received like every other, and waits for its version', async () => {
  await tick(T, 'a');
  await nextTurn();
  expect(shown).toEqual([]);
  await announce('a');
  const { tickers, indexTickers, marketCaps } = await board.ready;
  expect([tickers.at, indexTickers.at, marketCaps.at]).toEqual([T, T, T]);
  expect(shown).toEqual(['tickers 0 a', 'indices 0 a']);
});

test('if preparing the first version takes many ticks, only the newest one is shown, and nothing fails', async () => {
  for (let k = 0; k <= 9; k++) {
    await tick(T + k * SLOT_MS, 'a');
    await nextTurn();
  }
  await announce('a');
  const { tickers, indexTickers, marketCaps } = await board.ready;
  expect([tickers.at, indexTickers.at, marketCaps.at]).toEqual(Array(3).fill(T + 9 * SLOT_MS));
  expect(shown).toEqual(['tickers 9 a', 'indices 9 a']);
  expect(failures).toEqual([]);
});

test('if history is slow at the start, the first tick is shown nevertheless, and then the newest one', async () => {
  await board.close();
  const history = new Deferred<readonly StoredValue[]>();
  board = newBoard(() => history.promise);
  await announce('a');
  for (let k = 0; k <= 9; k++) {
    await tick(T + k * SLOT_MS, 'a');
    await nextTurn();
  }
  expect(shown.filter((what) => what.startsWith('indices'))).toEqual([]);
  history.resolve([]);
  await board.ready;
  while (shown.at(-1) !== 'indices 9 a') await nextTurn();
  expect(shown.filter((what) => what.startsWith('indices'))).toEqual(['indices 0 a', 'indices 9 a']);
  expect(failures).toEqual([]);
});

test('a subscriber that cannot handle a refresh is reported, and the others get it', async () => {
  await announce('a');
  board.subscribe('indices', () => {
    throw new Error('an unknown series');
  });
  const got: Millis[] = [];
  board.subscribe('indices', ({ at }) => got.push(at));
  await tick(T, 'a');
  await board.ready;
  expect(got).toEqual([T]);
  expect(failures).toEqual([new Error('an unknown series')]);
});

test('a refresh is shown and sent to subscribers when the bus has published it', async () => {
  await announce('a');
  await tick(T, 'a');
  const { tickers, indexTickers } = await board.ready;
  board.subscribe('tickers', ({ at }) => expect(tickers.at).toBe(at));
  board.subscribe('indices', ({ at }) => expect(indexTickers.at).toBe(at));
  await tick(T + SLOT_MS, 'a');
  expect(shown.slice(2)).toEqual(['tickers 1 a', 'indices 1 a']);
});

test('refreshes whose version is late are shown in order once it is there', async () => {
  await announce('a');
  await tick(T, 'a');
  const { tickers } = await board.ready;
  await tick(T + SLOT_MS, 'b');
  await tick(T + 2 * SLOT_MS, 'b');
  await nextTurn();
  expect([tickers.at, versions.current.reference]).toEqual([T, 'a']);
  await announce('b');
  while (shown.length < 6) await nextTurn();
  expect(shown.slice(2)).toEqual(['tickers 1 b', 'indices 1 b', 'tickers 2 b', 'indices 2 b']);
  expect([versions.current.reference, versions.previous?.reference]).toEqual(['b', 'a']);
});

test('if a version never comes, the oldest refreshes are dropped, and one that can be shown is shown', async () => {
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  for (let k = 1; k <= 5; k++) await tick(T + k * SLOT_MS, 'b');
  expect(failures.length).toBeGreaterThan(0);
  for (let k = 6; k <= 9; k++) await tick(T + k * SLOT_MS, 'a');
  while (shown.at(-1) !== 'indices 9 a') await nextTurn();
  expect(shown.slice(2)).not.toContainEqual(expect.stringContaining('b'));
});

test('a board that starts later finds the last of everything', async () => {
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  await board.close();
  shown = [];
  versions = new MarketVersions({ failed: (error) => failures.push(error) });
  board = newBoard();
  expect((await board.ready).tickers.at).toBe(T);
});

test('missing values of the first slot come from history, and a value missing in a slot survives a change', async () => {
  const [gone, another] = CONTENT['a']!.markets.map(({ id }) => id) as [string, string];
  const value = { indexType: 'MWA' as const, at: T - SLOT_MS, price: 7, volume: 1, flags: 0 };
  stored = [
    { ...value, indexId: gone },
    { ...value, indexId: another },
    { ...value, indexId: 'of no market' },
  ];
  await announce('a');
  await tick(T, 'a', [gone]);
  const { indexTickers } = await board.ready;
  const priceOf = (indexId: string) => indexTickers.priceOf({ indexType: 'MWA', indexId }, T - 10 * SLOT_MS);
  expect([priceOf(gone), priceOf(another), priceOf('of no market')]).toEqual([7, 1, undefined]);
  await announce('b');
  await tick(T + SLOT_MS, 'b', [gone, another]);
  while (indexTickers.at === T) await nextTurn();
  expect([priceOf(gone), priceOf(another)]).toEqual([7, 1]);
  const body = indexTickers.ofTypes(['MWA'], T - 10 * SLOT_MS).identity.bytes.toString();
  const { content } = JSON.parse(body) as { content: { indexId: string }[] };
  expect(content.map(({ indexId }) => indexId).slice(-2)).toEqual([another, gone]);
  await tick(T + 2 * SLOT_MS, 'b');
  expect([priceOf(gone), indexTickers.pastOfType('MWA', 0)]).toEqual([1, []]);
});

test('trades are sent once their market is known', async () => {
  await bus.publish('trades', { receivedAt: T, trades: [] });
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  await bus.publish('trades', { receivedAt: T, trades: [] });
  expect(shown.filter((what) => what === 'trades')).toHaveLength(1);
});

test('an unreadable history prevents the start', async () => {
  await board.close();
  board = new Board({
    bus,
    versions,
    newestValues: () => Promise.reject(new Error('the disk is gone')),
    storedBetween: storedBetween,
    failed: (error) => failures.push(error),
  });
  await announce('a');
  await tick(T, 'a');
  await expect(board.ready).rejects.toThrow('the disk is gone');
});

test.each(['a', 'b'])(
  'a refresh of version %s that cannot be shown is reported, and the next one is shown',
  async (hash) => {
    await announce('a');
    await tick(T, 'a');
    const { tickers } = await board.ready;
    const orders = ordersOf(hash, CONTENT[hash]!);
    const broken = { ...new TickerRefreshWriter(orders).publish(T + SLOT_MS), body: undefined as never };
    // A refresh of the known version would be shown at once; the other one waits.
    await bus.publish('tickers', broken);
    await announce('b');
    while (failures.length === 0) await nextTurn();
    await tick(T + 2 * SLOT_MS, 'b');
    while (shown.length < 4) await nextTurn();
    expect(failures).toEqual([expect.any(TypeError)]);
    expect(tickers.at).toBe(T + 2 * SLOT_MS);
    expect(shown.slice(2)).toEqual(['tickers 2 b', 'indices 2 b']);
  },
);

test('a channel that starts with index values of a version that was replaced twice has them', async () => {
  for (const hash of ['a', 'b', 'c']) await announce(hash);
  await tick(T, 'a');
  const { indexTickers } = await board.ready;
  for (const [hash, slots] of [
    ['b', 1],
    ['c', 2],
  ] as const)
    await bus.publish(
      'tickers',
      new TickerRefreshWriter(ordersOf(hash, CONTENT[hash]!)).publish(T + slots * SLOT_MS),
    );
  while (versions.current.reference !== 'c') await nextTurn();
  expect(versions.of('a')).toBeUndefined();
  const channel = new IndexChannel(versions, indexTickers);
  expect(channel.at).toBe(T);
  expect(Buffer.concat(channel.currentOfGroup(0)).toString()).toContain('INDEX_TICKER');
});

test('a tick that is published again, or an older one, is not shown again', async () => {
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  await tick(T + SLOT_MS, 'a');
  const before = [...shown];
  await tick(T + SLOT_MS, 'a');
  await tick(T, 'a');
  expect(shown).toEqual(before);
  await tick(T + 2 * SLOT_MS, 'a');
  expect(shown).toEqual([...before, 'tickers 2 a', 'indices 2 a']);
  expect(failures).toEqual([]);
});

test('ticks that the bus has lost come from history, in order and once, before the received one', async () => {
  await announce('a');
  await tick(T, 'a');
  const { indexTickers } = await board.ready;
  const prices: (number | undefined)[] = [];
  const [some] = CONTENT['a']!.markets;
  board.subscribe('indices', () =>
    prices.push(indexTickers.priceOf({ indexType: 'MWA', indexId: some!.id }, 0)),
  );
  ticks = [0, 1, 2, 4].map((k) => storedTick(T + k * SLOT_MS, 'a', k * 10));
  await tick(T + 4 * SLOT_MS, 'a');
  while (shown.at(-1) !== 'indices 4 a') await nextTurn();
  // Slot 3 has no tick anywhere; slot 4 is received.
  expect(shown.slice(2)).toEqual(['tickers 4 a', 'indices 1 a', 'indices 2 a', 'indices 4 a']);
  expect(prices).toEqual([10, 20, 1]);
  expect(failures).toEqual([]);
  await tick(T + 5 * SLOT_MS, 'a');
  expect(shown.slice(-1)).toEqual(['indices 5 a']);
});

test('a tick that was lost with a change of the reference data has all its values', async () => {
  await announce('a');
  await announce('b');
  await tick(T, 'a');
  await board.ready;
  ticks = [storedTick(T + SLOT_MS, 'a', 10), storedTick(T + 2 * SLOT_MS, 'b', 20)];
  const counts: number[] = [];
  board.subscribe('indices', ({ series }) => counts.push(series.length));
  await tick(T + 3 * SLOT_MS, 'b');
  while (shown.at(-1) !== 'indices 3 b') await nextTurn();
  const [inA, inB] = ['a', 'b'].map((hash) => ordersOf(hash, CONTENT[hash]!).series.series.length);
  expect(inA).not.toBe(inB);
  expect(counts).toEqual([inA, inB, inB]);
});

test('a tick is shown even if history cannot return missed ones before it, which is reported', async () => {
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  ticks = undefined;
  await tick(T + 3 * SLOT_MS, 'a');
  while (shown.at(-1) !== 'indices 3 a') await nextTurn();
  expect(failures).toEqual([expect.objectContaining({ message: 'history is away' })]);
});

test('ticks received while missed ones are read come after them', async () => {
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  ticks = [1, 2].map((k) => storedTick(T + k * SLOT_MS, 'a', k));
  await tick(T + 3 * SLOT_MS, 'a');
  await tick(T + 4 * SLOT_MS, 'a');
  while (shown.at(-1) !== 'indices 4 a') await nextTurn();
  expect(shown.filter((what) => what.startsWith('indices'))).toEqual(
    [0, 1, 2, 3, 4].map((k) => `indices ${k} a`),
  );
});

test('a board that is closed while missed ticks are read shows none of them', async () => {
  await announce('a');
  await tick(T, 'a');
  await board.ready;
  ticks = [1, 2].map((k) => storedTick(T + k * SLOT_MS, 'a', k));
  await tick(T + 3 * SLOT_MS, 'a');
  await board.close();
  for (let turn = 0; turn < 5; turn++) await nextTurn();
  expect(shown).not.toContain('indices 1 a');
});

describe('ticks that are stored but not received', () => {
  beforeEach(async () => {
    await announce('a');
    await tick(T, 'a');
    await board.ready;
    expect(board.shownAt).toBe(T);
  });

  const indices = () => shown.filter((what) => what.startsWith('indices'));

  test('are shown once, in order, and not again when they are received', async () => {
    ticks = [0, 1, 2, 3].map((k) => storedTick(T + k * SLOT_MS, 'a', k));
    await board.showStoredUpTo(T + 2 * SLOT_MS);
    expect(indices()).toEqual(['indices 0 a', 'indices 1 a', 'indices 2 a']);
    expect(board.shownAt).toBe(T + 2 * SLOT_MS);
    await tick(T + 2 * SLOT_MS, 'a');
    await tick(T + 3 * SLOT_MS, 'a');
    expect(indices()).toEqual([0, 1, 2, 3].map((k) => `indices ${k} a`));
    await board.showStoredUpTo(T + 3 * SLOT_MS);
    expect(indices()).toHaveLength(4);
  });

  test('come before ticks received while they are read', async () => {
    ticks = [storedTick(T + SLOT_MS, 'a', 1)];
    const looking = board.showStoredUpTo(T + SLOT_MS);
    await tick(T + SLOT_MS, 'a');
    await tick(T + 2 * SLOT_MS, 'a');
    await looking;
    while (shown.at(-1) !== 'indices 2 a') await nextTurn();
    expect(indices()).toEqual([0, 1, 2].map((k) => `indices ${k} a`));
  });

  test('wait for the bus if their version is unknown', async () => {
    ticks = [storedTick(T + SLOT_MS, 'b', 1)];
    await board.showStoredUpTo(T + SLOT_MS);
    expect(indices()).toEqual(['indices 0 a']);
    await announce('b');
    await tick(T + SLOT_MS, 'b');
    while (shown.at(-1) !== 'indices 1 b') await nextTurn();
    expect(indices()).toEqual(['indices 0 a', 'indices 1 b']);
  });

  test('cannot be found without history, which is reported', async () => {
    ticks = undefined;
    await board.showStoredUpTo(T + SLOT_MS);
    expect(failures).toEqual([expect.objectContaining({ message: 'history is away' })]);
    await tick(T + SLOT_MS, 'a');
    expect(indices()).toEqual(['indices 0 a', 'indices 1 a']);
  });
});
