import type { FlagMask, IndexType } from '../../../src/core/index-value.ts';
import type { Millis } from '../../../src/core/time.ts';

/** What an index is the price of. */
export interface AuditedIndex {
  readonly type: IndexType;
  readonly id: string;
  readonly base: string;
  /** USD of all that is no market. */
  readonly quote: string;
}

export interface AuditedValue extends AuditedIndex {
  readonly price: number;
  readonly volume: number;
  readonly flags: FlagMask;
}

/** An answer of an exchange with tickers. */
export interface Answer {
  readonly at: Millis;
  /** Of which slot its prices were. */
  readonly pricedAt: Millis;
  /** The markets in it: `BTC/USD`. */
  readonly markets: ReadonlySet<string>;
}

/** What the rig and the network were really like when a tick was computed. It comes from no part of the service. */
export interface Circumstances {
  /** Of each exchange, in order, those of the last 90 seconds at least. */
  readonly answers: ReadonlyMap<string, readonly Answer[]>;
  /** Since when each exchange can be read and shows the truth; absent while it does not. */
  readonly soundSince: ReadonlyMap<string, Millis>;
  /** Exchanges of tier A whose prices are wrong, or were in the last 90 seconds. */
  readonly trustedLiars: ReadonlySet<string>;
  /** Exchanges that show wrong numbers, or other markets than they have. */
  readonly altered: ReadonlySet<string>;
  /** Whether values carry strict flags. */
  readonly hasStrictFlags: boolean;
  /** Since when our own network works and the service runs. */
  readonly onlineSince: Millis | undefined;
}

export interface Violation {
  readonly at: string;
  readonly rule: string;
  readonly index: string;
  readonly what: string;
}
