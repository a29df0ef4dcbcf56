import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS, dayOfTick, SLOT_MS } from '../../core/time.ts';
import type { SimulatedWorld } from '../../sources/simulator/world.ts';
import type { BackfillInput, FromBackfill, Order, ToBackfill } from './backfill-messages.ts';
import { briefDay, modelledDay, modelledInstant, sampledDay, type ModelledBatch } from './modelled-day.ts';
import { PastModel, type Wanted } from './past-model.ts';
import { wantedOf } from './wanted-series.ts';

const ASSETS_ONLY: Wanted = { market: () => false, asset: () => true, lx: false };

function* batchesOf(model: PastModel, world: SimulatedWorld, order: Order): Generator<ModelledBatch> {
  if (order.kind === 'prepare') {
    yield* briefDay(model, dayOfTick(order.firstLive) - DAY_MS);
    for (const at of order.references) {
      const past = modelledInstant(model, at, ASSETS_ONLY);
      yield { past, candles: [], points: past.series.length };
    }
    return;
  }
  const { job, plan } = order;
  const wanted = wantedOf(world, plan, job);
  if (job.phase === 'ticks') yield* modelledDay(model, job.day, plan.firstLive - SLOT_MS, wanted);
  else yield* sampledDay(model, job.day, wanted);
}

/** From now on it gives way to the other threads, where the machine can tell them apart. */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
}

/** The thread in which the past is modelled: first what a start waits for, then what nobody waits for. */
function main({ world, seed }: BackfillInput): void {
  const model = new PastModel(world, seed);
  let batches: Generator<ModelledBatch> | undefined;
  parentPort?.on('message', (message: ToBackfill) => {
    if (message.kind === 'begin') {
      if (message.order.kind === 'job') giveWay();
      batches = batchesOf(model, world, message.order);
    }
    const next = batches?.next();
    const answer: FromBackfill = next && !next.done ? { kind: 'batch', batch: next.value } : { kind: 'end' };
    parentPort?.postMessage(answer);
  });
}

main(workerData as BackfillInput);
