import type { SignedHead } from '../../core/integrity-head.ts';
import type { Trade } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';
import type { ReferenceNews } from '../../reference/versions/reference-news.ts';
import type { DerivativeRefresh } from '../derivatives/derivative-refresh.ts';
import type { IndexRefresh } from '../indices/index-refresh.ts';
import type { MarketCapRefresh } from '../market-caps/market-cap-refresh.ts';
import type { QualityRefresh } from '../quality/quality-refresh.ts';
import type { TickerRefresh } from '../tickers/ticker-refresh.ts';

/** Trades that arrived together, those of one market in chronological order. */
export interface ArrivedTrades {
  /** Market time of arrival. */
  readonly receivedAt: Millis;
  readonly trades: readonly Trade[];
}

/** Topics of the bus from the pipeline to the serving side. */
export interface MarketTopics {
  /** A version of the reference data, before the first refresh that uses its numbers. */
  readonly reference: ReferenceNews;
  /** All exchange tickers, once per refresh. */
  readonly tickers: TickerRefresh;
  /** The index values of a slot, sent after they are durable, and never before the slot. */
  readonly indices: IndexRefresh;
  readonly marketCaps: MarketCapRefresh;
  /** The quality of a slot's values, after them. */
  readonly quality: QualityRefresh;
  /** Derivative tickers, and contracts that became durable since the previous refresh. */
  readonly derivatives: DerivativeRefresh;
  /** The signed end of the chain of tick records, after each tick. */
  readonly head: SignedHead;
  /** On arrival. */
  readonly trades: ArrivedTrades;
}

/** Everything but trades: a new subscriber gets the last message of each. */
export const RETAINED_TOPICS = [
  'reference',
  'tickers',
  'indices',
  'marketCaps',
  'quality',
  'derivatives',
  'head',
] as const;

/** The published topics, in order: the latest data are updated before listeners are called. */
export type MarketFeed = Pick<MarketTopics, 'tickers' | 'indices' | 'trades'>;
