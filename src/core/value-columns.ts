import type { IndexValue } from './index-value.ts';
import type { Millis } from './time.ts';

/**
 * The numbers of index values, the one shape for a set of them: parallel columns of the same length. What a row stands
 * for is said by the column that is added: an instant, a series, a slot of a day.
 */
export interface ValueColumns<B extends ArrayBufferLike = ArrayBufferLike> {
  readonly prices: Float64Array<B>;
  readonly volumes: Float64Array<B>;
  /** NaN for series that have none. */
  readonly tickVolumes: Float64Array<B>;
  readonly flags: Uint16Array<B>;
}

/** Values of one series, a row an instant. Columns may be longer than what is in them: the code that fills them says how many rows there are. */
export interface SeriesColumns extends ValueColumns {
  readonly ats: Float64Array;
}

/** Values of one slot, a row a series, ascending. */
export interface SlotColumns<B extends ArrayBufferLike = ArrayBufferLike> extends ValueColumns<B> {
  readonly at: Millis;
  /** Numbers of series in an order that both sides know. */
  readonly series: Uint32Array<B>;
}

export function valueColumns(capacity: number): ValueColumns<ArrayBuffer> {
  return {
    prices: new Float64Array(capacity),
    volumes: new Float64Array(capacity),
    tickVolumes: new Float64Array(capacity),
    flags: new Uint16Array(capacity),
  };
}

export function seriesColumns(capacity: number): SeriesColumns {
  return { ats: new Float64Array(capacity), ...valueColumns(capacity) };
}

/** A copy of the first rows. */
export function firstRows(
  { prices, volumes, tickVolumes, flags }: ValueColumns,
  count: number,
): ValueColumns {
  return {
    prices: prices.slice(0, count),
    volumes: volumes.slice(0, count),
    tickVolumes: tickVolumes.slice(0, count),
    flags: flags.slice(0, count),
  };
}

/** A copy of some rows, in this order. */
export function pickRows(
  { prices, volumes, tickVolumes, flags }: ValueColumns,
  rows: readonly number[],
): ValueColumns {
  return {
    prices: Float64Array.from(rows, (row) => prices[row]!),
    volumes: Float64Array.from(rows, (row) => volumes[row]!),
    tickVolumes: Float64Array.from(rows, (row) => tickVolumes[row]!),
    flags: Uint16Array.from(rows, (row) => flags[row]!),
  };
}

export function setRow(
  columns: SeriesColumns,
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

/** The numbers of a row; `tickVolume` only where there is one. */
export function rowAt({ prices, volumes, tickVolumes, flags }: ValueColumns, row: number) {
  const tickVolume = tickVolumes[row]!;
  return {
    price: prices[row]!,
    volume: volumes[row]!,
    ...(Number.isNaN(tickVolume) ? {} : { tickVolume }),
    flags: flags[row]!,
  };
}
