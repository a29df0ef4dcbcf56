import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Candle } from '../../core/candle.ts';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import {
  EVERYTHING,
  type DaySpan,
  type FirstTick,
  type ModelledBatch,
  type PastModel,
  type WantedSeries,
} from '../../sources/past.ts';
import { loadSources } from '../../sources/source-table.ts';
import { historyBackend } from '../compose/backends.ts';
import type { BackfillInput, FromBackfill, Order, ToBackfill } from './backfill-messages.ts';
import { StoredDay } from './stored-day.ts';
import { wantedOf } from './wanted-series.ts';

const ASSETS_ONLY: WantedSeries = { market: () => false, asset: () => true, lx: false };

type Batches = Iterator<ModelledBatch> | AsyncIterator<ModelledBatch>;

function batchesOf(model: PastModel, folder: string, order: Order): Batches {
  return order.kind === 'seam' ? seamDay(model, folder, order.day) : modelled(model, order);
}

function* modelled(model: PastModel, order: Exclude<Order, { kind: 'seam' }>): Generator<ModelledBatch> {
  const firstLive = order.kind === 'job' ? order.plan.firstLive : order.firstLive;
  const firstTick = order.firstPrices && { at: firstLive, prices: order.firstPrices };
  const midnight = dayOfTick(firstLive);
  if (order.kind === 'prepare') {
    yield* recordBatches(model, { firstDay: midnight - DAY_MS, days: 1 }, EVERYTHING, firstTick);
    for (const at of order.references) yield instant(model, at, ASSETS_ONLY);
  } else if (order.kind === 'opening') yield instant(model, midnight, EVERYTHING, firstTick);
  else {
    const { job, plan } = order;
    const wanted = wantedOf(model, plan, job);
    const records = job.recordsFromValues;
    if (job.kind === 'records') yield* recordBatches(model, job, wanted);
    else yield* model.values(job.firstDay, firstLive - SLOT_MS, wanted, { firstTick, records });
  }
}

function* recordBatches(
  model: PastModel,
  { firstDay, days }: DaySpan,
  wanted: WantedSeries,
  firstTick?: FirstTick,
): Generator<ModelledBatch> {
  for (const records of model.records({ firstDay, days }, wanted, firstTick))
    yield { records, points: records.series.length * days };
}

function instant(model: PastModel, at: Millis, wanted: WantedSeries, firstTick?: FirstTick): ModelledBatch {
  const past = model.instant(at, wanted, firstTick);
  return { past, points: past.series.length };
}

/** Where anything of the day is damaged, its records stay as they are. */
async function* seamDay(model: PastModel, folder: string, day: Millis): AsyncGenerator<ModelledBatch> {
  const history = await historyBackend(folder).openReader(({ file, reason }) => {
    throw new Error(`${file}: ${reason}`);
  });
  try {
    const stored = new StoredDay(history, day);
    const candles: Candle[] = [];
    for (const series of model.series()) candles.push(...(await stored.candleOf(series)));
    yield { candles, points: candles.length };
  } finally {
    await history.close();
  }
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

async function openModel({ sources, source, input }: BackfillInput['past']): Promise<PastModel> {
  const definition = (await loadSources(sources)).named(source);
  if (!definition.openPast) throw new Error(`the source ${source} has no past`);
  return definition.openPast(input);
}

/** The thread in which the past is modelled: first what a start waits for, then what no request waits for. */
function main({ past, folder }: BackfillInput): void {
  const opening = openModel(past);
  let batches: Batches | undefined;
  parentPort?.on('message', async (message: ToBackfill) => {
    const model = await opening;
    if (message.kind === 'begin') {
      if (message.order.kind !== 'prepare') giveWay();
      batches = batchesOf(model, folder, message.order);
    }
    const next = await batches?.next();
    const answer: FromBackfill = next && !next.done ? { kind: 'batch', batch: next.value } : { kind: 'end' };
    parentPort?.postMessage(answer, next && !next.done ? buffersOf(next.value) : []);
  });
}

main(workerData as BackfillInput);
