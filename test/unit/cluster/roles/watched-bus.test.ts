import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { clusterMetrics } from '../../../../src/cluster/roles/cluster-metrics.ts';
import { watched } from '../../../../src/cluster/roles/cluster.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

test('messages that are rejected are counted, and logged once a minute for each reason', async () => {
  const lines: { readonly count: number; readonly topic: string; readonly refusal: string }[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = new ManualClock(0);
  const registry = new Registry();
  const watch = watched(log, clock, clusterMetrics(registry).bus);
  for (const refusal of ['future', 'future', 'wrong-publisher', 'future'] as const)
    watch.refused('collected', refusal);
  clock.advance(60_000);
  watch.refused('collected', 'future');
  expect(lines.map(({ count, topic, refusal }) => [count, topic, refusal])).toEqual([
    [1, 'collected', 'future'],
    [1, 'collected', 'wrong-publisher'],
    [3, 'collected', 'future'],
  ]);
  const metrics = await registry.metrics();
  expect(metrics).toContain('tidemark_bus_refused_total{topic="collected",reason="future",sender=""} 4');
  expect(metrics).toContain(
    'tidemark_bus_refused_total{topic="collected",reason="wrong-publisher",sender=""} 1',
  );
});

test('of a question whose signature is verified, the sender is logged, and its role is counted', () => {
  const lines: object[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const registry = new Registry();
  const watch = watched(log, new ManualClock(0), clusterMetrics(registry).bus);
  watch.refused('receipt', 'too-many', { role: 'serve', publisher: '0123456789abcdef' });
  expect(lines).toMatchObject([{ refusal: 'too-many', sender: 'serve 0123456789abcdef' }]);
  return expect(registry.metrics()).resolves.toContain(
    'tidemark_bus_refused_total{topic="receipt",reason="too-many",sender="serve"} 1',
  );
});
