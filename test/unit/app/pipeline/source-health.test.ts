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
  health.hear({ at: 5, exchanges: reportsOf(states, []), findings: [] });
  const text = await registry.metrics();
  const up = [...states.keys()].map(
    (exchange) => new RegExp(`exchange_up\\{exchange="${exchange}"\\} (\\d)`).exec(text)?.[1],
  );
  expect(up).toEqual(['1', '0', '0', '0']);
  expect(health.counts()).toEqual({ answering: 1, failing: 2, waiting: 1 });
});

test('readings are told by outcome and by kind of failure, and an outage of our own as such', async () => {
  const registry = new Registry();
  const health = new SourceHealth(sourceMetrics(registry));
  const readings = {
    byOutcome: { read: 7, failed: 2, resting: 1 },
    byFailure: { timeout: 2 },
    tookMs: 1500,
    isResting: true,
  };
  const states = new Map([['one', { lastDelivery: 60_000, failing: 2, failures: 2, readings }]]);
  health.hear({ at: 90_000, exchanges: reportsOf(states, []), findings: [], outage: 'the network' });
  const text = await registry.metrics();
  for (const line of [
    'tidemark_source_readings{exchange="one",outcome="read"} 7',
    'tidemark_source_readings{exchange="one",outcome="resting"} 1',
    'tidemark_source_reading_failures{exchange="one",kind="timeout"} 2',
    'tidemark_source_reading_seconds{exchange="one"} 1.5',
    'tidemark_source_exchange_age_seconds{exchange="one"} 30',
    'tidemark_source_exchange_resting{exchange="one"} 1',
    'tidemark_source_outage 1',
  ])
    expect(text).toContain(line);
  expect(health.outage).toBe('the network');
});
