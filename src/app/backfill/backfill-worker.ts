import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Candle } from '../../core/candle.ts';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import { HistorySnapshot } from '../../history/embedded/read/history-snapshot.ts';
import type { SimulatedWorld } from '../../sources/simulator/world.ts';
import { AlternatingMemory } from './batch-memory.ts';
import type { BackfillInput, FromBackfill, Order, ToBackfill } from './backfill-messages.ts';
import { dayRecords, type DaySpan } from './day-records.ts';
import { modelledDay, modelledInstant, type ModelledBatch } from './modelled-day.ts';
import { EVERYTHING, PastModel, type Wanted } from './past-model.ts';
import { SeamBridge } from './seam-bridge.ts';
import { StoredDay } from './stored-day.ts';
import { wantedOf } from './wanted-series.ts';

/** Values of a day are asked for only when the batch before the last is encoded. */
const memory = new AlternatingMemory();
const ASSETS_ONLY: Wanted = { market: () => false, asset: () => true, lx: false };

type Batches = Generator<ModelledBatch> | AsyncGenerator<ModelledBatch>;

function batchesOf(model: PastModel, world: SimulatedWorld, folder: string, order: Order): Batches {
  return order.kind === 'seam' ? seamDay(model, folder, order.day) : modelled(model, world, order);
}

function* modelled(
  model: PastModel,
  world: SimulatedWorld,
  order: Exclude<Order, { kind: 'seam' }>,
): Generator<ModelledBatch> {
  const firstLive = order.kind === 'job' ? order.plan.firstLive : order.firstLive;
  const bridge = order.firstPrices && new SeamBridge(model, firstLive, order.firstPrices);
  const midnight = dayOfTick(firstLive);
  if (order.kind === 'prepare') {
    yield* recordBatches(model, { firstDay: midnight - DAY_MS, days: 1 }, EVERYTHING, bridge);
    for (const at of order.references) yield instant(model, at, ASSETS_ONLY);
  } else if (order.kind === 'opening') yield instant(model, midnight, EVERYTHING, bridge);
  else {
    const { job, plan } = order;
    const wanted = wantedOf(world, plan, job);
    const records = job.recordsFromValues;
    if (job.kind === 'records') yield* recordBatches(model, job, wanted);
    else yield* modelledDay(model, job.firstDay, firstLive - SLOT_MS, wanted, { memory, bridge, records });
  }
}

function* recordBatches(
  model: PastModel,
  span: DaySpan,
  wanted: Wanted,
  bridge?: SeamBridge,
): Generator<ModelledBatch> {
  for (const records of dayRecords(model, span, wanted, bridge))
    yield { records, points: records.series.length * span.days };
}

function instant(model: PastModel, at: Millis, wanted: Wanted, bridge?: SeamBridge): ModelledBatch {
  const past = modelledInstant(model, at, wanted, bridge);
  return { past, points: past.series.length };
}

/** Where anything of the day is damaged, its records stay as they are. */
async function* seamDay(model: PastModel, folder: string, day: Millis): AsyncGenerator<ModelledBatch> {
  const history = HistorySnapshot.open(join(folder, 'history'), ({ file, reason }) => {
    throw new Error(`${file}: ${reason}`);
  });
  try {
    const stored = new StoredDay(history, day);
    const candles: Candle[] = [];
    for (const series of model.series()) candles.push(...(await stored.candleOf(series)));
    yield { candles, points: candles.length };
  } finally {
    history.close();
  }
}

/**
 * From now on it gives way to the other threads, where the machine can tell them apart: a tenth of what they get, not
 * less, so that it also goes on beside other work.
 */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The thread in which the past is modelled: first what a start waits for, then what nobody waits for. */
function main({ world, seed, folder }: BackfillInput): void {
  const model = new PastModel(world, seed);
  let batches: Batches | undefined;
  parentPort?.on('message', async (message: ToBackfill) => {
    if (message.kind === 'begin') {
      if (message.order.kind !== 'prepare') giveWay();
      batches = batchesOf(model, world, folder, message.order);
    }
    const next = await batches?.next();
    const answer: FromBackfill = next && !next.done ? { kind: 'batch', batch: next.value } : { kind: 'end' };
    parentPort?.postMessage(answer);
  });
}

main(workerData as BackfillInput);
