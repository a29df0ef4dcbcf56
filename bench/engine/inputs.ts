// Cost of recording the inputs of the full world: bytes, CPU and waiting time per tick, compared with the engine that computes
// the tick and with the simple alternative, compressing the canonical bytes of each tick; and the cost of a receipt in the worst
// case, from the frame before a key frame. `--ticks N` records more of them, `--json` prints JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { IndexComputer, type ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../src/app/process/sha256.ts';
import { simulatedVersion } from '../../test/support/simulated-version.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';
import { encodeObservation } from '../../src/engine/record/observation-codec.ts';
import { encodeState } from '../../src/engine/record/state-codec.ts';
import type { InputEvent } from '../../src/history/input-store.ts';
import { FileInputReader } from '../../src/history/inputs/file-input-reader.ts';
import { FileInputStore, FRAMES_PER_KEY } from '../../src/history/inputs/file-input-store.ts';
import { Recomputation } from '../../src/values/receipts/recomputation.ts';
import { frameOf } from '../../src/values/receipts/recorded-input.ts';
import { SimulatedMarket } from '../../src/simulator/simulated-market.ts';
import { buildWorld } from '../../src/simulator/world.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';

const { values: options } = parseArgs({
  options: { ticks: { type: 'string', default: '60' }, json: { type: 'boolean', default: false } },
});
const TICKS = Number(options.ticks);
const FIRST = Date.parse('2026-03-01T12:00:30Z');
/** Limit, as a share of the engine's time. */
const LIMIT_SHARE = 0.5;
const PLAIN = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const BTC = { indexType: 'GWA', indexId: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f' } as const;

const seed = 'tidemark';
const world = buildWorld('full');
const market = new SimulatedMarket(world, { seed });
const version = simulatedVersion(world, market);
const { reference } = version;
const computer = new IndexComputer(version);

async function cpuMs<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly result: T }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

function compute(at: number): ComputedTick {
  const tick = computer.compute(at);
  computer.adopt(tick);
  return tick;
}

function observe(at: number): void {
  for (const exchange of market.exchanges) {
    const receivedAt = at - exchange.refreshLeadMs;
    computer.observeTicks([...market.ticksOf(exchange, at)], receivedAt);
    computer.observeTrades([...market.tradesOf(exchange, at)], receivedAt);
  }
}

const plainBytes = ({ input }: ComputedTick) =>
  brotliCompressSync(Buffer.concat([encodeObservation(input), encodeState(input.state, 2)]), PLAIN).length;

const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-inputs-'));
try {
  const events: InputEvent[] = [];
  const space = { shortageFor: () => undefined };
  const store = FileInputStore.open({
    folder,
    keepMs: DAY_MS,
    space,
    onEvent: (event) => events.push(event),
  });
  const samples = {
    engine: [] as number[],
    record: [] as number[],
    waiting: [] as number[],
    plain: [] as number[],
  };
  for (let n = 0; n < TICKS; n++) {
    const at = FIRST + n * SLOT_MS;
    observe(at);
    const { ms: engine, result: tick } = await cpuMs(() => compute(at));
    const began = process.hrtime.bigint();
    const { ms: record } = await cpuMs(() => store.append(frameOf(tick)));
    const waiting = Number(process.hrtime.bigint() - began) / 1e6;
    if (n < FRAMES_PER_KEY) continue;
    samples.engine.push(engine);
    samples.record.push(record);
    samples.waiting.push(waiting);
    samples.plain.push(plainBytes(tick));
  }
  await store.close();
  const sizes = events.flatMap((event) => (event.kind === 'recorded' ? [event.bytes] : []));
  const run = sizes.slice(FRAMES_PER_KEY, 2 * FRAMES_PER_KEY);
  const bytes = run.reduce((sum, size) => sum + size, 0) / run.length;
  const recomputation = new Recomputation(() => reference, new FileInputReader(folder), sha256);
  const worst = FIRST + (2 * FRAMES_PER_KEY - 1) * SLOT_MS;
  await recomputation.explain(BTC, worst);
  const receipts: number[] = [];
  for (let i = 0; i < 5; i++) receipts.push((await cpuMs(() => recomputation.explain(BTC, worst))).ms);
  const result = {
    tickers: reference.listingMarket.length,
    bytesPerTick: Math.round(bytes),
    keyFrameBytes: run[0],
    megabytesPerDay: rounded((bytes * 2880) / 1e6, 0),
    plainMegabytesPerDay: rounded((median(samples.plain) * 2880) / 1e6, 0),
    engineCpuMs: rounded(median(samples.engine), 1),
    recordCpuMs: rounded(median(samples.record), 1),
    recordMs: rounded(median(samples.waiting), 1),
    worstReceiptCpuMs: rounded(median(receipts), 0),
  };
  const share = result.recordCpuMs / result.engineCpuMs;
  if (options.json) console.log(JSON.stringify({ ...result, limitShare: LIMIT_SHARE }));
  else {
    console.log(`Recording the full world; wanted: less than ${LIMIT_SHARE} of the engine's CPU`);
    console.log(formatTable(['what', 'measured'], Object.entries(result)));
    console.log(JSON.stringify(result));
  }
  process.exitCode = share < LIMIT_SHARE ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
