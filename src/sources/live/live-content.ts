import type { Exchange } from '../../core/exchange.ts';
import type { ReferenceData } from '../../core/reference-data.ts';
import type { Millis } from '../../core/time.ts';
import type { LiveDerivatives } from './understand/derivatives/live-derivatives.ts';
import type { LiveMarket } from './understand/live-market.ts';

/** Reference data: what spot markets bring, and the exchanges that have derivatives alone. */
export class LiveContent {
  readonly #market: LiveMarket;
  readonly #derivatives: LiveDerivatives;
  #shown: readonly Exchange[] | undefined;

  constructor(market: LiveMarket, derivatives: LiveDerivatives) {
    this.#market = market;
    this.#derivatives = derivatives;
  }

  /** Once a slot: what follows from all that was heard. */
  settle(now: Millis): void {
    this.#market.settle(now);
    this.#derivatives.settle(now, this.#market.reachability.isCutOff);
  }

  /** Undefined where nothing has changed since it was asked for. */
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
