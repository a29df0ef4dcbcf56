import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import {
  EVERYTHING,
  type DaySpan,
  type FirstTick,
  type ModelledBatch,
  type PastModel,
  type WantedSeries,
} from '../../sources/past.ts';
import { candlesIn } from '../../history/past-candles.ts';
import { loadSources } from '../../sources/source-table.ts';
import type { BackfillInput, FromBackfill, Order, ToBackfill } from './backfill-messages.ts';
import { wantedOf } from './wanted-series.ts';

const ASSETS_ONLY: WantedSeries = { market: () => false, asset: () => true, lx: false };

type HistoryPlace = Omit<BackfillInput, 'past'>;
type Batches = Iterator<ModelledBatch> | AsyncIterator<ModelledBatch>;

async function batchesOf(model: PastModel, place: HistoryPlace, order: Order): Promise<Batches> {
  if (order.kind !== 'seam') return modelled(model, order);
  // Of all orders this one alone reads history, which a start would wait for.
  const { seamDayBatches } = await import('./seam-day-batches.ts');
  return seamDayBatches(model, place, order.day);
}

function* modelled(model: PastModel, order: Exclude<Order, { kind: 'seam' }>): Generator<ModelledBatch> {
  if (order.kind === 'instants') {
    for (const at of order.instants) yield instant(model, at, ASSETS_ONLY);
    return;
  }
  const firstLive = order.kind === 'job' ? order.plan.firstLive : order.firstLive;
  const firstTick = order.firstPrices && { at: firstLive, prices: order.firstPrices };
  const midnight = dayOfTick(firstLive);
  if (order.kind === 'prepare') yield* lastDay(model, midnight - DAY_MS, firstTick);
  else if (order.kind === 'opening') yield instant(model, midnight, EVERYTHING, firstTick);
  else {
    const { job, plan } = order;
    const wanted = wantedOf(model, plan, job);
    const records = job.recordsFromValues;
    if (job.kind === 'records') yield* recordBatches(model, job, wanted);
    else yield* model.values(job.firstDay, firstLive - SLOT_MS, wanted, { firstTick, records });
  }
}

/** As records, not in columns: those of a single day would be a hundred thousand, which a start waits for. */
function* lastDay(model: PastModel, firstDay: Millis, firstTick?: FirstTick): Generator<ModelledBatch> {
  for (const records of model.records({ firstDay, days: 1 }, EVERYTHING, firstTick)) {
    const candles = [...candlesIn(records)];
    yield { candles, points: candles.length };
  }
}

function* recordBatches(
  model: PastModel,
  { firstDay, days }: DaySpan,
  wanted: WantedSeries,
): Generator<ModelledBatch> {
  for (const records of model.records({ firstDay, days }, wanted))
    yield { records, points: records.series.length * days };
}

function instant(model: PastModel, at: Millis, wanted: WantedSeries, firstTick?: FirstTick): ModelledBatch {
  const past = model.instant(at, wanted, firstTick);
  return { past, points: past.series.length };
}

/** What lies in memory of this thread's own and can be handed over instead of copied. Values lie in shared memory. */
function buffersOf({ records }: ModelledBatch): ArrayBuffer[] {
  const columns = records?.series.flatMap(({ numbers }) => numbers) ?? [];
  return [...new Set(columns.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])))];
}

/**
 * From now on it gives way to the other threads, where the machine can tell them apart: a tenth of what they get, not
 * less, so that it also goes on beside other work.
 */
function giveWay(): void {
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}

/** Whether a start or a request waits for it. */
function isAwaited({ kind }: Order): boolean {
  return kind === 'prepare' || kind === 'instants';
}

async function openModel({ sources, source, input }: BackfillInput['past']): Promise<PastModel> {
  const definition = (await loadSources(sources)).named(source);
  if (!definition.openPast) throw new Error(`the source ${source} has no past`);
  return definition.openPast(input);
}

/** The thread in which the past is modelled: first what a start waits for, then what no request waits for. */
function main({ past, ...place }: BackfillInput): void {
  const opening = openModel(past);
  let batches: Batches | undefined;
  parentPort?.on('message', async (message: ToBackfill) => {
    const model = await opening;
    if (message.kind === 'begin') {
      if (!isAwaited(message.order)) giveWay();
      batches = await batchesOf(model, place, message.order);
    }
    const next = await batches?.next();
    const answer: FromBackfill = next && !next.done ? { kind: 'batch', batch: next.value } : { kind: 'end' };
    parentPort?.postMessage(answer, next && !next.done ? buffersOf(next.value) : []);
  });
}

main(workerData as BackfillInput);
