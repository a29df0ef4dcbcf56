import type { SeriesId } from '../../../core/index-value.ts';
import type { ValueColumns } from '../../../core/value-columns.ts';
import type { StoredValue } from '../../../history/history-store.ts';
import { atOf, type Slot } from './grid.ts';
import { hasTickVolume } from '../../../engine/index-types/index-types.ts';

/** The value in a row of columns. */
export function valueOf(
  { indexType, indexId }: SeriesId,
  slot: Slot,
  { prices, volumes, tickVolumes, flags }: ValueColumns,
  row: number,
): StoredValue {
  const value = {
    indexType,
    indexId,
    at: atOf(slot),
    price: prices[row]!,
    volume: volumes[row]!,
    flags: flags[row]!,
  };
  const tickVolume = hasTickVolume(indexType) ? tickVolumes[row]! : Number.NaN;
  return Number.isNaN(tickVolume) ? value : { ...value, tickVolume };
}
