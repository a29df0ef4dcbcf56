import { expect, test } from 'vitest';
import { isEventsFrame } from '../../../../src/sources/recording/frame-check.ts';
import { EventReader, EventWriter } from '../../../../src/sources/recording/recorded-events.ts';
import type { TickBatch } from '../../../../src/sources/source.ts';

const T = Date.UTC(2026, 4, 6, 12);
const EXCHANGE = '0f0f0f0f-0000-4000-8000-000000000001';
const MARKET = '0f0f0f0f-0000-4000-8000-000000000002';

function batch(receivedAt: number, more: Partial<TickBatch> = {}, asOf?: number): TickBatch {
  const tick = { exchangeId: EXCHANGE, marketId: MARKET, last: '1.5', volume: '2', lastMoved: T };
  return {
    kind: 'ticks',
    exchangeId: EXCHANGE,
    receivedAt,
    ticks: [asOf === undefined ? tick : { ...tick, asOf }],
    ...more,
  };
}

test('what decides the age of a ticker is recorded: when it was read, and how old its exchange says it is', () => {
  const events = [
    batch(T + 1000),
    batch(T + 31_000, { readAt: T + 2000 }),
    batch(T + 61_000, {}, T - 300_000),
    batch(T + 91_000, {}, T - 300_000),
    batch(T + 121_000, {}, T - 270_000),
    batch(T + 151_000),
  ];
  const frame = new EventWriter().frame(events, []);
  const stored: unknown = JSON.parse(JSON.stringify(frame));
  expect(isEventsFrame(stored)).toBe(true);
  expect(new EventReader().events(stored as typeof frame)).toEqual(events);
});

test.each([
  ['a reading without a time', { readAt: 'today' }],
  ['a ticker with an age that is none', { rows: [[1, '1', null, null, null, 0, '5']] }],
  ['a ticker with more than it has', { rows: [[1, '1', null, null, null, 0, 5, 6]] }],
])('%s is not of a recording', (_, changed) => {
  const frame = JSON.parse(JSON.stringify(new EventWriter().frame([batch(T)], []))) as {
    events: [object];
  };
  expect(isEventsFrame(frame)).toBe(true);
  expect(isEventsFrame({ ...frame, events: [{ ...frame.events[0], ...changed }] })).toBe(false);
});
