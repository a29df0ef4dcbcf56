import { CanonicalReader, CanonicalWriter } from './canonical-bytes.ts';
import { compareTrades, type RecordedTrade } from '../lx/recorded-trade.ts';
import type { SlotObservation } from '../tick-input.ts';

const OBSERVATION = 'tidemark slot observation 1';

/** The same observation gives the same bytes, whatever the order in which its trades arrived. */
export function encodeObservation({ at, tickers, trades }: SlotObservation): Uint8Array {
  const writer = new CanonicalWriter().text(OBSERVATION).number(at);
  writer.column(tickers.last).column(tickers.volume).column(tickers.bid).column(tickers.ask);
  writer.column(tickers.lastMoved).column(tickers.k);
  writer.number(trades.length);
  for (const { listing, slot, tradeId, price, units } of trades.toSorted(compareTrades)) {
    writer.number(listing).number(slot).text(tradeId).number(price).bigint(units);
  }
  return writer.bytes();
}

/** Throws where the bytes are no observation of this version. */
export function decodeObservation(bytes: Uint8Array): SlotObservation {
  const reader = new CanonicalReader(bytes);
  reader.expect(OBSERVATION);
  const at = reader.number();
  const tickers = {
    last: reader.column(Float64Array),
    volume: reader.column(Float64Array),
    bid: reader.column(Float64Array),
    ask: reader.column(Float64Array),
    lastMoved: reader.column(Float64Array),
    k: reader.column(Int32Array),
  };
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
