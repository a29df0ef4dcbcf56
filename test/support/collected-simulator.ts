import { BusLink } from '../../src/cluster/roles/collect/bus-link.ts';
import { CollectOutbox } from '../../src/cluster/roles/collect/collect-outbox.ts';
import type { CollectTopics } from '../../src/cluster/roles/collect/collect-topics.ts';
import { InProcessBus } from '../../src/bus/in-process-bus.ts';
import type { Millis } from '../../src/core/time.ts';
import { ListedReference } from '../../src/simulator/calendar/listed-reference.ts';
import { CollectedSimulator } from '../../src/simulator/shared/collected-simulator.ts';
import { SimulatorReader } from '../../src/simulator/shared/simulator-reader.ts';
import type { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { pass } from '../contract/ports/source-contract.ts';
import { ManualClock } from './manual-clock.ts';

/** Sends the heartbeats of a collector until it is closed. */
class LivingReader extends SimulatorReader {
  readonly #stop: AbortController;
  held: readonly string[] = [];

  constructor(options: ConstructorParameters<typeof SimulatorReader>[0], stop: AbortController) {
    super(options);
    this.#stop = stop;
  }

  override read(units: ReadonlySet<string>): Promise<void> {
    this.held = [...units];
    return super.read(units);
  }

  override close(): Promise<void> {
    this.#stop.abort();
    return super.close();
  }
}

async function giveSignsOfLife(
  outbox: CollectOutbox,
  clock: ManualClock,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    outbox.addOwn({ kind: 'alive' });
    await clock.wait(250, signal).catch(() => undefined);
  }
}

/** Starts a collector of a simulated market: it sends its readings over the bus with the numbers of its leases. */
export function startReader(
  market: SimulatedMarket,
  clock: ManualClock,
  bus: InProcessBus<CollectTopics>,
  { name, lease }: { readonly name: string; readonly lease: number },
): SimulatorReader {
  const outbox = new CollectOutbox({
    bus,
    clock,
    collector: name,
    leaseOf: (unit) => (reader.held.includes(unit) ? lease : undefined),
    units: () => reader.held,
  });
  const stop = new AbortController();
  void giveSignsOfLife(outbox, clock, stop.signal);
  const reader = new LivingReader({ market, clock, send: (unit, said) => outbox.add(unit, said) }, stop);
  return reader;
}

/** The simulated market, read by two collectors that share its exchanges, as a computing process receives it. */
export async function openCollected(market: SimulatedMarket, start: Millis) {
  const clock = new ManualClock(start);
  const bus = new InProcessBus<CollectTopics>();
  const readers = ['first', 'second'].map((name) => startReader(market, clock, bus, { name, lease: 1 }));
  readers.forEach((reader, number) => {
    void reader.read(new Set(reader.units.filter((_, i) => i % 2 === number)));
  });
  const reference = new ListedReference(market);
  const opening = CollectedSimulator.open({ market, reference, clock, link: new BusLink(bus) });
  const opened = { yet: false };
  void opening.then(() => (opened.yet = true));
  while (!opened.yet) await pass(clock, 500);
  return { source: await opening, clock, bus, readers };
}
