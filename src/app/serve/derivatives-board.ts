import type { Listening, Unsubscribe } from '../../bus/bus.ts';
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
    let firstShown: (tickers: DerivativeTickers) => void = () => {};
    this.ready = new Promise((resolve) => (firstShown = resolve));
    this.#unsubscribe = bus.subscribe('derivatives', (refresh) => {
      book.add(refresh.contracts);
      if (this.#shown) this.#shown.replace(refresh);
      else firstShown((this.#shown = new DerivativeTickers(refresh)));
    });
  }

  close(): void {
    this.#unsubscribe();
  }
}
