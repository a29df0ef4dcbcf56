import { beforeEach, expect, test } from 'vitest';
import { SingleWayFilter } from '../../../../src/sources/live/collect/trades/single-way-filter.ts';
import { SocketWatch } from '../../../../src/sources/live/collect/trades/socket-watch.ts';
import type { TradeReading } from '../../../../src/sources/live/ports/trades-api.ts';

const NOW = 1_000_000;
let way: SingleWayFilter;
beforeEach(() => (way = new SingleWayFilter()));

const trades = (...times: readonly number[]): TradeReading[] =>
  times.map((timestamp) => ({ symbol: 'BTC/USD', id: `${timestamp}`, price: '1', amount: '1', timestamp }));
const streamed = (...times: readonly number[]) =>
  way.streamed(trades(...times), NOW).map(({ timestamp }) => timestamp);
const polled = (...times: readonly number[]) =>
  way.polled(trades(...times), NOW).map(({ timestamp }) => timestamp);

test('what was polled before the socket is not repeated by it', () => {
  expect(polled(1, 2, 3)).toEqual([1, 2, 3]);
  expect(streamed(2, 3, 4, 5)).toEqual([4, 5]);
  expect(polled(1, 2, 3, 4, 5, 6)).toEqual([1, 2, 3]);
  expect(streamed(5, 6)).toEqual([5, 6]);
});

test('after the socket polls go on behind its last trade, and the next socket behind both', () => {
  expect(streamed(10, 11)).toEqual([10, 11]);
  way.ended();
  expect(polled(9, 10, 11, 12, 13)).toEqual([12, 13]);
  expect(streamed(11, 12, 13, 14)).toEqual([14]);
  expect(polled(12, 13, 14, 15)).toEqual([12, 13]);
});

test('what a poll finds between two sockets is let through until the second one has sent a trade', () => {
  expect(streamed(10)).toEqual([10]);
  way.ended();
  expect(polled(10, 20)).toEqual([20]);
  expect(streamed(30)).toEqual([30]);
  expect(polled(10, 20, 25, 30, 40)).toEqual([20, 25]);
});

test('trades of other markets, and those far ahead of our clock, keep none out', () => {
  expect(polled(NOW + 120_000)).toEqual([NOW + 120_000]);
  expect(streamed(5)).toEqual([5]);
  expect(way.streamed([{ ...trades(3)[0]!, symbol: 'ETH/USD' }], NOW)).toHaveLength(1);
});

test('a socket whose ids are others is compared with the list by times', () => {
  const watch = new SocketWatch(false);
  watch.opened(0);
  const listed = trades(20_000, 30_000, 40_000, 60_000);
  watch.record(trades(30_400).map((trade) => ({ ...trade, id: 'other' })));
  expect(watch.lacks('BTC/USD', listed, 60_000)).toBe(false);
  const silent = new SocketWatch(false);
  silent.opened(0);
  expect(silent.lacks('BTC/USD', listed, 60_000)).toBe(true);
});
