import { MINUTE_MS, type Millis } from '../../../core/time.ts';

/** An id is remembered so long: longer than a trade may be late, so that none that is accepted was accepted before. */
const REMEMBERED_MS = 15 * MINUTE_MS;
const MOST_REMEMBERED = 20_000;

interface Known {
  readonly at: Millis;
  readonly madeAt: Millis;
}

/** Which trades of one listing have come. What is forgotten counts as known, so that no trade ever counts twice. */
export class KnownTrades {
  readonly #byId = new Map<string, Known>();
  /** Trades up to here are not asked about any more. */
  #forgotten: Millis;

  /** Trades that were made up to `since` are none of ours. */
  constructor(since: Millis) {
    this.#forgotten = since;
  }

  /** Whether it has come before; from now on it has. */
  has(tradeId: string, madeAt: Millis, at: Millis): boolean {
    if (madeAt <= this.#forgotten || this.#byId.has(tradeId)) return true;
    this.#byId.set(tradeId, { at, madeAt });
    this.#forget(at);
    return false;
  }

  /** In the order in which they came; a clock that was set back keeps some longer. */
  #forget(now: Millis): void {
    for (const [id, { at, madeAt }] of this.#byId) {
      if (at >= now - REMEMBERED_MS && this.#byId.size <= MOST_REMEMBERED) return;
      this.#byId.delete(id);
      this.#forgotten = Math.max(this.#forgotten, madeAt);
    }
  }
}
