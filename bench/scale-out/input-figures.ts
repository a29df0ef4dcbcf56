import { IndexComputer, type ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import { recomputeMemory } from '../../src/app/pipeline/compute/recompute-memory.ts';
import { sha256 } from '../../src/app/process/sha256.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import { PostgresInputReader } from '../../src/cluster/postgres/inputs/postgres-input-reader.ts';
import { PostgresInputs } from '../../src/cluster/postgres/inputs/postgres-inputs.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';
import { FrameEncoder } from '../../src/history/inputs/frame-codec.ts';
import { sealFrame } from '../../src/history/inputs/sealed-frame.ts';
import type { InputEvent } from '../../src/history/input-store.ts';
import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { frameOf } from '../../src/values/receipts/recorded-input.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { simulatedVersion } from '../../test/support/simulated-version.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';
import { OPTIONS } from './two-stores.ts';

const FIRST = Date.parse('2026-03-01T12:00:30Z');
const TICKS_PER_DAY = DAY_MS / SLOT_MS;
/** Measured from the first difference frame on. */
const RUN = 20;

export type InputFigures = Awaited<ReturnType<typeof measureInputs>>;

/** Measures the cost of storing the inputs and the state of each tick in the database, and of continuing from them. */
export async function measureInputs({ world: size, ticks }: { world: WorldSize; ticks: number }) {
  const server = await startPostgres();
  const database = new Database({ url: server.url });
  const history = await new PostgresHistoryBackend({ url: server.url }).openWriter(OPTIONS);
  const events: InputEvent[] = [];
  const inputs = new PostgresInputs({
    database,
    fence: history.fence,
    keepMs: DAY_MS,
    maxBytes: Infinity,
    onEvent: (event) => events.push(event),
  });
  try {
    const computed = computeTicks(size, ticks);
    const samples = {
      inputs: [] as number[],
      cpu: [] as number[],
      plain: [] as number[],
      state: [] as number[],
    };
    for (const [n, tick] of computed.ticks.entries()) {
      const frame = frameOf(tick);
      const taken = await timed(() => inputs.append(frame));
      const withState = n % 2 === 1;
      const slice = {
        ...tick.columns,
        order: computed.order,
        record: Buffer.from(JSON.stringify(tick.record)),
      };
      const stored = await timed(() => history.append(slice, withState || n === 0 ? tick.state : undefined));
      if (n < RUN) continue;
      samples.inputs.push(taken.ms);
      samples.cpu.push(taken.cpuMs);
      samples[withState ? 'state' : 'plain'].push(stored.ms);
    }
    const sizes = events.flatMap((event) => (event.kind === 'recorded' ? [event.bytes] : []));
    const bytes = sizes.slice(RUN, 2 * RUN).reduce((sum, size_) => sum + size_, 0) / RUN;
    const stateBytes = computed.ticks.at(-1)!.state.length;
    const takeover = await timed(() => goOn(computed, new PostgresInputReader(database)));
    return {
      tickBytes: Math.round(bytes),
      megabytesPerDay: rounded((bytes * TICKS_PER_DAY) / 1e6, 0),
      selfContainedMegabytesPerDay: rounded((selfContained(computed.ticks) * TICKS_PER_DAY) / 1e6, 0),
      stateBytes,
      stateEachTickMegabytesPerDay: rounded((stateBytes * TICKS_PER_DAY) / 1e6, 0),
      inputsMs: rounded(median(samples.inputs), 1),
      inputsCpuMs: rounded(median(samples.cpu), 1),
      appendMs: rounded(median(samples.plain), 1),
      appendWithStateMs: rounded(median(samples.state), 1),
      tenTicksAgainMs: rounded(takeover.ms, 0),
    };
  } finally {
    await history.close();
    await database.close();
    await server.stop();
  }
}

export function inputTable(figures: InputFigures): string {
  return formatTable(['what', 'measured'], Object.entries(figures));
}

interface Computed {
  readonly version: ReturnType<typeof simulatedVersion>;
  readonly order: ReturnType<typeof simulatedVersion>['orders']['series'];
  readonly ticks: readonly ComputedTick[];
}

function computeTicks(size: WorldSize, count: number): Computed {
  const world = buildWorld(size);
  const market = new SimulatedMarket(world, { seed: 'tidemark' });
  const version = simulatedVersion(world, market);
  const computer = new IndexComputer(version);
  const ticks = Array.from({ length: count }, (_, n) => {
    const at = FIRST + n * SLOT_MS;
    for (const exchange of market.exchanges) {
      const receivedAt = at - exchange.refreshLeadMs;
      computer.observeTicks([...market.ticksOf(exchange, at)], receivedAt);
      computer.observeTrades([...market.tradesOf(exchange, at)], receivedAt);
    }
    const tick = computer.compute(at);
    computer.adopt(tick);
    return tick;
  });
  return { version, order: version.orders.series, ticks };
}

/** A takeover with a state of the maximum age. */
async function goOn({ version, ticks }: Computed, inputs: PostgresInputReader): Promise<void> {
  const since = ticks.slice(-10);
  const before = ticks.at(-11)!;
  const again = await recomputeMemory(
    { references: () => version.reference, inputs, hash: sha256 },
    { at: before.output.at, state: before.state },
    since.map(({ output: { at }, record }) => ({ at, record: Buffer.from(JSON.stringify(record)) })),
  );
  if (again.missing.length > 0) throw new Error('ticks could not be computed again');
}

/** Bytes of a key frame, which does not depend on other frames. */
function selfContained(ticks: readonly ComputedTick[]): number {
  const encoder = new FrameEncoder();
  const sizes = ticks.slice(-10).map((tick) => {
    const frame = frameOf(tick);
    return sealFrame(frame.at, undefined, encoder.encode(frame, true)).bytes.length;
  });
  return median(sizes);
}

async function timed(work: () => Promise<unknown>): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
}
