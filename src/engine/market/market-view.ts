import type { MarketTickers } from './market-tickers.ts';
import type { Methodology } from '../methodology.ts';
import { NO_TICKER, type MarketUsd } from './screen.ts';

/** What became of each ticker, in the columns of its `MarketTickers`. */
export interface ScreenedTickers {
  /** Codes of SCREEN_OUTCOMES. */
  readonly outcome: Uint8Array;
  readonly price: Float64Array;
  /** Freshness weight; only those accepted have one. */
  readonly freshness: Float64Array;
  /** The believed 24 h volume, where it was reported at all. */
  readonly volume: Float64Array;
}

export function screenedTickers(count: number): ScreenedTickers {
  return {
    outcome: new Uint8Array(count).fill(NO_TICKER),
    price: new Float64Array(count),
    freshness: new Float64Array(count),
    volume: new Float64Array(count),
  };
}

/** Room for the votes of one market. It holds nothing between two markets. */
export interface Ballot {
  readonly price: Float64Array;
  readonly byVolume: Float64Array;
  readonly byExchange: Float64Array;
  readonly byTrust: Float64Array;
  /** 1 for every vote. */
  readonly alike: Float64Array;
  readonly order: Uint32Array;
  readonly spare: Uint32Array;
  readonly cumulative: Float64Array;
  readonly units: Float64Array;
}

/** Bid, price and ask. */
export const VOTES = 3;

export function ballotFor(mostTickers: number): Ballot {
  const votes = VOTES * mostTickers;
  return {
    price: new Float64Array(votes),
    byVolume: new Float64Array(votes),
    byExchange: new Float64Array(votes),
    byTrust: new Float64Array(votes),
    alike: new Float64Array(votes).fill(1),
    order: new Uint32Array(votes),
    spare: new Uint32Array(votes),
    cumulative: new Float64Array(votes),
    units: new Float64Array(votes),
  };
}

/** The tickers [from, to) of one market, and where to write what becomes of them. */
export interface MarketView {
  readonly tickers: MarketTickers;
  readonly from: number;
  readonly to: number;
  readonly screened: ScreenedTickers;
  readonly ballot: Ballot;
  /** What its assets were worth at the tick before. */
  readonly usd: MarketUsd;
  readonly methodology: Methodology;
}
