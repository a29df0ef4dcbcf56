import type { Listening, Unsubscribe } from '../../bus/bus.ts';
import { Deferred } from '../../core/deferred.ts';
import { DerivativeTickers } from '../../latest/derivative-tickers.ts';
import type { MarketTopics } from '../../latest/market-topics.ts';
import type { ContractBook } from '../../reference/contract-book.ts';

/** Shows the derivatives that the bus brings: a contract is in the book before a ticker of it is shown. */
export class DerivativesBoard {
  /** Resolves with the first refresh. */
  readonly ready: Promise<DerivativeTickers>;
  readonly #unsubscribe: Unsubscribe;
  #shown: DerivativeTickers | undefined;

  /** `book`: contracts that were kept before, to which those that come are added. */
  constructor(bus: Listening<MarketTopics>, book: ContractBook) {
    const first = new Deferred<DerivativeTickers>();
    this.ready = first.promise;
    this.#unsubscribe = bus.subscribe('derivatives', (refresh) => {
      book.add(refresh.contracts);
      if (this.#shown) this.#shown.replace(refresh);
      else first.resolve((this.#shown = new DerivativeTickers(refresh)));
    });
  }

  close(): void {
    this.#unsubscribe();
  }
}
