import { CANDLE_NUMBERS, type Candle } from '../../src/core/candle.ts';
import { maskOf, type SeriesId } from '../../src/core/index-value.ts';
import { compareSeries, SeriesOrder } from '../../src/core/ids/series-order.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import type { SeriesColumns } from '../../src/core/value-columns.ts';
import type {
  PastDay,
  PastSeries,
  PastYear,
  StoredValue,
  TickSlice,
} from '../../src/history/history-store.ts';
import { buildWorld } from '../../src/simulator/world.ts';

export const WINDOW_MS = 200 * DAY_MS;
export const ORDER = new SeriesOrder(buildWorld('small').reference);

/** A slice with plausible values; `has` selects the series. */
export function sliceAt(at: Millis, has: (number: number) => boolean = () => true): TickSlice {
  const series = Uint32Array.from(ORDER.series.keys()).filter(has);
  const slot = at / SLOT_MS;
  const isLx = (number: number) => ORDER.series[number]?.indexType === 'LX';
  return {
    at,
    order: ORDER,
    series,
    prices: Float64Array.from(series, (number) =>
      Number((1 + number / 7 + (slot % 97) / 1000).toPrecision(8)),
    ),
    volumes: Float64Array.from(series, (number) => Number((1e6 / (1 + number) + (slot % 13)).toPrecision(8))),
    tickVolumes: Float64Array.from(series, (number) =>
      isLx(number) ? Number(((slot % 31) / 3).toFixed(8)) : Number.NaN,
    ),
    flags: Uint16Array.from(series, (number) => ((slot + number) % 11 === 0 ? maskOf('CARRIED') : 0)),
    record: Uint8Array.of(9, slot % 249),
  };
}

/** Engine state after that tick. */
export function stateAt(at: Millis): Uint8Array {
  return Uint8Array.of((at / SLOT_MS) % 251, 7);
}

/** The slice value by value, read as the port describes. */
export function valuesOf(slice: TickSlice): StoredValue[] {
  return [...slice.series].map((number, row) => {
    const tickVolume = slice.tickVolumes[row] ?? Number.NaN;
    return {
      ...(ORDER.series[number] as SeriesId),
      at: slice.at,
      price: slice.prices[row] ?? 0,
      volume: slice.volumes[row] ?? 0,
      ...(Number.isNaN(tickVolume) ? {} : { tickVolume }),
      flags: slice.flags[row] ?? 0,
    };
  });
}

/** The values of columns. */
export function columnValues(series: SeriesId, columns: SeriesColumns, count: number): StoredValue[] {
  const { ats, prices, volumes, tickVolumes, flags } = columns;
  return Array.from({ length: count }, (_, row) => ({
    ...series,
    at: ats[row] ?? 0,
    price: prices[row] ?? 0,
    volume: volumes[row] ?? 0,
    ...(Number.isNaN(tickVolumes[row]) ? {} : { tickVolume: tickVolumes[row] ?? 0 }),
    flags: flags[row] ?? 0,
  }));
}

/** Past values of a day that were inserted later, for the given series and slots. */
export function pastDay(startAt: Millis, numbers: readonly number[], slots: readonly number[]) {
  const series = numbers.map((number): PastSeries => {
    const rows = slots.map((slot) => sliceAt(startAt + (slot + 1) * SLOT_MS, (n) => n === number));
    return {
      ...(ORDER.series[number] as SeriesId),
      slots: Uint16Array.from(slots),
      prices: Float64Array.from(rows, ({ prices }) => Number(((prices[0] ?? 0) + 1).toPrecision(8))),
      volumes: Float64Array.from(rows, ({ volumes }) => volumes[0] ?? 0),
      tickVolumes: Float64Array.from(rows, ({ tickVolumes }) => tickVolumes[0] ?? 0),
      flags: Uint16Array.from(rows, () => maskOf('MODELLED')),
    };
  });
  return { startAt, parts: [series] } satisfies PastDay;
}

/** The same value by value, in no particular order. */
export function pastValues({ startAt, parts }: ReturnType<typeof pastDay>): StoredValue[] {
  return parts.flat().flatMap(({ indexType, indexId, slots, prices, volumes, tickVolumes, flags }) =>
    [...slots].map((slot, row) => ({
      indexType,
      indexId,
      at: startAt + (slot + 1) * SLOT_MS,
      price: prices[row] ?? 0,
      volume: volumes[row] ?? 0,
      ...(indexType === 'LX' ? { tickVolume: tickVolumes[row] ?? 0 } : {}),
      flags: flags[row] ?? 0,
    })),
  );
}

export function newestFirst(values: readonly StoredValue[]): StoredValue[] {
  return values.toSorted((a, b) => b.at - a.at || compareSeries(a, b));
}

/** A plausible end-of-day record of a series by its number; another `version` is a recomputed one. */
export function candleOn(startAt: Millis, number: number, version = 0): Candle {
  const base = Number((1 + number / 7 + ((startAt / DAY_MS) % 89) / 100).toPrecision(8));
  const day = startAt / DAY_MS;
  return {
    ...(ORDER.series[number] as SeriesId),
    startAt,
    open: base,
    high: Number((base * 1.01).toPrecision(8)),
    low: Number((base * 0.99).toPrecision(8)),
    close: Number((base * 1.001).toPrecision(8)),
    volume: Number((1e6 / (1 + number) + (day % 13)).toPrecision(8)),
    volumeUsd: Number((2e6 / (1 + number) + (day % 17)).toFixed(2)),
    vwap: Number((base * 1.0005).toPrecision(8)),
    twap: Number((base * 1.0004).toPrecision(8)),
    ticks: 2880 - (number % 7) - version,
    carried: number % 5,
    volumeRest: number % 3,
    flags: number % 4 === 1 ? maskOf('MODELLED') : 0,
  };
}

/** Records of one year as columns. */
export function pastYearOf(startAt: Millis, candles: readonly Candle[]): PastYear {
  const bySeries = new Map<string, Candle[]>();
  for (const candle of candles.toSorted((a, b) => a.startAt - b.startAt)) {
    const key = `${candle.indexType} ${candle.indexId}`;
    bySeries.set(key, [...(bySeries.get(key) ?? []), candle]);
  }
  const series = [...bySeries.values()].map((all) => ({
    indexType: all[0]!.indexType,
    indexId: all[0]!.indexId,
    days: Uint16Array.from(all, (candle) => (candle.startAt - startAt) / DAY_MS),
    numbers: CANDLE_NUMBERS.map((name) => Float64Array.from(all, (candle) => candle[name])),
    flags: Uint16Array.from(all, ({ flags }) => flags),
  }));
  return { startAt, series };
}
