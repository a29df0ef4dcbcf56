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
import type { BackfillInput, BatchRequest, BackfillCall } from './backfill-thread.ts';
import { seriesOfJob } from '../wanted-series.ts';

type HistoryPlace = Omit<BackfillInput, 'past'>;
type Batches = Iterator<ModelledBatch> | AsyncIterator<ModelledBatch>;

async function batchesOf(model: PastModel, place: HistoryPlace, request: BatchRequest): Promise<Batches> {
  if (request.kind !== 'seam') return modelled(model, request);
  // Loaded on demand: only this request reads history, and a start would wait for the module.
  const { seamDayBatches } = await import('./stored-day.ts');
  return seamDayBatches(model, place, request.day);
}

function* modelled(
  model: PastModel,
  request: Exclude<BatchRequest, { kind: 'seam' }>,
): Generator<ModelledBatch> {
  const firstLive = request.kind === 'job' ? request.plan.firstLive : request.firstLive;
  const firstTick = request.firstPrices && { at: firstLive, prices: request.firstPrices };
  if (request.kind === 'opening') {
    // The tick at midnight belongs to the day before.
    const midnight = dayOfTick(firstLive);
    const series = [...model.instant(midnight, ALL_SERIES, firstTick)];
    yield { past: { startAt: dayOfTick(midnight), series }, points: series.length };
  } else {
    const { job, plan } = request;
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

/** On Linux, where priorities are per thread, the thread then gets a tenth of the CPU that other threads get. */
function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The thread that models the past for the back-fill; requests use another one. */
function main({ past, ...place }: BackfillInput): void {
  lowerPriority();
  const opening = openPastModel(past);
  let batches: Batches | undefined;
  const nextBatch = async (message: BackfillCall): Promise<ModelledBatch | undefined> => {
    const model = await opening;
    if (message.kind === 'begin') batches = await batchesOf(model, place, message.request);
    // A thread that died is restarted without its request.
    if (!batches) throw new Error('the back-fill thread was restarted and has lost its request');
    const { value, done } = await batches.next();
    return done ? undefined : value;
  };
  answerCalls(nextBatch, (batch) => (batch ? buffersOf(batch) : []));
}

main(workerData as BackfillInput);
