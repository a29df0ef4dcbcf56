import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { CollectorActivity } from '../../../src/sources/shared/collector-activity.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const { signal } = new AbortController();
let clock: ManualClock;
let collectors: CollectorActivity;
const record = (collector: string, units: readonly string[]) =>
  collectors.recordMessage({ collector, units });

beforeEach(() => {
  clock = new ManualClock(0);
  collectors = new CollectorActivity(clock);
});

/** Duration of a confirmation; `meanwhile` runs this many milliseconds after its start. */
async function confirmed(...meanwhile: readonly (readonly [afterMs: number, what: () => void])[]) {
  const from = clock.monotonic();
  const took = collectors.confirm(signal).then(() => clock.monotonic() - from);
  for (let passedMs = 0; passedMs <= 1000; passedMs += 50) {
    for (const [afterMs, what] of meanwhile) if (afterMs === passedMs) what();
    await setImmediate();
    clock.advance(50);
    await setImmediate();
  }
  return took;
}

test('an exchange is inactive until a collector reads it', () => {
  expect(collectors.isSilent('a')).toBe(true);
  expect([
    collectors.recordReader('first', 'a', 'unit'),
    collectors.recordReader('first', 'a', 'unit'),
  ]).toEqual([true, false]);
  record('first', ['unit']);
  expect(collectors.isSilent('a')).toBe(false);
});

test('it is confirmed by the next message of each collector that reads something', async () => {
  for (const [collector, exchange] of [
    ['first', 'a'],
    ['second', 'b'],
  ] as const) {
    collectors.recordReader(collector, exchange, exchange);
    record(collector, [exchange]);
  }
  clock.advance(200);
  expect(await confirmed([50, () => record('second', ['b'])], [250, () => record('first', ['a'])])).toBe(250);
  expect(['a', 'b'].map((exchange) => collectors.isSilent(exchange))).toEqual([false, false]);
});

test('a collector that has just died leaves its exchanges inactive, and is waited for once', async () => {
  collectors.recordReader('first', 'a', 'a');
  record('first', ['a']);
  clock.advance(100);
  expect(await confirmed()).toBe(600);
  expect(collectors.isSilent('a')).toBe(true);
  clock.advance(30_000);
  expect(await confirmed()).toBe(0);
  expect(collectors.isSilent('a')).toBe(true);
});

test('an exchange that its collector has released is inactive although the collector runs', () => {
  collectors.recordReader('first', 'a', 'unit');
  collectors.recordReader('first', 'b', 'other');
  record('first', ['unit', 'other']);
  record('first', ['other']);
  expect(['a', 'b'].map((exchange) => collectors.isSilent(exchange))).toEqual([true, false]);
  expect(collectors.recordReader('first', 'a', 'unit')).toBe(true);
});

test('a collector that releases a unit which another one reads changes nothing', () => {
  collectors.recordReader('first', 'a', 'unit');
  collectors.recordReader('second', 'a', 'unit');
  record('second', ['unit']);
  record('first', []);
  expect(collectors.isSilent('a')).toBe(false);
});
