import type { InputColumn, InputFrame, InputNumbers } from '../history/input-store.ts';
import { CanonicalReader, CanonicalWriter } from '../engine/record/canonical-bytes.ts';
import type { EngineState } from '../engine/engine-state.ts';
import type { LxMemory } from '../engine/lx/lx.ts';
import type { RecordedTrade } from '../engine/lx/recorded-trade.ts';
import type { TickInput } from '../engine/tick-input.ts';
import type { TickRecord } from '../engine/record/tick-record.ts';

/** All that a tick was computed from, and the record that it left. */
export interface RecordedTick {
  readonly input: TickInput;
  readonly record: TickRecord;
}

const REST = 'tidemark recorded input 1';
/** Ask and last mostly go where the bid goes. */
const BID = 0;
const TICKER_COLUMNS = ['bid', 'ask', 'last', 'volume', 'lastMoved', 'k'] as const;
const MARKET_COLUMNS = ['price', 'volume', 'realAt', 'exchanges', 'holdTicks', 'holdMoves'] as const;
const ASSET_COLUMNS = ['price', 'volume', 'realAt', 'holdTicks'] as const;

export function frameOf({ input, record }: RecordedTick): InputFrame {
  const { at, tickers, trades, state } = input;
  const columns: InputColumn[] = TICKER_COLUMNS.map((name) => ({
    numbers: tickers[name],
    ...((name === 'ask' || name === 'last') && { follows: BID }),
  }));
  for (const name of MARKET_COLUMNS) columns.push({ numbers: state.markets[name] });
  for (const name of ASSET_COLUMNS) columns.push({ numbers: state.assets[name] });
  columns.push({ numbers: state.tradedAt });
  return { at, columns, rest: encodeRest(trades, state.lx, record) };
}

/** Throws a RangeError where the frame is none of this version. */
export function recordedTickOf({ at, columns, rest }: InputFrame): RecordedTick {
  const left = columns.map(({ numbers }) => numbers);
  const { trades, lx, record } = decodeRest(rest);
  const tickers = take(left, TICKER_COLUMNS) as unknown as TickInput['tickers'];
  const markets = take(left, MARKET_COLUMNS) as unknown as EngineState['markets'];
  const assets = take(left, ASSET_COLUMNS) as unknown as EngineState['assets'];
  const { tradedAt } = take(left, ['tradedAt'] as const) as unknown as Pick<EngineState, 'tradedAt'>;
  if (left.length > 0) throw new RangeError('more columns than a tick has');
  return { input: { at, tickers, trades, state: { markets, assets, lx, tradedAt } }, record };
}

/** The columns are what they were written as: the record's hashes are made of their bytes, and tell. */
function take<Name extends string>(left: InputNumbers[], names: readonly Name[]): Record<Name, InputNumbers> {
  if (left.length < names.length) throw new RangeError('fewer columns than a tick has');
  const taken = left.splice(0, names.length);
  return Object.fromEntries(names.map((name, i) => [name, taken[i]!])) as Record<Name, InputNumbers>;
}

function encodeRest(
  trades: readonly RecordedTrade[],
  lx: readonly LxMemory[],
  record: TickRecord,
): Uint8Array {
  const writer = new CanonicalWriter().text(REST).number(trades.length);
  for (const { listing, slot, tradeId, price, units } of trades)
    writer.number(listing).number(slot).text(tradeId).number(price).bigint(units);
  writer.number(lx.length);
  for (const { price, volume, realAt, pendingUnits } of lx)
    writer.number(price).number(volume).number(realAt).bigint(pendingUnits);
  return writer.text(JSON.stringify(record)).bytes();
}

function decodeRest(bytes: Uint8Array) {
  const reader = new CanonicalReader(bytes);
  reader.expect(REST);
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
  const record = JSON.parse(reader.text()) as TickRecord;
  reader.end();
  return { trades, lx, record };
}
