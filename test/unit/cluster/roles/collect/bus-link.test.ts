import { expect, test } from 'vitest';
import { InProcessBus } from '../../../../../src/bus/in-process-bus.ts';
import { BusLink } from '../../../../../src/cluster/roles/collect/bus-link.ts';
import type { CollectTopics } from '../../../../../src/cluster/roles/collect/collect-topics.ts';
import { ListedReference } from '../../../../../src/simulator/calendar/listed-reference.ts';
import { CollectedSimulator } from '../../../../../src/simulator/shared/collected-simulator.ts';
import { SimulatedMarket } from '../../../../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';
import { startLinkedCollector } from '../../../../../src/sources/live/shared/linked-collector.ts';
import type { CollectedBatch } from '../../../../../src/sources/shared/collect-link.ts';
import { openCollected } from '../../../../support/collected-simulator.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const MALFORMED: CollectedBatch = {
  collector: 'x',
  messages: [{ unit: 'u', lease: 1, said: null }],
  units: ['u'],
  own: [],
};

test('a malformed message is reported, counts as missed, and the next one is received', async () => {
  const bus = new InProcessBus<CollectTopics>();
  const errors: unknown[] = [];
  const received: unknown[] = [];
  let missed = 0;
  const link = new BusLink(bus, (error) => errors.push(error));
  link.onLoss(() => missed++);
  link.subscribe(({ messages }) => {
    for (const { said } of messages) received.push((said as { readonly kind: string }).kind);
  });
  await bus.publish('collected', MALFORMED);
  await bus.publish('collected', { ...MALFORMED, messages: [{ unit: 'u', lease: 1, said: { kind: 'a' } }] });
  expect(errors).toEqual([expect.any(TypeError)]);
  expect(missed).toBe(1);
  expect(received).toEqual(['a']);
  await link.close();
});

test('a malformed message does not end a source that reads over the bus', async () => {
  const market = new SimulatedMarket(buildWorld('small'), { seed: 'tests' });
  const { bus, readers } = await openCollected(market, Date.UTC(2026, 4, 6, 12, 0, 11, 250));
  await bus.publish('collected', MALFORMED);
  await Promise.all(readers.map((reader) => reader.close()));

  const live = new InProcessBus<CollectTopics>();
  let missed = 0;
  const collector = startLinkedCollector(() => new BusLink(live), new ManualClock(0))(
    { exchanges: [], folder: '', network: {} },
    { onMessage: () => undefined, onDeath: () => undefined, onLoss: () => missed++ },
  );
  await live.publish('collected', MALFORMED);
  expect(missed).toBe(1);
  await collector.close();
});

test.each(['live', 'simulator'])(
  'readings that the source %s drops, because another collector has a newer lease, are counted',
  async (source) => {
    const bus = new InProcessBus<CollectTopics>();
    let outdated = 0;
    const link = new BusLink(bus, undefined, () => outdated++);
    const end = await openSource(source, link);
    const batch = (lease: number) => ({
      ...MALFORMED,
      messages: [{ unit: 'u', lease, said: { kind: 'none' } }],
    });
    await bus.publish('collected', batch(Number.MAX_SAFE_INTEGER));
    await bus.publish('collected', batch(1));
    await bus.publish('collected', batch(2));
    expect(outdated).toBe(2);
    await end();
  },
);

/** A source that receives over the link. */
async function openSource(source: string, link: BusLink): Promise<() => Promise<void>> {
  const clock = new ManualClock(Date.UTC(2026, 4, 6, 12));
  if (source === 'live') {
    const handlers = { onMessage: () => undefined, onDeath: () => undefined };
    const settings = { exchanges: [], folder: '', network: {} };
    const collector = startLinkedCollector(() => link, clock)(settings, handlers);
    return () => collector.close();
  }
  const market = new SimulatedMarket(buildWorld('small'), { seed: 'tests' });
  await CollectedSimulator.open({
    market,
    reference: new ListedReference(market),
    clock,
    link,
    waits: false,
  });
  return () => link.close();
}
