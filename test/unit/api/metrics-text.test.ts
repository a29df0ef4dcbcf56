import { Counter, Gauge, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { metricsText } from '../../../src/api/metrics-text.ts';

test('metrics are the text of the registry, one per turn of the event loop', async () => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'requests_total', help: 'Requests', labelNames: ['route'], registers }).inc({
    route: '/',
  });
  new Gauge({
    name: 'ticks',
    help: 'Ticks',
    registers,
    collect: async function () {
      this.set(7);
    },
  });
  let turns = 0;
  const text = await metricsText(registry, async () => void turns++);
  expect(text).toBe(await registry.metrics());
  expect(turns).toBe(2);
});
