import { expect, test } from 'vitest';
import { SECOND_MS, SLOT_MS } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { collectorOf, identities, LiveServices, timesOf } from './live-services.ts';
import { eventually } from '../../support/tidemark-process.ts';

const live = new LiveServices();

test('ticks continue after the collector process dies, and another one takes over', async () => {
  const service = await live.serve(live.newFolder());
  const collector = collectorOf(service.pid);
  const readings = async () => {
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    return Number(/source_readings\{exchange="Kraken",outcome="read"\} (\d+)/.exec(metrics)?.[1] ?? 0);
  };
  const before = await identities(service);
  process.kill(collector ?? Number.NaN, 'SIGKILL');
  await eventually(async () => {
    const now = collectorOf(service.pid);
    return now !== undefined && now !== collector;
  }, 30 * SECOND_MS);
  const read = await readings();
  const newest = async () => (await timesOf(service, WELL_KNOWN_ASSETS.BTC)).at(-1) ?? 0;
  const then = await newest();
  // Waits two slots, which are 30 seconds each, so polling every second is enough.
  await expect
    .poll(newest, { timeout: 5 * SLOT_MS, interval: SECOND_MS })
    .toBeGreaterThanOrEqual(then + 2 * SLOT_MS);
  const times = await timesOf(service, WELL_KNOWN_ASSETS.BTC);
  const [first = 0] = times;
  expect(times).toEqual(times.map((_, i) => first + i * SLOT_MS));
  expect(await readings()).toBeGreaterThan(read);
  expect(await identities(service)).toEqual(before);
  const { code, stderr } = await service.stop();
  expect(code).toBe(0);
  expect(stderr).toContain('the process that reads exchanges ended');
}, 900_000);
