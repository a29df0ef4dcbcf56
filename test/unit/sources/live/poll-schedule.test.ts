import { expect, test } from 'vitest';
import { CUT_OFF_MS, SECOND_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { LateSchedule, readingStart } from '../../../../src/sources/live/collect/poll-schedule.ts';

const SLOT = Date.UTC(2026, 10, 16, 12);
const CUT_OFF = SLOT - CUT_OFF_MS;

/** Joins, and has so many readings arrive; the first one is that of the start. */
function joined(schedule: LateSchedule, key: string, tookMs: number, tickers: number, readings = 20) {
  const exchange = schedule.join({ key });
  for (let i = 0; i <= readings; i++) exchange.arrived(tookMs, tickers);
  return exchange;
}

test('an exchange that was not read yet starts at least 8 seconds before the input is complete', () => {
  const exchange = new LateSchedule().join({ key: 'new' });
  expect(CUT_OFF - readingStart(SLOT, exchange)).toBeGreaterThanOrEqual(8 * SECOND_MS);
  exchange.arrived(20 * SECOND_MS, 10);
  expect(CUT_OFF - readingStart(SLOT, exchange)).toBeLessThan(10 * SECOND_MS);
});

test('an exchange that answers within 200 ms starts within a second before the input is complete', () => {
  const exchange = joined(new LateSchedule(), 'fast', 200, 100);
  const lead = CUT_OFF - readingStart(SLOT, exchange);
  expect(lead).toBeGreaterThan(600);
  expect(lead).toBeLessThan(800);
});

test('one that is slow in one of ten readings starts as early as the slow ones need', () => {
  const exchange = joined(new LateSchedule(), 'jittery', 200, 100);
  exchange.arrived(3000, 100);
  exchange.arrived(3000, 100);
  expect(CUT_OFF - readingStart(SLOT, exchange)).toBeGreaterThan(3000);
  // A single outlier of forty does not count.
  for (let i = 0; i < 40; i++) exchange.arrived(i === 0 ? 9000 : 200, 100);
  expect(CUT_OFF - readingStart(SLOT, exchange)).toBeLessThan(800);
});

test('slow readings of the first two minutes do not count when the exchange has become fast', () => {
  const exchange = new LateSchedule().join({ key: 'slow at first' });
  const lead = () => CUT_OFF - readingStart(SLOT, exchange);
  for (let i = 0; i < 4; i++) exchange.arrived(15 * SECOND_MS, 100);
  expect(lead()).toBeGreaterThan(15 * SECOND_MS);
  for (let i = 0; i < 4; i++) exchange.arrived(400, 100);
  expect(lead()).toBeLessThan(3 * SECOND_MS);
  for (let i = 0; i < 20; i++) {
    exchange.arrived(400, 100);
    expect(lead()).toBeLessThan(3 * SECOND_MS);
  }
  expect(lead()).toBeLessThan(SECOND_MS);
});

test('one that takes longer than a cycle starts with the cycle', () => {
  const exchange = joined(new LateSchedule(), 'slow', 40 * SECOND_MS, 100);
  expect(readingStart(SLOT, exchange)).toBe(SLOT - SLOT_MS);
});

test('answers of 100 exchanges with 70,000 tickers are spread over 7 seconds, the largest last', () => {
  const schedule = new LateSchedule();
  const exchanges = Array.from({ length: 100 }, (_, i) => joined(schedule, `x${i}`, 500, 205 + 10 * i));
  const arrivals = exchanges.map((exchange) => readingStart(SLOT, exchange) + 500);
  expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
  expect(arrivals.at(-1)! - arrivals[0]!).toBeGreaterThan(6.8 * SECOND_MS);
  expect(arrivals.at(-1)! - arrivals[0]!).toBeLessThan(7.2 * SECOND_MS);
  // Between two answers there is as much time as the first one takes to parse.
  const gaps = arrivals.slice(1).map((at, i) => at - arrivals[i]!);
  gaps.forEach((gap, i) => expect(gap).toBeGreaterThanOrEqual(0.08 * (205 + 10 * i)));
});

test('the order does not depend on the order of joining, and derivatives come before spot markets', () => {
  const startsOf = (keys: readonly string[]) => {
    const schedule = new LateSchedule();
    const joins = new Map(keys.map((key) => [key, schedule.join({ key, isEarly: key === 'futures' })]));
    return Object.fromEntries(
      [...joins].map(([key, exchange]) => [key, readingStart(SLOT, exchange)] as const).toSorted(),
    );
  };
  const starts = startsOf(['a', 'b', 'futures', 'c']);
  expect(startsOf(['c', 'futures', 'b', 'a'])).toEqual(starts);
  expect(starts['futures']).toBe(Math.min(...Object.values(starts)));
});

test('an exchange that leaves gives its time to the others', () => {
  const schedule = new LateSchedule();
  const first = joined(schedule, 'a', 200, 100);
  const lead = first.leadMs;
  const second = joined(schedule, 'b', 200, 5000);
  expect(first.leadMs).toBe(lead + 500);
  second.leave();
  expect(first.leadMs).toBe(lead);
});
