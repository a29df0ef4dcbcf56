import type { Exchange } from '../../core/exchange.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import type { LiveDerivatives } from './understand/derivatives/live-derivatives.ts';
import type { LiveMarket } from './understand/live-market.ts';

/** Reference data of the spot markets, together with the exchanges that only have derivatives. */
export class LiveContent {
  readonly #market: LiveMarket;
  readonly #derivatives: LiveDerivatives;
  #shown: readonly Exchange[] | undefined;

  constructor(market: LiveMarket, derivatives: LiveDerivatives) {
    this.#market = market;
    this.#derivatives = derivatives;
  }

  /** Called once per slot: applies what was received since. */
  settle(now: Millis): void {
    this.#market.settle(now);
    this.#derivatives.settle(now, this.#market.reachability.isCutOff);
  }

  /** Undefined if nothing has changed since the last call. */
  changed(): ReferenceData | undefined {
    const changed = this.#market.changedContent();
    const exchanges = this.#derivatives.exchanges();
    const isSame = exchanges === this.#shown;
    this.#shown = exchanges;
    return changed || !isSame ? this.all(changed) : undefined;
  }

  all(ofSpot: ReferenceData = this.#market.content()): ReferenceData {
    return { ...ofSpot, exchanges: [...ofSpot.exchanges, ...this.#derivatives.exchanges()] };
  }
}
