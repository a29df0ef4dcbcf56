import type { SeriesOrder } from '../../../core/ids/series-order.ts';
import type { Millis } from '../../../core/time.ts';
import type { SlotColumns } from '../../../core/value-columns.ts';
import type { TickOutput, ValueColumns } from '../../../engine/tick-output.ts';
import type { StoredValue } from '../../../history/history-store.ts';

interface Row {
  readonly series: number;
  readonly price: number;
  readonly volume: number;
  readonly tickVolume: number;
  readonly flags: number;
}

/** The engine's columns in the order of series. Within each type, the engine has the same order. */
export function columnsOf({ at, mwa, gwa, lx }: TickOutput, order: SeriesOrder): SlotColumns<ArrayBuffer> {
  const rows: Row[] = [];
  for (const [type, columns] of [['MWA', mwa] as const, ['GWA', gwa] as const]) {
    collectRows(columns, order.rangeOf(type)[0], rows);
  }
  for (const { indexId, price, volume, tickVolume, flags } of lx) {
    const series = order.numberOf({ indexType: 'LX', indexId });
    if (series !== undefined) rows.push({ series, price, volume, tickVolume, flags });
  }
  return columnsFrom(at, rows);
}

export function columnsOfStored(
  at: Millis,
  values: readonly StoredValue[],
  order: SeriesOrder,
): SlotColumns<ArrayBuffer> {
  const rows = values.flatMap((value): Row[] => {
    const { price, volume, tickVolume = Number.NaN, flags } = value;
    const series = order.numberOf(value);
    return series === undefined ? [] : [{ series, price, volume, tickVolume, flags }];
  });
  return columnsFrom(at, rows);
}

function columnsFrom(at: Millis, rows: Row[]): SlotColumns<ArrayBuffer> {
  rows.sort((a, b) => a.series - b.series);
  return {
    at,
    series: Uint32Array.from(rows, (row) => row.series),
    prices: Float64Array.from(rows, (row) => row.price),
    volumes: Float64Array.from(rows, (row) => row.volume),
    tickVolumes: Float64Array.from(rows, (row) => row.tickVolume),
    flags: Uint16Array.from(rows, (row) => row.flags),
  };
}

function collectRows({ price, volume, flags }: ValueColumns, first: number, rows: Row[]): void {
  price.forEach((value, i) => {
    if (value === 0) return;
    rows.push({
      series: first + i,
      price: value,
      volume: volume[i] ?? 0,
      tickVolume: Number.NaN,
      flags: flags[i] ?? 0,
    });
  });
}
