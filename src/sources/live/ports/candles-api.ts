import type { Millis } from '../../../core/time.ts';
import type { MarketList } from './exchange-api.ts';

/** Duration of a candle. */
export type CandleLength = '1d' | '1h';

/** Request for `count` candles of a market from an instant on. An exchange may return fewer, or others. */
export interface CandleOrder {
  /** As in the exchange's tickers. */
  readonly symbol: string;
  readonly length: CandleLength;
  readonly from: Millis;
  readonly count: number;
}

/** A candle as its exchange sent it: decimals in text, the volume in base units. Missing values are absent. */
export interface CandleReading {
  /** Start time, as sent. */
  readonly at?: number;
  readonly open?: string;
  readonly high?: string;
  readonly low?: string;
  readonly close?: string;
  readonly volume?: string;
}

/** Requests candles of one exchange. Each call returns a result or throws a `PollFailure`; one call at a time. */
export interface CandlesApi {
  /** Name of the exchange in settings. */
  readonly key: string;
  /** Candles of a market in the list, which may be an older list. */
  candles(list: MarketList, order: CandleOrder, signal: AbortSignal): Promise<readonly CandleReading[]>;
}
