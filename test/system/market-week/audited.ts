import type { FlagMask, IndexType } from '../../../src/core/index-value.ts';
import type { Millis } from '../../../src/core/time.ts';

/** The index of a value, and what it prices. */
export interface AuditedIndex {
  readonly type: IndexType;
  readonly id: string;
  readonly base: string;
  /** USD unless the index is of a market. */
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
  /** The slot of its prices. */
  readonly pricedAt: Millis;
  /** The markets in it: `BTC/USD`. */
  readonly markets: ReadonlySet<string>;
}

/** The true state of the rig and the network when a tick was computed. No part of it comes from the service. */
export interface Circumstances {
  /** Answers of each exchange, in order, for at least the last 90 seconds. */
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
