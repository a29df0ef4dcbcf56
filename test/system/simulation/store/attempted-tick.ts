import { createHash } from 'node:crypto';
import { CANDLE_NUMBERS, type Candle } from '../../../../src/core/candle.ts';
import type { SeriesId } from '../../../../src/core/index-value.ts';
import { SeriesOrder } from '../../../../src/core/ids/series-order.ts';
import { dayStart, DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { PreparedTick } from '../../../../src/app/pipeline/tick-loop.ts';
import { hashRecord, type TickRecord } from '../../../../src/engine/record/tick-record.ts';
import type { StoredValue } from '../../../../src/history/history-store.ts';
import { IndexRefreshWriter } from '../../../../src/latest/indices/index-refresh-writer.ts';
import type { SeededRandom } from '../core/seeded-random.ts';

const SERIES = 6;
const idOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
const entities = (first: number) => Array.from({ length: SERIES / 2 }, (_, i) => ({ id: idOf(first + i) }));

export const ORDER = new SeriesOrder({
  markets: entities(0),
  assets: entities(1000),
} as unknown as ConstructorParameters<typeof SeriesOrder>[0]);

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** A tick as a process tried to store it. After a crash the same slot may be computed again, with other values. */
export interface AttemptedTick {
  readonly at: Millis;
  readonly values: readonly StoredValue[];
  readonly record: TickRecord;
  readonly recordText: string;
  readonly state: string;
  readonly candles: readonly Candle[];
  readonly prepared: PreparedTick;
}

/** What the next tick continues from. */
export interface ChainEnd {
  readonly hash: string;
  readonly state: string;
  readonly at: Millis | undefined;
}

export const NO_CHAIN: ChainEnd = { hash: '', state: '', at: undefined };

export function chainAfter({ record, state, at }: AttemptedTick): ChainEnd {
  return { hash: hashRecord(record, sha256), state, at };
}

/** Values as an engine would compute them: random ones, a state that follows from the state before, and a chained record. */
export function computeTick(at: Millis, before: ChainEnd, random: SeededRandom): AttemptedTick {
  const series = Uint32Array.from(ORDER.series.keys()).filter(() => random.chance(0.8));
  const column = (make: () => number) => Float64Array.from(series, make);
  const columns = {
    at,
    series,
    prices: column(() => Number((1 + random.next() * 1000).toPrecision(7))),
    volumes: column(() => Number((random.next() * 1e6).toPrecision(6))),
    tickVolumes: Float64Array.from(series, (number) =>
      ORDER.series[number]?.indexType === 'LX' ? Number(random.next().toFixed(4)) : Number.NaN,
    ),
    flags: Uint16Array.from(series, () => (random.chance(0.1) ? 16 : 0)),
  };
  const output = sha256(Buffer.from(columns.prices.buffer));
  const state = sha256(Buffer.from(`${before.state} ${at} ${output}`));
  const record: TickRecord = {
    at,
    methodology: '1',
    reference: sha256(Buffer.from('reference')),
    input: sha256(Buffer.from(`${at}`)),
    state: sha256(Buffer.from(before.state)),
    output,
    previous: before.hash,
  };
  const recordText = JSON.stringify(record);
  const endsDay = before.at !== undefined && dayStart(before.at) < dayStart(at - 1);
  const candles = endsDay ? candlesOn(dayStart(before.at!), random) : [];
  return {
    at,
    values: valuesOf(columns),
    record,
    recordText,
    state,
    candles,
    prepared: prepare(columns, { candles, state, recordText }),
  };
}

type Columns = Parameters<IndexRefreshWriter['publish']>[0];

function prepare(
  columns: Columns,
  { candles, state, recordText }: { candles: readonly Candle[]; state: string; recordText: string },
): PreparedTick {
  const { at } = columns;
  const nothing = { at, body: new Uint8Array(), starts: new Uint32Array(1) };
  return {
    at,
    tickers: nothing,
    index: new IndexRefreshWriter({ reference: '1', series: ORDER }).publish(columns),
    marketCaps: nothing,
    quality: nothing,
    candles,
    state: Uint8Array.from(Buffer.from(state)),
    record: Uint8Array.from(Buffer.from(recordText)),
    refusals: {},
    recorded: true,
  } as unknown as PreparedTick;
}

function valuesOf({ at, series, prices, volumes, tickVolumes, flags }: Columns): StoredValue[] {
  return Array.from(series, (number, row) => ({
    ...(ORDER.series[number] as SeriesId),
    at,
    price: prices[row]!,
    volume: volumes[row]!,
    flags: flags[row]!,
    ...(Number.isNaN(tickVolumes[row]) ? {} : { tickVolume: tickVolumes[row]! }),
  }));
}

function candlesOn(startAt: Millis, random: SeededRandom): Candle[] {
  return ORDER.series.slice(0, 3).map((series) => {
    const numbers = CANDLE_NUMBERS.map((name) => [name, Math.floor(random.next() * 1000)]);
    return { ...series, startAt, ...Object.fromEntries(numbers), volumeRest: 0, flags: 0 } as Candle;
  });
}

/** Equal values have equal texts. */
export function textOf({ indexType, indexId, at, price, volume, tickVolume, flags }: StoredValue): string {
  return `${at} ${indexType} ${indexId} ${price} ${volume} ${tickVolume} ${flags}`;
}

export const SLOTS_PER_DAY = DAY_MS / SLOT_MS;
