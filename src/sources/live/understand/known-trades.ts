import { MINUTE_MS, type Millis } from '../../../core/time.ts';

/** How long an id is remembered: longer than a trade may be late, so that no trade is accepted twice. */
const REMEMBERED_MS = 15 * MINUTE_MS;
const MAX_REMEMBERED = 20_000;

interface Known {
  readonly at: Millis;
  readonly madeAt: Millis;
}

/** The received trades of one listing. Forgotten trades count as known, so that no trade is counted twice. */
export class KnownTrades {
  readonly #byId = new Map<string, Known>();
  /** Trades up to this time count as known. */
  #forgotten: Millis;

  /** Trades made up to `since` are ignored. */
  constructor(since: Millis) {
    this.#forgotten = since;
  }

  /** Whether the trade was received before; records it. */
  has(tradeId: string, madeAt: Millis, at: Millis): boolean {
    if (madeAt <= this.#forgotten || this.#byId.has(tradeId)) return true;
    this.#byId.set(tradeId, { at, madeAt });
    this.#forget(at);
    return false;
  }

  /** In the order of arrival. If the clock was set back, some are kept longer. */
  #forget(now: Millis): void {
    for (const [id, { at, madeAt }] of this.#byId) {
      if (at >= now - REMEMBERED_MS && this.#byId.size <= MAX_REMEMBERED) return;
      this.#byId.delete(id);
      this.#forgotten = Math.max(this.#forgotten, madeAt);
    }
  }
}
