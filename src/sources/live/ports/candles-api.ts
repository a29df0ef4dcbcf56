import type { Millis } from '../../../core/time.ts';
import type { MarketList } from './exchange-api.ts';

/** How long a candle is. */
export type CandleLength = '1d' | '1h';

/** Which candles of a market are wanted: so many from an instant on. An exchange may give fewer, or others. */
export interface CandleOrder {
  /** As tickers of the exchange name the market. */
  readonly symbol: string;
  readonly length: CandleLength;
  readonly from: Millis;
  readonly count: number;
}

/** A candle as its exchange gave it: decimals in text, the volume in base units. What it did not give is absent. */
export interface CandleReading {
  /** When it began, as the exchange says. */
  readonly at?: number;
  readonly open?: string;
  readonly high?: string;
  readonly low?: string;
  readonly close?: string;
  readonly volume?: string;
}

/** How an exchange is asked for candles. Each call ends with an answer or a `PollFailure`; there is one at a time. */
export interface CandlesApi {
  /** What settings call the exchange. */
  readonly key: string;
  /** Of a market of the list, which may be an older one. */
  candles(list: MarketList, order: CandleOrder, signal: AbortSignal): Promise<readonly CandleReading[]>;
}
