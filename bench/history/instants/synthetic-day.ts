import type { SeriesId } from '../../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY } from '../../../src/core/time.ts';
import { valueColumns, type ValueColumns } from '../../../src/core/value-columns.ts';
import type { PastSeries } from '../../../src/history/history-store.ts';
import { appendFirstTick } from '../growth/day-writer.ts';
import { openStore } from '../peers/embedded-peer.ts';
import { SyntheticTicks } from '../synthetic-ticks.ts';

export const DAY = Date.UTC(2026, 1, 28);

const SERIES_PER_PART = 500;

/** Stores a day of the first series as the back-fill does. */
export async function storeDay(folder: string, series: number): Promise<void> {
  const store = await openStore(folder);
  await appendFirstTick(store, DAY + DAY_MS + SLOT_MS);
  const outcome = await store.insertPast({ startAt: DAY, parts: partsOf(series) });
  if (outcome !== 'stored') throw new Error(outcome);
  await store.close();
}

function* partsOf(series: number): Generator<readonly PastSeries[]> {
  const { ids, columns } = dayOf(series);
  const slots = Uint16Array.from({ length: SLOTS_PER_DAY }, (_, slot) => slot);
  const all = ids.map((id, i): PastSeries => ({ ...id, slots, ...columns[i]! }));
  for (let from = 0; from < series; from += SERIES_PER_PART) yield all.slice(from, from + SERIES_PER_PART);
}

function dayOf(series: number): { readonly ids: SeriesId[]; readonly columns: ValueColumns[] } {
  const ticks = new SyntheticTicks(DAY / SLOT_MS + 1, series);
  const columns = Array.from({ length: series }, () => valueColumns(SLOTS_PER_DAY));
  for (let slot = 0; slot < SLOTS_PER_DAY; slot++) {
    const tick = ticks.next(DAY + (slot + 1) * SLOT_MS);
    for (const [i, { prices, volumes, tickVolumes, flags }] of columns.entries()) {
      prices[slot] = tick.prices[i]!;
      volumes[slot] = tick.volumes[i]!;
      tickVolumes[slot] = tick.tickVolumes[i]!;
      flags[slot] = tick.flags[i]!;
    }
  }
  return { ids: [...ticks.order.series], columns };
}
