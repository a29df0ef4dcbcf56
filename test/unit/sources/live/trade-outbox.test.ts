import { expect, test } from 'vitest';
import { TradeOutbox } from '../../../../src/sources/live/collect/trades/trade-outbox.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const START = Date.UTC(2026, 10, 16, 12);
const trades = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    symbol: 'BTC/USD',
    id: String(i),
    price: '1',
    amount: '1',
    timestamp: START,
  }));

test('an exchange says 10,000 trades a second, by either way; what is over is counted', () => {
  const clock = new ManualClock(START);
  const batches: [sent: number, dropped: number][] = [];
  const outbox = new TradeOutbox({
    clock,
    send: ({ length }, dropped) => void batches.push([length, dropped]),
  });
  outbox.add(trades(6000));
  outbox.add(trades(300_000));
  outbox.send(trades(10));
  expect(batches.reduce((sum, [sent]) => sum + sent, 0)).toBe(10_000);
  expect(batches.reduce((sum, [, dropped]) => sum + dropped, 0)).toBe(296_010);
  clock.advance(1000);
  outbox.send(trades(10));
  expect(batches.at(-1)).toEqual([10, 0]);
});
