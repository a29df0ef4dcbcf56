import { CanonicalReader, CanonicalWriter } from './canonical-bytes.ts';
import { compareTrades, type RecordedTrade } from '../lx/recorded-trade.ts';
import type { SlotObservation } from '../tick-input.ts';

const OBSERVATIONS = { 1: 'tidemark slot observation 1', 2: 'tidemark slot observation 2' } as const;
/** Format 2, followed after the trades by the listings with missing trades. */
const INCOMPLETE = 'tidemark slot observation 3';
export type ObservationFormat = keyof typeof OBSERVATIONS;

/**
 * The same observation gives the same bytes, whatever the order in which its trades arrived. Format 1 omits the age of tickers.
 * Missing trades are recorded in every format.
 */
export function encodeObservation(
  { at, tickers, trades, incomplete = [] }: SlotObservation,
  format: ObservationFormat = 2,
): Uint8Array {
  const isComplete = incomplete.length === 0;
  const writer = new CanonicalWriter().text(isComplete ? OBSERVATIONS[format] : INCOMPLETE).number(at);
  writer.column(tickers.last).column(tickers.volume).column(tickers.bid).column(tickers.ask);
  writer.column(tickers.lastMoved).column(tickers.k);
  if (format === 2 || !isComplete) writer.column(tickers.age);
  writer.number(trades.length);
  for (const { listing, slot, tradeId, price, units } of trades.toSorted(compareTrades)) {
    writer.number(listing).number(slot).text(tradeId).number(price).bigint(units);
  }
  if (!isComplete) writer.number(incomplete.length);
  for (const listing of incomplete) writer.number(listing);
  return writer.bytes();
}

/** Only for observations without missing trades. Throws if the bytes are not such an observation of a known format. */
export function decodeObservation(bytes: Uint8Array): SlotObservation {
  const reader = new CanonicalReader(bytes);
  const name = reader.text();
  if (name !== OBSERVATIONS[1] && name !== OBSERVATIONS[2])
    throw new RangeError(`expected a slot observation, found ${name}`);
  const at = reader.number();
  const known = {
    last: reader.column(Float64Array),
    volume: reader.column(Float64Array),
    bid: reader.column(Float64Array),
    ask: reader.column(Float64Array),
    lastMoved: reader.column(Float64Array),
    k: reader.column(Int32Array),
  };
  const age = name === OBSERVATIONS[1] ? new Int32Array(known.k.length).fill(-1) : reader.column(Int32Array);
  const tickers = { ...known, age };
  const trades = Array.from({ length: reader.number() }, () => readTrade(reader));
  reader.end();
  return { at, tickers, trades };
}

function readTrade(reader: CanonicalReader): RecordedTrade {
  return {
    listing: reader.number(),
    slot: reader.number(),
    tradeId: reader.text(),
    price: reader.number(),
    units: reader.bigint(),
  };
}
