import type { TickerColumns } from '../../../src/engine/market/market-tickers.ts';

export function copyOf({ last, volume, bid, ask, lastMoved, k, age }: TickerColumns): TickerColumns {
  return {
    last: last.slice(),
    volume: volume.slice(),
    bid: bid.slice(),
    ask: ask.slice(),
    lastMoved: lastMoved.slice(),
    k: k.slice(),
    age: age.slice(),
  };
}

/** Multiplies last, bid and ask of one listing by the same factor. */
export function scale(tickers: TickerColumns, listing: number, factor: number): void {
  tickers.last[listing]! *= factor;
  tickers.bid[listing]! *= factor;
  tickers.ask[listing]! *= factor;
}

/** The same, as a change that our recorder sees in this slot. */
export function push(tickers: TickerColumns, listing: number, factor: number): void {
  if (!(factor > 0 && factor < Infinity)) throw new RangeError(`not a factor: ${factor}`);
  scale(tickers, listing, factor);
  tickers.k[listing] = 0;
  tickers.age[listing] = 0;
}
