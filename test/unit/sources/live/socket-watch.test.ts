import { expect, test } from 'vitest';
import { SocketWatch } from '../../../../src/sources/live/collect/trades/socket-watch.ts';

const START = Date.UTC(2026, 10, 16, 12);
const MINUTE_MS = 60_000;
const listed = (from: number, ...more: readonly number[]) =>
  [...Array.from({ length: 20 }, (_, i) => from + i * 2000), ...more].map((timestamp) => ({
    symbol: 'BTC/USD',
    id: String(timestamp),
    price: '1',
    amount: '1',
    timestamp,
  }));

test('a trade dated far in the future does not hide that a socket has gone silent', () => {
  const watch = new SocketWatch();
  watch.opened(START);
  const first = listed(START, START + 1000 * MINUTE_MS);
  watch.record(first);
  expect(watch.lacks('BTC/USD', first, START + MINUTE_MS)).toBe(false);
  expect(watch.lacks('BTC/USD', listed(START + MINUTE_MS), START + 2 * MINUTE_MS)).toBe(true);
});
