import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { HeardCollectors } from '../../../src/sources/shared/heard-collectors.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const { signal } = new AbortController();
let clock: ManualClock;
let collectors: HeardCollectors;
const hear = (collector: string, units: readonly string[]) => collectors.heard({ collector, units });

beforeEach(() => {
  clock = new ManualClock(0);
  collectors = new HeardCollectors(clock);
});

/** How long a confirmation takes; `meanwhile` happens so many milliseconds after its beginning. */
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

test('an exchange is unheard until a collector reads it', () => {
  expect(collectors.isUnheard('a')).toBe(true);
  expect([collectors.reads('first', 'a', 'unit'), collectors.reads('first', 'a', 'unit')]).toEqual([
    true,
    false,
  ]);
  hear('first', ['unit']);
  expect(collectors.isUnheard('a')).toBe(false);
});

test('it is confirmed by the next message of each collector that reads something', async () => {
  for (const [collector, exchange] of [
    ['first', 'a'],
    ['second', 'b'],
  ] as const) {
    collectors.reads(collector, exchange, exchange);
    hear(collector, [exchange]);
  }
  clock.advance(200);
  expect(await confirmed([50, () => hear('second', ['b'])], [250, () => hear('first', ['a'])])).toBe(250);
  expect(['a', 'b'].map((exchange) => collectors.isUnheard(exchange))).toEqual([false, false]);
});

test('a collector that died just before leaves its exchanges unheard, and is waited for once', async () => {
  collectors.reads('first', 'a', 'a');
  hear('first', ['a']);
  clock.advance(100);
  expect(await confirmed()).toBe(600);
  expect(collectors.isUnheard('a')).toBe(true);
  clock.advance(30_000);
  expect(await confirmed()).toBe(0);
  expect(collectors.isUnheard('a')).toBe(true);
});

test('an exchange that its collector has let go of is unheard though the collector lives', () => {
  collectors.reads('first', 'a', 'unit');
  collectors.reads('first', 'b', 'other');
  hear('first', ['unit', 'other']);
  hear('first', ['other']);
  expect(['a', 'b'].map((exchange) => collectors.isUnheard(exchange))).toEqual([true, false]);
  expect(collectors.reads('first', 'a', 'unit')).toBe(true);
});

test('a collector that lets go of a unit which another one reads changes nothing', () => {
  collectors.reads('first', 'a', 'unit');
  collectors.reads('second', 'a', 'unit');
  hear('second', ['unit']);
  hear('first', []);
  expect(collectors.isUnheard('a')).toBe(false);
});
