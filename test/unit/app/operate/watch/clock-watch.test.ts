import { setImmediate } from 'node:timers/promises';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { clockMetrics, ClockWatch } from '../../../../../src/app/operate/watch/clock-watch.ts';
import { HOUR_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const T = Date.parse('2026-03-01T12:00:00Z');

let clock: ManualClock;
let ticks: { lastStored: number; lastShown: number };
let registry: Registry;
let logged: { msg: string; [key: string]: unknown }[];
let watch: ClockWatch;

beforeEach(() => {
  clock = new ManualClock(T + 10_000);
  ticks = { lastStored: T, lastShown: T };
  registry = new Registry();
  logged = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      logged.push(JSON.parse(chunk.toString()) as (typeof logged)[number]);
      done();
    },
  });
  watch = new ClockWatch({
    wallClock: clock,
    marketClock: clock,
    ticks,
    metrics: clockMetrics(registry),
    log: pino({}, stream),
  });
});

afterEach(() => watch.close());

/** Second by second, like the watch. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    clock.advance(1000);
    await setImmediate();
  }
}

const messages = () => logged.map(({ msg }) => msg);
const metric = async (name: string) =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await registry.metrics())?.[1]);

test('reports nothing while time passes normally', async () => {
  await pass(5);
  expect([messages(), watch.behindMs]).toEqual([[], 0]);
});

test('a clock set back before the last tick is reported once, counted and measured', async () => {
  clock.step(-HOUR_MS);
  expect(watch.behindMs).toBe(HOUR_MS - 10_000);
  expect(watch.describe()).toBe(
    '3590 s behind the last tick, 2026-03-01T12:00:00.000Z: no tick is published until the clock has passed it',
  );
  await pass(3);
  expect(messages()).toEqual([
    'the clock was set back',
    'the clock is behind the last tick: no tick is published until the clock has passed it; a simulated world that ran ahead continues with --speed',
  ]);
  expect(logged).toMatchObject([{ seconds: 3600 }, { lastTick: '2026-03-01T12:00:00.000Z' }]);
  expect(await metric('tidemark_clock_steps_total\\{direction="back"\\}')).toBe(1);
  expect(await metric('tidemark_clock_behind_seconds')).toBe(3587);
});

test('its correction is detected within a second, and reported', async () => {
  clock.step(-HOUR_MS);
  await pass(3);
  clock.step(HOUR_MS);
  expect(watch.behindMs).toBe(0);
  await pass(1);
  expect(messages().slice(2)).toEqual([
    'the clock was set forward, or the machine slept',
    'the clock has passed the last tick: ticks continue',
  ]);
  expect(await metric('tidemark_clock_behind_seconds')).toBe(0);
});

test('a step that leaves the clock after the last tick is reported, and nothing is behind', async () => {
  clock.step(-5000);
  await pass(1);
  expect([messages(), watch.behindMs]).toEqual([['the clock was set back'], 0]);
});

test('a tick that is stored two seconds before its slot is not ahead of the clock', () => {
  clock.advanceTo(T + 28_000);
  ticks.lastStored = T + 30_000;
  expect(watch.behindMs).toBe(0);
  clock.step(-1);
  expect(watch.behindMs).toBe(1);
});

test('before the first tick nothing is behind', () => {
  ticks.lastStored = -Infinity;
  ticks.lastShown = -Infinity;
  expect(watch.behindMs).toBe(0);
});
