import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { reportsOf, SourceHealth } from '../../../../../src/app/pipeline/metrics/source-health.ts';
import { sourceMetrics } from '../../../../../src/app/pipeline/metrics/source-metrics.ts';

test('an exchange is up if it was read in the last 90 seconds, whether its last reading failed or not', async () => {
  const registry = new Registry();
  const health = new SourceHealth(sourceMetrics(registry));
  const states = new Map([
    ['delivering', { lastDelivery: 5, failing: 0, failures: 2 }],
    ['failing', { lastDelivery: 5, failing: 1, failures: 3 }],
    ['not in the reference data', { lastDelivery: 4, failing: 0, failures: 0 }],
    ['silent', { failing: 0, failures: 0 }],
    ['never', { failing: 4, failures: 4 }],
  ]);
  const at = 90_005;
  health.update({ at, exchanges: reportsOf(states, [], at), findings: [] });
  const text = await registry.metrics();
  const up = [...states.keys()].map(
    (exchange) => new RegExp(`exchange_up\\{exchange="${exchange}"\\} (\\d)`).exec(text)?.[1],
  );
  expect(up).toEqual(['1', '1', '0', '0', '0']);
  expect(text).toContain('tidemark_source_answering_ratio 0.4');
  expect(health.counts()).toEqual({ answering: 2, failing: 2, waiting: 1 });
});

test('readings are counted by outcome and by kind of failure, and an outage of our own network as such', async () => {
  const registry = new Registry();
  const health = new SourceHealth(sourceMetrics(registry));
  const readings = {
    byOutcome: { read: 7, failed: 2, resting: 1 },
    byFailure: { timeout: 2 },
    tookMs: 1500,
    isResting: true,
    isOpen: true,
    leftOut: 3,
  };
  const refused = { reason: 'quote-volume', markets: 5 } as const;
  const states = new Map([['one', { lastDelivery: 60_000, failing: 2, failures: 2, readings, refused }]]);
  health.update({
    at: 90_000,
    exchanges: reportsOf(states, [], 90_000),
    findings: [],
    outage: 'the network',
  });
  const text = await registry.metrics();
  for (const line of [
    'tidemark_source_readings{exchange="one",outcome="read"} 7',
    'tidemark_source_readings{exchange="one",outcome="resting"} 1',
    'tidemark_source_reading_failures{exchange="one",kind="timeout"} 2',
    'tidemark_source_reading_seconds{exchange="one"} 1.5',
    'tidemark_source_exchange_age_seconds{exchange="one"} 30',
    'tidemark_source_exchange_resting{exchange="one"} 1',
    'tidemark_source_exchange_circuit_open{exchange="one"} 1',
    'tidemark_source_entries_left_out{exchange="one"} 3',
    'tidemark_source_exchange_refused{exchange="one",reason="quote-volume"} 1',
    'tidemark_source_outage 1',
  ])
    expect(text).toContain(line);
  expect(health.outage).toBe('the network');
});

test('the load of the reader processes is shown as long as they report it', async () => {
  const registry = new Registry();
  const health = new SourceHealth(sourceMetrics(registry));
  const load = { busy: 0.25, cpu: 0.3, delayMs: 40, memoryBytes: 5e8 };
  health.update({ at: 5, exchanges: [], findings: [], processes: [{ number: 1, ...load }] });
  const text = await registry.metrics();
  for (const line of [
    'tidemark_source_process_busy_ratio{process="1"} 0.25',
    'tidemark_source_process_cpu_ratio{process="1"} 0.3',
    'tidemark_source_process_delay_seconds{process="1"} 0.04',
    'tidemark_source_process_memory_bytes{process="1"} 500000000',
  ])
    expect(text).toContain(line);
  health.update({ at: 6, exchanges: [], findings: [] });
  expect(await registry.metrics()).not.toContain('process="1"');
});

test('trades are counted by the way they arrive, by outcome and by kind of failure', async () => {
  const registry = new Registry();
  const health = new SourceHealth(sourceMetrics(registry));
  const byOutcome = { delivered: 5, late: 1, duplicate: 9, dropped: 2, refused: 3 };
  const trades = { way: 'socket', byOutcome, byFailure: { reset: 4 } } as const;
  const states = (way: 'socket' | 'polled') =>
    new Map([
      ['one', { lastDelivery: 1, failing: 0, failures: 0, trades: { ...trades, way } }],
      ['other', { lastDelivery: 1, failing: 0, failures: 0 }],
    ]);
  health.update({ at: 1, exchanges: reportsOf(states('socket'), [], 1), findings: [] });
  health.update({ at: 2, exchanges: reportsOf(states('polled'), [], 2), findings: [] });
  const lines = (await registry.metrics())
    .split('\n')
    .filter((line) => line.startsWith('tidemark_source_trade'));
  expect(lines).toEqual([
    'tidemark_source_trade_feed{exchange="one",way="polled"} 1',
    'tidemark_source_trades{exchange="one",outcome="delivered"} 5',
    'tidemark_source_trades{exchange="one",outcome="late"} 1',
    'tidemark_source_trades{exchange="one",outcome="duplicate"} 9',
    'tidemark_source_trades{exchange="one",outcome="dropped"} 2',
    'tidemark_source_trades{exchange="one",outcome="refused"} 3',
    'tidemark_source_trade_failures{exchange="one",kind="reset"} 4',
  ]);
});

test('the source is degraded if too few exchanges respond, by the tiers of the reference data', () => {
  const health = new SourceHealth(sourceMetrics(new Registry()));
  const degradedAfter = (lastDelivery: number, tier: 'A' | 'B') => {
    const exchange = {
      id: 'one',
      name: 'One',
      url: '',
      status: 'ACTIVE',
      listings: [],
      ownSymbols: [],
    } as const;
    const states = new Map([
      ['one', { lastDelivery, failing: 0, failures: 0, tier: 'B' as const }],
      ['two', { lastDelivery: 99_000, failing: 0, failures: 0, tier: 'B' as const }],
    ]);
    health.update({
      at: 100_000,
      exchanges: reportsOf(states, [{ ...exchange, tier }], 100_000),
      findings: [],
    });
    return health.degraded;
  };
  expect(degradedAfter(99_000, 'A')).toBeUndefined();
  expect(degradedAfter(1, 'B')).toBeUndefined();
  expect(degradedAfter(1, 'A')).toBe('no tier-A exchange responded in the last 90 seconds');
});
