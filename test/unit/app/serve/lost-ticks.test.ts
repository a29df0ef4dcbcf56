import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Board } from '../../../../src/app/serve/board.ts';
import { InProcessBus } from '../../../../src/bus/in-process-bus.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { StoredValue } from '../../../../src/history/history-store.ts';
import { IndexRefreshWriter } from '../../../../src/latest/indices/index-refresh-writer.ts';
import type { IndexTickers } from '../../../../src/latest/indices/index-tickers.ts';
import { MarketCapRefreshWriter } from '../../../../src/latest/market-caps/market-cap-refresh-writer.ts';
import { ordersOf } from '../../../../src/latest/market/market-orders.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../../../src/latest/market/market-topics.ts';
import { MarketVersions } from '../../../../src/latest/market/market-versions.ts';
import { TickerRefreshWriter } from '../../../../src/latest/tickers/ticker-refresh-writer.ts';
import { allListedBut, contentOf } from '../../../support/changing-market.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const slot = (number: number): Millis => T + number * SLOT_MS;
const DATA = contentOf(allListedBut());
const ORDERS = ordersOf('a', DATA);
/** A series that only some ticks have. */
const RARE = ORDERS.series.series.find(({ indexType }) => indexType === 'LX')!;

let bus: InProcessBus<MarketTopics>;
let board: Board;
let indexTickers: IndexTickers;
let failures: unknown[];
/** Number of the newest stored tick that has the rare series; undefined if there is none. */
let storedIn: number | undefined;
let isAway: boolean;

beforeEach(async () => {
  bus = new InProcessBus({ retained: RETAINED_TOPICS });
  [failures, storedIn, isAway] = [[], undefined, false];
  board = new Board({
    bus,
    versions: new MarketVersions({ failed: (error) => failures.push(error) }),
    newestValues: async () => {
      if (isAway) throw new StoreUnavailable('ECONNREFUSED', undefined);
      return storedIn === undefined ? [] : [valueIn(storedIn)];
    },
    storedBetween: async function* () {},
    failed: (error) => failures.push(error),
  });
  await bus.publish('reference', { hash: 'a', from: 0, data: DATA });
  await tick(0);
  ({ indexTickers } = await board.ready);
});
afterEach(() => {
  board.close();
  expect(failures).toEqual([]);
});

const valueIn = (number: number): StoredValue => ({
  ...RARE,
  at: slot(number),
  price: number,
  volume: 1,
  tickVolume: 1,
  flags: 0,
});

/** The price of each series is the number of its tick. */
async function tick(number: number, hasRare = false): Promise<void> {
  const at = slot(number);
  const numbers = ORDERS.series.series.flatMap((series, n) => (series === RARE && !hasRare ? [] : [n]));
  const same = (value: number) => Float64Array.from(numbers, () => value);
  await bus.publish('tickers', new TickerRefreshWriter(ORDERS).publish(at));
  await bus.publish('marketCaps', new MarketCapRefreshWriter().publish(at, [], []));
  const columns = { at, series: Uint32Array.from(numbers), flags: new Uint16Array(numbers.length) };
  const values = { prices: same(number), volumes: same(1), tickVolumes: same(1) };
  await bus.publish('indices', new IndexRefreshWriter(ORDERS).publish({ ...columns, ...values }));
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await nextTurn();
}

const rarePrice = () => indexTickers.priceOf(RARE, 0);
const answer = () => indexTickers.ofTypes(['LX'], 0).identity;

test('a remembered value of a tick that history has lost gives way to the newest stored one', async () => {
  await tick(1, true);
  await tick(2);
  expect(rarePrice()).toBe(1);
  const { etag } = answer();
  storedIn = -5;
  board.storeLostTicks();
  expect(rarePrice()).toBeUndefined();
  const { etag: without } = answer();
  await settled();
  expect(rarePrice()).toBe(-5);
  expect(answer().bytes.toString()).toContain(RARE.indexId);
  // The slot is the same, but the content is not.
  expect(new Set([etag, without, answer().etag]).size).toBe(3);
});

test('a value of the shown tick is not remembered if history may have lost that tick', async () => {
  await tick(1, true);
  storedIn = -5;
  board.storeLostTicks();
  await settled();
  expect(rarePrice()).toBe(1);
  await tick(2);
  expect(rarePrice()).not.toBe(1);
  await settled();
  expect(rarePrice()).toBe(-5);
});

test('lost ticks that are stored again before the next one count again', async () => {
  await tick(1, true);
  await tick(2);
  board.storeLostTicks();
  await settled();
  expect(rarePrice()).toBeUndefined();
  storedIn = 1;
  await tick(3);
  await settled();
  expect(rarePrice()).toBe(1);
});

test('while history is away, the series is absent; it is read with the next tick', async () => {
  await tick(1, true);
  await tick(2);
  isAway = true;
  storedIn = -5;
  board.storeLostTicks();
  await tick(3);
  await settled();
  expect(rarePrice()).toBeUndefined();
  isAway = false;
  await tick(4);
  await settled();
  expect(rarePrice()).toBe(-5);
});

test('once it is complete again, history is read no more, and missing values are remembered', async () => {
  board.storeLostTicks();
  await tick(1);
  await settled();
  storedIn = -5;
  await tick(2, true);
  await tick(3);
  await settled();
  expect(rarePrice()).toBe(2);
  isAway = true;
  await tick(4);
  expect(rarePrice()).toBe(2);
});

test('a value shown after the loss is newer than the stored one', async () => {
  board.storeLostTicks();
  storedIn = -5;
  await tick(1, true);
  await settled();
  await tick(2);
  await settled();
  expect(rarePrice()).toBe(1);
});
