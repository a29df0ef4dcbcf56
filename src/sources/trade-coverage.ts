import type { Millis } from '../core/time.ts';

/** What is known about the trades of one exchange. */
interface Coverage {
  /** Since when all of them have been received; Infinity before the first. */
  since: Millis;
  /** No trades are received at the moment; the source fetches those in between when reception resumes. */
  isInterrupted: boolean;
}

/** Tracks since when the trades of each exchange have been received without a gap. */
export class TradeCoverage {
  readonly #byExchange = new Map<string, Coverage>();

  /** Received from `at` on; earlier trades may be missing. */
  began(exchangeId: string, at: Millis): void {
    const coverage = this.#of(exchangeId);
    coverage.since = at;
    coverage.isInterrupted = false;
  }

  /** Reception starts for the first time, or resumes with the trades in between. */
  resumed(exchangeId: string, at: Millis): void {
    const coverage = this.#of(exchangeId);
    if (coverage.since === Infinity) coverage.since = at;
    coverage.isInterrupted = false;
  }

  /** Reception has ended, and trades until it resumes will never be fetched: coverage starts anew then. */
  ended(exchangeId: string): void {
    this.began(exchangeId, Infinity);
  }

  interrupted(exchangeId: string): void {
    this.#of(exchangeId).isInterrupted = true;
  }

  /** Trades of any exchange up to `at` may have been lost. */
  lost(at: Millis): void {
    for (const coverage of this.#byExchange.values()) if (coverage.since < at) coverage.since = at;
  }

  /** No trades of any exchange are received at the moment. */
  allInterrupted(): void {
    for (const coverage of this.#byExchange.values()) coverage.isInterrupted = true;
  }

  /** Whether all trades after `from` have been received. */
  isCompleteSince(exchangeId: string, from: Millis): boolean {
    const coverage = this.#byExchange.get(exchangeId);
    return coverage !== undefined && !coverage.isInterrupted && coverage.since <= from;
  }

  #of(exchangeId: string): Coverage {
    const known = this.#byExchange.get(exchangeId);
    if (known) return known;
    const coverage = { since: Infinity, isInterrupted: false };
    this.#byExchange.set(exchangeId, coverage);
    return coverage;
  }
}
