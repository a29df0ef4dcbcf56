import type { DerivativeContract, DerivativeType } from '../../core/contract.ts';
import type { Millis } from '../../core/time.ts';
import type { Fragments } from '../bytes/fragment-sheet.ts';

/** Tickers of the contracts of one exchange, type and market, in a row, the first to expire first. */
export interface TickerShelf {
  readonly exchangeId: string;
  readonly type: DerivativeType;
  readonly marketId: string;
  /** Positions of the first ticker, and of the one behind the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * What one refresh brings of derivatives: contracts that may be new, and all tickers written as JSON, shelf by shelf. Plain
 * data, handed over between threads.
 */
export interface DerivativeRefresh extends Fragments {
  readonly at: Millis;
  /** Names the content. */
  readonly tag: string;
  readonly contracts: readonly DerivativeContract[];
  /** By exchange, type and market; shelves without a ticker are left out. */
  readonly shelves: readonly TickerShelf[];
  /** Of each ticker: its contract, and when that expires. */
  readonly contractIds: readonly string[];
  readonly expirations: Float64Array<ArrayBuffer>;
}
