import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { speedMetrics, SpeedWatch } from '../../../../../src/app/operate/watch/speed-watch.ts';
import { SECOND_MS } from '../../../../../src/core/time.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const SPEED = 60;
let wall: ManualClock;
let market: ManualClock;
let ticks: { lastShown: number };
let lines: string[];
let registry: Registry;
let watch: SpeedWatch;

beforeEach(() => begin(0));

function begin(lastShown: number): void {
  wall = new ManualClock(0);
  market = new ManualClock(0);
  ticks = { lastShown };
  lines = [];
  registry = new Registry();
  const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });
  const metrics = speedMetrics(registry);
  watch = new SpeedWatch({ wallClock: wall, marketClock: market, speed: SPEED, ticks, metrics, log });
}
afterEach(() => watch.close());

async function pass(seconds: number, speed: number): Promise<void> {
  for (let i = 0; i < seconds; i++) {
    market.advance(speed * SECOND_MS);
    wall.advance(SECOND_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a reached speed is shown on request, and not logged', async () => {
  expect(await registry.metrics()).not.toMatch(/^tidemark_market_speed/m);
  await pass(20, SPEED);
  expect(watch.speed).toEqual({ asked: SPEED, reached: undefined });
  await pass(20, SPEED);
  expect(watch.speed).toEqual({ asked: SPEED, reached: SPEED });
  expect(lines).toEqual([]);
  expect(await registry.metrics()).toMatch(/tidemark_market_speed_reached 60\n/);
});

test('an unreached speed is reported once, and once more when it is reached', async () => {
  await pass(90, 24);
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ asked: 60, reached: 24 });
  expect(watch.speed.reached).toBe(24);
  expect(await registry.metrics()).toMatch(/tidemark_market_speed 60\n/);
  expect(await registry.metrics()).toMatch(/tidemark_market_speed_reached 24\n/);
  await pass(90, SPEED);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('as fast as --speed again');
});

test('the start, during which market time stands still, does not count', async () => {
  await watch.close();
  begin(-Infinity);
  await pass(60, 0);
  ticks.lastShown = 0;
  await pass(60, SPEED);
  expect(lines).toEqual([]);
});

test('after the end of a recording, where time stands still, it is not too slow', async () => {
  await pass(60, SPEED);
  await pass(120, 0);
  expect(lines).toEqual([]);
  expect(watch.speed.reached).toBe(0);
});

test('a slow slot is reported when time moves again', async () => {
  await pass(60, SPEED);
  await pass(10, 0);
  expect(lines).toEqual([]);
  await pass(1, 30);
  expect(lines).toHaveLength(1);
});
