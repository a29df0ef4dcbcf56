import { expect, test } from 'vitest';
import { TradeDeduplicator } from '../../../../../src/cluster/roles/serve/trade-deduplicator.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { MINUTE_MS, type Millis } from '../../../../../src/core/time.ts';
import type { MarketTopics } from '../../../../../src/latest/market/market-topics.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

const arrived = (receivedAt: Millis, ...ids: string[]): MarketTopics['trades'] => ({
  receivedAt,
  trades: ids.map((tradeId) => ({
    exchangeId: 'e',
    marketId: 'm',
    tradeId,
    price: '1',
    amount: '1',
    exchangeTimestamp: receivedAt,
  })),
});

async function deliveredOf(...messages: MarketTopics['trades'][]): Promise<string[][]> {
  const bus = new InProcessBus<MarketTopics>();
  const delivered: string[][] = [];
  const clock = new ManualClock(T);
  new TradeDeduplicator(bus, clock).subscribe('trades', ({ trades }) =>
    delivered.push(trades.map(({ tradeId }) => tradeId)),
  );
  for (const message of messages) {
    clock.advanceTo(message.receivedAt);
    await bus.publish('trades', message);
  }
  return delivered;
}

test('a trade that a second process also sends is received once', async () => {
  const delivered = await deliveredOf(
    arrived(T, '1', '2'),
    arrived(T + 9000, '1', '2', '3'),
    arrived(T + 9500, '3'),
  );
  expect(delivered).toEqual([['1', '2'], ['3']]);
});

test('trades are remembered for two minutes', async () => {
  const delivered = await deliveredOf(
    arrived(T, '1'),
    arrived(T + 2.5 * MINUTE_MS, '2'),
    arrived(T + 3 * MINUTE_MS, '1'),
    arrived(T + 6 * MINUTE_MS, '3'),
    arrived(T + 9 * MINUTE_MS, '1'),
  );
  expect(delivered).toEqual([['1'], ['2'], ['3'], ['1']]);
});
