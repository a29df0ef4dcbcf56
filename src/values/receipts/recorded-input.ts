import type { InputColumn, InputFrame, InputNumbers } from '../../history/input-store.ts';
import { CanonicalReader, CanonicalWriter } from '../../engine/record/canonical-bytes.ts';
import type { EngineState } from '../../engine/engine-state.ts';
import type { LxMemory } from '../../engine/lx/lx.ts';
import type { RecordedTrade } from '../../engine/lx/recorded-trade.ts';
import type { TickInput } from '../../engine/tick-input.ts';
import type { TickRecord } from '../../engine/record/tick-record.ts';
import { isRecord } from '../../engine/record/is-record.ts';

/** Everything that a tick was computed from, and its record. */
export interface RecordedTick {
  readonly input: TickInput;
  readonly record: TickRecord;
}

/**
 * Frames of the first format lack the columns added by methodology 2; those of the second lack the ages. The fourth format is the
 * third plus the listings with missing trades.
 */
const FORMATS = [
  'tidemark recorded input 1',
  'tidemark recorded input 2',
  'tidemark recorded input 3',
  'tidemark recorded input 4',
] as const;
/** Ask and last usually move with the bid. */
const BID = 0;
const TICKER_COLUMNS = ['bid', 'ask', 'last', 'volume', 'lastMoved', 'k'] as const;
const MARKET_COLUMNS = ['price', 'volume', 'realAt', 'exchanges', 'holdTicks', 'holdMoves'] as const;
const ASSET_COLUMNS = ['price', 'volume', 'realAt', 'holdTicks'] as const;
const LATER_MARKET_COLUMNS = ['holdFrom', 'anchor', 'trust', 'weak'] as const;
const LATER_ASSET_COLUMNS = ['flags'] as const;
const LATER_TICKER_COLUMNS = ['age'] as const;

export function frameOf({ input, record }: RecordedTick): InputFrame {
  const { at, tickers, trades, state, incomplete = [] } = input;
  const columns: InputColumn[] = TICKER_COLUMNS.map((name) => ({
    numbers: tickers[name],
    ...((name === 'ask' || name === 'last') && { follows: BID }),
  }));
  for (const name of MARKET_COLUMNS) columns.push({ numbers: state.markets[name] });
  for (const name of ASSET_COLUMNS) columns.push({ numbers: state.assets[name] });
  columns.push({ numbers: state.tradedAt });
  for (const name of LATER_MARKET_COLUMNS) columns.push({ numbers: state.markets[name] });
  for (const name of LATER_ASSET_COLUMNS) columns.push({ numbers: state.assets[name] });
  for (const name of LATER_TICKER_COLUMNS) columns.push({ numbers: tickers[name] });
  return { at, columns, rest: encodeRest(trades, state.lx, record, incomplete) };
}

/** Throws a RangeError if the frame does not have a known format. */
export function recordedTickOf({ at, columns, rest }: InputFrame): RecordedTick {
  const left = columns.map(({ numbers }) => numbers);
  const { trades, lx, record, format, incomplete } = decodeRest(rest);
  const isFirst = format === 1;
  const knownTickers = take(left, TICKER_COLUMNS) as unknown as TickInput['tickers'];
  const known = take(left, MARKET_COLUMNS) as unknown as EngineState['markets'];
  const knownAssets = take(left, ASSET_COLUMNS) as unknown as EngineState['assets'];
  const { tradedAt } = take(left, ['tradedAt'] as const) as unknown as Pick<EngineState, 'tradedAt'>;
  const laterMarkets = isFirst ? unknownMarkets(known) : take(left, LATER_MARKET_COLUMNS);
  const laterAssets = isFirst
    ? { flags: new Uint16Array(knownAssets.price.length) }
    : take(left, LATER_ASSET_COLUMNS);
  const laterTickers =
    format < 3 ? { age: new Int32Array(knownTickers.k.length).fill(-1) } : take(left, LATER_TICKER_COLUMNS);
  const tickers = { ...knownTickers, ...laterTickers } as TickInput['tickers'];
  const markets = { ...known, ...laterMarkets } as EngineState['markets'];
  const assets = { ...knownAssets, ...laterAssets } as EngineState['assets'];
  if (left.length > 0) throw new RangeError('more columns than a tick has');
  const state = { markets, assets, lx, tradedAt };
  return { input: { at, tickers, trades, state, ...(incomplete.length > 0 && { incomplete }) }, record };
}

/** The types of the columns are not checked: the hashes in the record cover their bytes. */
function take<Name extends string>(left: InputNumbers[], names: readonly Name[]): Record<Name, InputNumbers> {
  if (left.length < names.length) throw new RangeError('fewer columns than a tick has');
  const taken = left.splice(0, names.length);
  return Object.fromEntries(names.map((name, i) => [name, taken[i]!])) as Record<Name, InputNumbers>;
}

/** The same defaults as `decodeState` uses for a state of the first format. */
function unknownMarkets({ price }: EngineState['markets']) {
  const { length } = price;
  return {
    holdFrom: new Float64Array(length),
    anchor: price.slice(),
    trust: new Float64Array(length),
    weak: new Uint8Array(length),
  };
}

function encodeRest(
  trades: readonly RecordedTrade[],
  lx: readonly LxMemory[],
  record: TickRecord,
  incomplete: readonly number[],
): Uint8Array {
  const isComplete = incomplete.length === 0;
  const writer = new CanonicalWriter().text(FORMATS[isComplete ? 2 : 3]).number(trades.length);
  for (const { listing, slot, tradeId, price, units } of trades)
    writer.number(listing).number(slot).text(tradeId).number(price).bigint(units);
  writer.number(lx.length);
  for (const { price, volume, realAt, pendingUnits } of lx)
    writer.number(price).number(volume).number(realAt).bigint(pendingUnits);
  if (!isComplete) writer.number(incomplete.length);
  for (const listing of incomplete) writer.number(listing);
  return writer.text(JSON.stringify(record)).bytes();
}

function decodeRest(bytes: Uint8Array) {
  const reader = new CanonicalReader(bytes);
  const name = reader.text();
  const format = FORMATS.findIndex((known) => known === name) + 1;
  if (format === 0) throw new RangeError(`expected a recorded input, found ${name}`);
  const trades = Array.from({ length: reader.number() }, () => ({
    listing: reader.number(),
    slot: reader.number(),
    tradeId: reader.text(),
    price: reader.number(),
    units: reader.bigint(),
  }));
  const lx = Array.from({ length: reader.number() }, () => ({
    price: reader.number(),
    volume: reader.number(),
    realAt: reader.number(),
    pendingUnits: reader.bigint(),
  }));
  const incomplete = Array.from({ length: format < 4 ? 0 : reader.number() }, () => reader.number());
  const record: unknown = JSON.parse(reader.text());
  if (!isRecord(record)) throw new RangeError('the frame has no valid tick record');
  reader.end();
  return { trades, lx, record, format, incomplete };
}
