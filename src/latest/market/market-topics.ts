import type { SignedHead } from '../../core/integrity-head.ts';
import type { Trade } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';
import type { ReferenceNews } from '../../reference/versions/reference-news.ts';
import type { DerivativeRefresh } from '../derivatives/derivative-refresh.ts';
import type { IndexRefresh } from '../indices/index-refresh.ts';
import type { MarketCapRefresh } from '../market-caps/market-cap-refresh.ts';
import type { QualityRefresh } from '../quality/quality-refresh.ts';
import type { TickerRefresh } from '../tickers/ticker-refresh.ts';

/** Trades that arrived together, those of one market in the order in which they happened. */
export interface ArrivedTrades {
  /** Market time of arrival. */
  readonly receivedAt: Millis;
  readonly trades: readonly Trade[];
}

/** What the bus carries from the pipeline to those who serve. */
export interface MarketTopics {
  /** A version of the reference data, before the first refresh that uses its numbers. */
  readonly reference: ReferenceNews;
  /** Every exchange ticker, once each refresh. */
  readonly tickers: TickerRefresh;
  /** The index values of a slot: durable, and never before the slot. */
  readonly indices: IndexRefresh;
  readonly marketCaps: MarketCapRefresh;
  /** How well the values of a slot are attested, after them. */
  readonly quality: QualityRefresh;
  /** Derivative tickers, and contracts that have become durable since the refresh before. */
  readonly derivatives: DerivativeRefresh;
  /** The signed end of the chain of tick records, after each tick. */
  readonly head: SignedHead;
  /** On arrival. */
  readonly trades: ArrivedTrades;
}

/** Everything but trades, which are over: who begins to serve finds the last of each. */
export const RETAINED_TOPICS = [
  'reference',
  'tickers',
  'indices',
  'marketCaps',
  'quality',
  'derivatives',
  'head',
] as const;

/** What is shown, in the order in which it is: a listener finds it in the latest of everything. */
export type MarketFeed = Pick<MarketTopics, 'tickers' | 'indices' | 'trades'>;
