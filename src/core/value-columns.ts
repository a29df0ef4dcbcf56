import type { IndexValue } from './index-value.ts';
import type { Millis } from './time.ts';

/** Room for index values, parallel columns of the same length; the code that fills them says how many there are. */
export interface ValueColumns {
  readonly ats: Float64Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** NaN for series that have none. */
  readonly tickVolumes: Float64Array;
  readonly flags: Uint16Array;
}

export function valueColumns(capacity: number): ValueColumns {
  return {
    ats: new Float64Array(capacity),
    prices: new Float64Array(capacity),
    volumes: new Float64Array(capacity),
    tickVolumes: new Float64Array(capacity),
    flags: new Uint16Array(capacity),
  };
}

export function setRow(
  columns: ValueColumns,
  row: number,
  {
    at,
    price,
    volume,
    tickVolume,
    flags,
  }: Omit<IndexValue, 'indexType' | 'indexId'> & { readonly at: Millis },
): void {
  columns.ats[row] = at;
  columns.prices[row] = price;
  columns.volumes[row] = volume;
  columns.tickVolumes[row] = tickVolume ?? Number.NaN;
  columns.flags[row] = flags;
}
