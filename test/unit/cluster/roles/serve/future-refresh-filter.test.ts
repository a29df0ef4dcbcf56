import { pino } from 'pino';
import { expect, test } from 'vitest';
import { FutureRefreshFilter } from '../../../../../src/cluster/roles/serve/future-refresh-filter.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { HOUR_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import type { MarketTopics } from '../../../../../src/latest/market/market-topics.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

test('a refresh of a slot far ahead is dropped, and others are received', async () => {
  const bus = new InProcessBus<MarketTopics>();
  const received: number[] = [];
  const guarded = new FutureRefreshFilter(bus, new ManualClock(T), pino({ level: 'silent' }));
  guarded.subscribe('indices', ({ at }) => received.push(at));
  for (const at of [T - HOUR_MS, T, T + HOUR_MS, T + SLOT_MS])
    await bus.publish('indices', { at } as MarketTopics['indices']);
  expect(received).toEqual([T - HOUR_MS, T, T + SLOT_MS]);
});

test('a message without a slot is received', async () => {
  const bus = new InProcessBus<MarketTopics>();
  const received: number[] = [];
  const guarded = new FutureRefreshFilter(bus, new ManualClock(T), pino({ level: 'silent' }));
  guarded.subscribe('trades', ({ trades }) => received.push(trades.length));
  await bus.publish('trades', { receivedAt: T + HOUR_MS, trades: [] });
  expect(received).toEqual([0]);
});
