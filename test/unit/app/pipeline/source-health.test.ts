import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { reportsOf, SourceHealth } from '../../../../src/app/pipeline/source-health.ts';
import { sourceMetrics } from '../../../../src/app/pipeline/source-metrics.ts';

test('an exchange that has never delivered is not up, whether its readings fail or bring nothing', async () => {
  const registry = new Registry();
  const health = new SourceHealth(sourceMetrics(registry));
  const states = new Map([
    ['delivering', { lastDelivery: 5, failing: 0, failures: 2 }],
    ['failing', { lastDelivery: 5, failing: 1, failures: 3 }],
    ['silent', { failing: 0, failures: 0 }],
    ['never', { failing: 4, failures: 4 }],
  ]);
  health.hear(reportsOf(states, []));
  const text = await registry.metrics();
  const up = [...states.keys()].map(
    (exchange) => new RegExp(`exchange_up\\{exchange="${exchange}"\\} (\\d)`).exec(text)?.[1],
  );
  expect(up).toEqual(['1', '0', '0', '0']);
  expect(health.counts()).toEqual({ answering: 1, failing: 2, waiting: 1 });
});
