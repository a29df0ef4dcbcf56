import type { DerivativeContract, DerivativeType } from '../../core/contract.ts';
import type { Millis } from '../../core/time.ts';
import type { JsonRecords } from '../bytes/json-record-writer.ts';

/** Consecutive tickers of the contracts of one exchange, type and market, by expiration. */
export interface TickerGroup {
  readonly exchangeId: string;
  readonly type: DerivativeType;
  readonly marketId: string;
  /** Positions of the first ticker, and after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * The derivatives of one refresh: contracts that may be new, and all tickers as JSON, group by group. Plain
 * data that can be sent between threads.
 */
export interface DerivativeRefresh extends JsonRecords {
  readonly at: Millis;
  /** Identifies the content. */
  readonly tag: string;
  readonly contracts: readonly DerivativeContract[];
  /** By exchange, type and market; groups without a ticker are left out. */
  readonly groups: readonly TickerGroup[];
  /** For each ticker: its contract, and the expiration of the contract. */
  readonly contractIds: readonly string[];
  readonly expirations: Float64Array<ArrayBuffer>;
}
