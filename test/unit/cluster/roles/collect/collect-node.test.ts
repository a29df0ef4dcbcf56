import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { collectInput } from '../../../../../src/app/pipeline/collect.ts';
import { openCollector } from '../../../../../src/cluster/roles/collect/collect-node.ts';
import type { CollectTopics } from '../../../../../src/cluster/roles/collect/collect-topics.ts';
import type { Settings } from '../../../../../src/app/config/settings.ts';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { REPLAY } from '../../../../../src/sources/replay/definition.ts';
import type { CollectedBatch } from '../../../../../src/sources/shared/collect-link.ts';
import { SOURCES } from '../../../../../src/app/compose/source-table.ts';
import { pass } from '../../../../contract/ports/source-contract.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { LeaseRows, MemoryLeases } from '../../../../support/memory-leases.ts';

const settings = {
  data: '/nowhere',
  source: 'simulator',
  world: 'small',
  seed: 'tests',
  faultRate: 0,
  role: 'collect',
  bus: { module: 'file:///servers.js', address: 'nats://bus.example.com' },
} as unknown as Settings;

describe('a process that collects', () => {
  test('reads the exchanges of its share, publishes to the bus, and releases them when it is closed', async () => {
    const clock = new ManualClock(Date.UTC(2026, 4, 6, 12, 0, 1));
    const bus = new InProcessBus<CollectTopics>();
    const [rows, registry] = [new LeaseRows(), new Registry()];
    const leases = new MemoryLeases(rows, clock, 'a');
    const received: CollectedBatch[] = [];
    bus.subscribe('collected', (message) => received.push(message));
    const log = pino({ enabled: false });
    let problem = '';
    const node = await openCollector(leases, 'a', {
      settings,
      sources: SOURCES,
      wallClock: clock,
      log,
      registry,
      bus,
      clockProblem: () => problem || undefined,
    });
    for (let i = 0; i < 35; i++) {
      await pass(clock, 1000);
      leases.renew();
    }
    const { exchanges, shared, ...status } = node.status();
    expect(status).toEqual({ collector: 'a', collectors: 1, uncertain: 0, hearsBus: true });
    expect(exchanges).toHaveLength(shared);
    const units = new Set(received.flatMap(({ messages }) => messages.map(({ unit }) => unit)));
    expect([...units].toSorted()).toEqual(exchanges);
    expect(new Set(received.flatMap(({ messages }) => messages.map(({ lease }) => lease)))).toEqual(
      new Set([1]),
    );
    const metrics = await registry.metrics();
    expect(metrics).toContain(`tidemark_collect_exchanges{state="read"} ${shared}`);
    expect(metrics).toMatch(/tidemark_collect_messages_total\{outcome="sent"\} [1-9]/);
    problem = 'the clock is wrong';
    await pass(clock, 6000);
    expect(node.status()).toMatchObject({ exchanges: [], clock: 'the clock is wrong' });
    await node.close();
    expect(node.status().exchanges).toEqual([]);
    expect([...rows.rows.values()].every(({ endsAt }) => endsAt === -Infinity)).toBe(true);
  });

  test('does not exist for a source that is read in one process', async () => {
    const parts = { sources: SOURCES, wallClock: new ManualClock(0), log: pino({ enabled: false }) };
    const bus = new InProcessBus<CollectTopics>();
    const replay = { ...settings, source: 'replay' };
    const leases = new MemoryLeases(new LeaseRows(), parts.wallClock, 'a');
    await expect(
      openCollector(leases, 'a', { ...parts, settings: replay, registry: new Registry(), bus }),
    ).rejects.toThrow('--source replay can only be read in one process: remove --role');
    expect(REPLAY.problems({ role: 'compute' })).toContain(
      '--source replay plays a recording in one process: leave --role out',
    );
  });
});

test('only a computing process receives from collectors over the bus', () => {
  expect(collectInput(settings, SOURCES).bus).toBeUndefined();
  const time = new Float64Array(1);
  expect(collectInput(settings, SOURCES, { busName: 'tidemark-1', time })).toMatchObject({
    bus: { module: 'file:///servers.js', address: 'nats://bus.example.com', name: 'tidemark-1' },
    time,
  });
});
