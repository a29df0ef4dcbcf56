import { constants, setPriority } from 'node:os';
import { workerData } from 'node:worker_threads';
import { dayOfTick, SLOT_MS } from '../../../../core/time.ts';
import {
  ALL_SERIES,
  type DaySpan,
  type ModelledBatch,
  type PastModel,
  type SeriesSelection,
} from '../../../../sources/past.ts';
import { answerCalls } from '../../../../threads/thread-calls.ts';
import { openPastModel } from '../../past/open-past-model.ts';
import type { BackfillInput, Order, ToBackfill } from './backfill-thread.ts';
import { seriesOfJob } from '../wanted-series.ts';

type HistoryPlace = Omit<BackfillInput, 'past'>;
type Batches = Iterator<ModelledBatch> | AsyncIterator<ModelledBatch>;

async function batchesOf(model: PastModel, place: HistoryPlace, order: Order): Promise<Batches> {
  if (order.kind !== 'seam') return modelled(model, order);
  // Loaded on demand: only this order reads history, and a start would wait for the module.
  const { seamDayBatches } = await import('./stored-day.ts');
  return seamDayBatches(model, place, order.day);
}

function* modelled(model: PastModel, order: Exclude<Order, { kind: 'seam' }>): Generator<ModelledBatch> {
  const firstLive = order.kind === 'job' ? order.plan.firstLive : order.firstLive;
  const firstTick = order.firstPrices && { at: firstLive, prices: order.firstPrices };
  if (order.kind === 'opening') {
    // The tick at midnight belongs to the day before.
    const midnight = dayOfTick(firstLive);
    const series = [...model.instant(midnight, ALL_SERIES, firstTick)];
    yield { past: { startAt: dayOfTick(midnight), series }, points: series.length };
  } else {
    const { job, plan } = order;
    const wanted = seriesOfJob(model, plan, job);
    if (job.kind === 'records') yield* recordBatches(model, job, wanted);
    else yield* model.values(job.firstDay, firstLive - SLOT_MS, wanted, firstTick);
  }
}

function* recordBatches(
  model: PastModel,
  { firstDay, days }: DaySpan,
  wanted: SeriesSelection,
): Generator<ModelledBatch> {
  for (const records of model.records({ firstDay, days }, wanted))
    yield { records, points: records.series.length * days };
}

/** Buffers of this thread that can be transferred instead of copied. Values are in shared memory. */
function buffersOf({ records }: ModelledBatch): ArrayBuffer[] {
  const columns = records?.series.flatMap(({ numbers }) => numbers) ?? [];
  return [...new Set(columns.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])))];
}

/** On Linux, where priorities are per thread, takes a tenth of the CPU that other threads get. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The thread that models the past for the back-fill; requests use another one. */
function main({ past, ...place }: BackfillInput): void {
  lowerPriority();
  const opening = openPastModel(past);
  let batches: Batches | undefined;
  const nextBatch = async (message: ToBackfill): Promise<ModelledBatch | undefined> => {
    const model = await opening;
    if (message.kind === 'begin') batches = await batchesOf(model, place, message.order);
    // A thread that died is restarted without its order.
    if (!batches) throw new Error('the back-fill has lost its order');
    const { value, done } = await batches.next();
    return done ? undefined : value;
  };
  answerCalls(nextBatch, (batch) => (batch ? buffersOf(batch) : []));
}

main(workerData as BackfillInput);
