import { dayOfTick, SLOT_MS, type Millis, SLOTS_PER_DAY } from '../../core/time.ts';
import { tickVolumeOf } from '../../engine/lx/lx.ts';
import type { PastSeries } from '../../history/history-store.ts';
import type { ModelledBatch, SeriesSelection } from '../../sources/past.ts';
import { SEPARATE_MEMORY, MAX_BATCH_POINTS, type BatchMemory } from './batch-memory.ts';
import { MODELLED, type ModelledColumns } from './modelled-columns.ts';
import type { SeriesModel } from './series-model.ts';
import type { SeamBridge } from './seam-bridge.ts';

export interface DayOptions {
  /** Memory for the values. */
  readonly memory?: BatchMemory;
  /** Blends the modelled values into the live ones. */
  readonly bridge?: SeamBridge | undefined;
}

/** The wanted series of a day, every 30 seconds up to and including `upTo`. */
export function* modelledDay(
  model: SeriesModel,
  day: Millis,
  upTo: Millis,
  wanted: SeriesSelection,
  { memory = SEPARATE_MEMORY, bridge }: DayOptions = {},
): Generator<ModelledBatch> {
  const count = Math.min(SLOTS_PER_DAY, Math.floor((upTo - day) / SLOT_MS));
  if (count <= 0) return;
  const shared = sharedColumns(count);
  let series: PastSeries[] = [];
  const batch = () => ({ past: { startAt: day, series }, points: series.length * count });
  // The tick at midnight belongs to the day before, and opens this one.
  const run = { first: day / SLOT_MS, step: 1, count: count + 1 };
  try {
    for (const modelled of model.columns(run, wanted)) {
      const columns = bridge?.apply(modelled, run) ?? modelled;
      series.push(pastSeries(columns, shared, memory));
      if ((series.length + 1) * count <= MAX_BATCH_POINTS) continue;
      yield batch();
      memory.nextBatch();
      series = [];
    }
    if (series.length > 0) yield batch();
  } finally {
    // Also if the caller stops early.
    memory.nextBatch();
  }
}

/** The values of the wanted series at one slot. */
export function* modelledInstant(
  model: SeriesModel,
  at: Millis,
  wanted: SeriesSelection,
  bridge?: SeamBridge,
): Generator<PastSeries> {
  const shared = sharedColumns(1);
  shared.slots[0] = (at - dayOfTick(at)) / SLOT_MS - 1;
  const run = { first: at / SLOT_MS - 1, step: 1, count: 2 };
  for (const columns of model.columns(run, wanted))
    yield pastSeries(bridge?.apply(columns, run) ?? columns, shared, SEPARATE_MEMORY);
}

/** Columns that all series of a day share. */
interface SharedColumns {
  readonly slots: Uint16Array;
  readonly flags: Uint16Array;
  readonly noTickVolumes: Float64Array;
}

function sharedColumns(count: number): SharedColumns {
  const slots = new Uint16Array(new SharedArrayBuffer(2 * count));
  slots.forEach((_, slot) => (slots[slot] = slot));
  return {
    slots,
    flags: new Uint16Array(new SharedArrayBuffer(2 * count)).fill(MODELLED),
    noTickVolumes: new Float64Array(new SharedArrayBuffer(8 * count)).fill(Number.NaN),
  };
}

/** Without the first slot, which belongs to the day before. Shared memory, so that no thread on the way copies it. */
function pastSeries(
  { indexType, indexId, prices, volumes, tickUnits }: ModelledColumns,
  { slots, flags, noTickVolumes }: SharedColumns,
  memory: BatchMemory,
): PastSeries {
  const shared = (column: Float64Array) => {
    const copy = memory.take(slots.length);
    copy.set(column.subarray(1));
    return copy;
  };
  const tickVolumes = tickUnits
    ? shared(tickUnits.map((units) => tickVolumeOf(BigInt(units))))
    : noTickVolumes;
  return { indexType, indexId, slots, prices: shared(prices), volumes: shared(volumes), tickVolumes, flags };
}
