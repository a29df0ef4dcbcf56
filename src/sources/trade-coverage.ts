import type { Millis } from '../core/time.ts';

/** What is known of the trades of one exchange. */
interface Coverage {
  /** Since when all of them have been received; Infinity before. */
  since: Millis;
  /** Nothing is received at the moment; what lies between comes as soon as it is received again. */
  isInterrupted: boolean;
}

/** Since when the trades of each exchange have been received without a loss. */
export class TradeCoverage {
  readonly #byExchange = new Map<string, Coverage>();

  /** From this instant on; what was before may be missing. */
  began(exchangeId: string, at: Millis): void {
    const coverage = this.#of(exchangeId);
    coverage.since = at;
    coverage.isInterrupted = false;
  }

  /** They are received again, with what lies between, or for the first time. */
  resumed(exchangeId: string, at: Millis): void {
    const coverage = this.#of(exchangeId);
    if (coverage.since === Infinity) coverage.since = at;
    coverage.isInterrupted = false;
  }

  /** None are received any more, and what lies between does not come: they begin anew when they are received again. */
  ended(exchangeId: string): void {
    this.began(exchangeId, Infinity);
  }

  interrupted(exchangeId: string): void {
    this.#of(exchangeId).isInterrupted = true;
  }

  /** Some of any exchange may have been lost up to this instant. */
  lost(at: Millis): void {
    for (const coverage of this.#byExchange.values()) if (coverage.since < at) coverage.since = at;
  }

  /** Nothing is received of any exchange at the moment. */
  allInterrupted(): void {
    for (const coverage of this.#byExchange.values()) coverage.isInterrupted = true;
  }

  /** Whether all trades later than an instant have been received. */
  isCompleteSince(exchangeId: string, from: Millis): boolean {
    const coverage = this.#byExchange.get(exchangeId);
    return coverage !== undefined && !coverage.isInterrupted && coverage.since <= from;
  }

  #of(exchangeId: string): Coverage {
    const known = this.#byExchange.get(exchangeId);
    if (known) return known;
    const made = { since: Infinity, isInterrupted: false };
    this.#byExchange.set(exchangeId, made);
    return made;
  }
}
