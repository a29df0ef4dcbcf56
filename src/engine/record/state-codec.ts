import { CanonicalReader, CanonicalWriter } from './canonical-bytes.ts';
import type { EngineState } from '../engine-state.ts';
import type { Methodology } from '../methodology.ts';
import type { LxMemory } from '../lx/lx.ts';
import { DAY_COUNTS, DAY_NUMBERS, type DayColumns } from '../day/ohlcv.ts';
import type { RunningDay } from '../day/running-day.ts';

const STATES = { 1: 'tidemark engine state 1', 2: 'tidemark engine state 2' } as const;
/** Format 1 has no flags. */
const DAYS = { 1: 'tidemark running day 1', 2: 'tidemark running day 2' } as const;

/** The same state gives the same bytes. Format 1 omits fields that version 1 of the methodology did not have. */
export function encodeState(
  { markets, assets, lx, tradedAt }: EngineState,
  format: Methodology['stateFormat'],
): Uint8Array {
  const writer = new CanonicalWriter().text(STATES[format]);
  writer.column(markets.price).column(markets.volume).column(markets.realAt);
  writer.column(markets.exchanges).column(markets.holdTicks).column(markets.holdMoves);
  writer.column(assets.price).column(assets.volume).column(assets.realAt).column(assets.holdTicks);
  writer.number(lx.length);
  for (const { price, volume, realAt, pendingUnits } of lx) {
    writer.number(price).number(volume).number(realAt).bigint(pendingUnits);
  }
  writer.column(tradedAt);
  if (format === 2) {
    writer.column(markets.holdFrom).column(markets.anchor).column(markets.trust).column(markets.weak);
    writer.column(assets.flags);
  }
  return writer.bytes();
}

/** Throws if the bytes are not a state of a known format. */
export function decodeState(bytes: Uint8Array): EngineState {
  const reader = new CanonicalReader(bytes);
  const name = reader.text();
  if (name !== STATES[1] && name !== STATES[2])
    throw new RangeError(`expected an engine state, found ${name}`);
  const isFirst = name === STATES[1];
  const known = {
    price: reader.column(Float64Array),
    volume: reader.column(Float64Array),
    realAt: reader.column(Float64Array),
    exchanges: reader.column(Uint16Array),
    holdTicks: reader.column(Uint8Array),
    holdMoves: reader.column(Uint8Array),
  };
  const knownAssets = {
    price: reader.column(Float64Array),
    volume: reader.column(Float64Array),
    realAt: reader.column(Float64Array),
    holdTicks: reader.column(Uint8Array),
  };
  const lx = Array.from({ length: reader.number() }, () => readLxMemory(reader));
  const tradedAt = reader.column(Float64Array);
  const length = known.price.length;
  const markets = {
    ...known,
    holdFrom: isFirst ? new Float64Array(length) : reader.column(Float64Array),
    anchor: isFirst ? known.price.slice() : reader.column(Float64Array),
    trust: isFirst ? new Float64Array(length) : reader.column(Float64Array),
    weak: isFirst ? new Uint8Array(length) : reader.column(Uint8Array),
  };
  const flags = isFirst ? new Uint16Array(knownAssets.price.length) : reader.column(Uint16Array);
  const assets = { ...knownAssets, flags };
  reader.end();
  return { markets, assets, lx, tradedAt };
}

function readLxMemory(reader: CanonicalReader): LxMemory {
  return {
    price: reader.number(),
    volume: reader.number(),
    realAt: reader.number(),
    pendingUnits: reader.bigint(),
  };
}

export function encodeDay({ startAt, mwa, gwa, lx, lxUnits }: RunningDay): Uint8Array {
  const writer = new CanonicalWriter().text(DAYS[2]).number(startAt);
  for (const columns of [mwa, gwa, lx]) {
    for (const name of DAY_NUMBERS) writer.column(columns[name]);
    for (const name of DAY_COUNTS) writer.column(columns[name]);
    writer.column(columns.flags);
  }
  for (const units of lxUnits) writer.bigint(units);
  return writer.bytes();
}

/** Throws if the bytes are not a running day of a known format. A day without flags collects them from the next tick on. */
export function decodeDay(bytes: Uint8Array): RunningDay {
  const reader = new CanonicalReader(bytes);
  const name = reader.text();
  if (name !== DAYS[1] && name !== DAYS[2]) throw new RangeError(`expected a running day, found ${name}`);
  const startAt = reader.number();
  const columns = () => readDayColumns(reader, name === DAYS[2]);
  const [mwa, gwa, lx] = [columns(), columns(), columns()];
  const lxUnits = Array.from(lx.close, () => reader.bigint());
  reader.end();
  return { startAt, mwa, gwa, lx, lxUnits };
}

function readDayColumns(reader: CanonicalReader, hasFlags: boolean): DayColumns {
  const numbers = DAY_NUMBERS.map((name) => [name, reader.column(Float64Array)] as const);
  const counts = DAY_COUNTS.map((name) => [name, reader.column(Uint32Array)]);
  const flags = hasFlags ? reader.column(Uint16Array) : new Uint16Array(numbers[0]![1].length);
  return Object.fromEntries([...numbers, ...counts, ['flags', flags]]) as DayColumns;
}
