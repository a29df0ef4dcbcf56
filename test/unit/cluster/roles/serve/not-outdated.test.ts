import { pino } from 'pino';
import { expect, test } from 'vitest';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { NotOutdated } from '../../../../../src/cluster/roles/serve/not-outdated.ts';
import { HOUR_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import type { MarketTopics } from '../../../../../src/latest/market/market-topics.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');
const guardedBy = (bus: InProcessBus<MarketTopics>, storedUpTo?: number) =>
  new NotOutdated(bus, storedUpTo, new ManualClock(T), pino({ level: 'silent' }));

test('a retained refresh much older than the last stored tick is dropped, and newer ones are received', async () => {
  const bus = new InProcessBus<MarketTopics>({ retained: ['tickers'] });
  const received: number[] = [];
  await bus.publish('tickers', { at: T - HOUR_MS } as MarketTopics['tickers']);
  guardedBy(bus, T).subscribe('tickers', ({ at }) => received.push(at));
  for (const at of [T - 5 * SLOT_MS, T, T + SLOT_MS])
    await bus.publish('tickers', { at } as MarketTopics['tickers']);
  expect(received).toEqual([T - 5 * SLOT_MS, T, T + SLOT_MS]);
});

test('while no tick is stored any refresh is received, and other messages may have any age', async () => {
  const bus = new InProcessBus<MarketTopics>();
  const received: string[] = [];
  guardedBy(bus).subscribe('tickers', () => received.push('tickers'));
  guardedBy(bus, T).subscribe('head', () => received.push('head'));
  await bus.publish('tickers', { at: T - HOUR_MS } as MarketTopics['tickers']);
  await bus.publish('head', { at: T - HOUR_MS } as unknown as MarketTopics['head']);
  expect(received).toEqual(['tickers', 'head']);
});
