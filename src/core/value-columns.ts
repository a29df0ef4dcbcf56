import type { IndexValue } from './index-value.ts';
import type { Millis } from './time.ts';

/**
 * The numbers of a set of index values, as parallel columns of the same length. An additional column identifies each row: by
 * instant, by series, or by slot of the day.
 */
export interface ValueColumns<B extends ArrayBufferLike = ArrayBufferLike> {
  readonly prices: Float64Array<B>;
  readonly volumes: Float64Array<B>;
  /** NaN for series without a tick volume. */
  readonly tickVolumes: Float64Array<B>;
  readonly flags: Uint16Array<B>;
}

/**
 * Values of one series, one row per instant. Columns may be longer than their content: the code that fills them knows the number
 * of rows.
 */
export interface SeriesColumns extends ValueColumns {
  readonly ats: Float64Array;
}

/** Values of one slot, one row per series, ascending. */
export interface SlotColumns<B extends ArrayBufferLike = ArrayBufferLike> extends ValueColumns<B> {
  readonly at: Millis;
  /** The numbers of the series, in an order that both sides know. */
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

/** Copies the first rows. */
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

/** Copies the given rows, in the given order. */
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

/** The numbers of a row; `tickVolume` only if the series has one. */
export function rowAt({ prices, volumes, tickVolumes, flags }: ValueColumns, row: number) {
  const tickVolume = tickVolumes[row]!;
  return {
    price: prices[row]!,
    volume: volumes[row]!,
    ...(Number.isNaN(tickVolume) ? {} : { tickVolume }),
    flags: flags[row]!,
  };
}
