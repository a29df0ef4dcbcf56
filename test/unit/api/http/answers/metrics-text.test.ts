import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricsText } from '../../../../../src/api/http/metrics.ts';

test('metrics are the text of the registry, generated one per turn of the event loop', async () => {
  const registry = new Registry();
  const requests = new Counter({
    name: 'requests_total',
    help: 'Requests',
    labelNames: ['route'],
    registers: [],
  });
  requests.inc({ route: '/' });
  const ticks: Gauge = new Gauge({
    name: 'ticks',
    help: 'Ticks',
    registers: [],
    collect: () => ticks.set(7),
  });
  registry.registerMetric(requests);
  registry.registerMetric(ticks);
  let turns = 0;
  const text = await metricsText(registry, async () => void turns++);
  expect(text).toBe(await registry.metrics());
  expect(text).toContain('ticks 7');
  expect(turns).toBe(2);
});
