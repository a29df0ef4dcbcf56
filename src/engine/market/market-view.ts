import type { MarketTickers } from './market-tickers.ts';
import type { Methodology } from '../methodology.ts';
import { NO_TICKER, type MarketUsd } from './screen.ts';

/** The screening result of each ticker, in the order of its `MarketTickers`. */
export interface ScreenedTickers {
  /** Codes of SCREEN_OUTCOMES. */
  readonly outcome: Uint8Array;
  readonly price: Float64Array;
  /** The freshness weight; only set for accepted tickers. */
  readonly freshness: Float64Array;
  /** The believed 24 h volume, if one was reported. */
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

/** Buffers for the votes of one market. Their content is not kept between markets. */
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

export function ballotFor(maxTickers: number): Ballot {
  const votes = VOTES * maxTickers;
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

/** The tickers [from, to) of one market, and buffers for the results. */
export interface MarketView {
  readonly tickers: MarketTickers;
  readonly from: number;
  readonly to: number;
  readonly screened: ScreenedTickers;
  readonly ballot: Ballot;
  /** The USD values of its assets at the previous tick. */
  readonly usd: MarketUsd;
  readonly methodology: Methodology;
}
