import type { Subscribable, Unsubscribe } from '../../bus/bus.ts';
import { Deferred } from '../../core/async/deferred.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import { DerivativeTickers } from '../../latest/derivatives/derivative-tickers.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import { ContractBook } from '../../reference/contract-book.ts';
import type { ContractReader } from '../../reference/contract-store.ts';

export interface DerivativesBoardParts {
  readonly bus: Subscribable<MarketTopics>;
  /** Contracts are durable before they are published: contracts that the bus lost are read from here. */
  readonly contracts: ContractReader;
  /** Called when a refresh cannot be shown; the next one is tried. */
  readonly failed: (error: unknown) => void;
}

export interface ShownDerivatives {
  readonly book: ContractBook;
  readonly tickers: DerivativeTickers;
}

/** Shows derivatives from the bus. A contract is in the book before its ticker is shown. */
export class DerivativesBoard {
  /** Resolves when the first refresh is shown. Rejects if the first contracts cannot be read. */
  readonly ready: Promise<ShownDerivatives>;
  readonly #parts: DerivativesBoardParts;
  readonly #first = new Deferred<ShownDerivatives>();
  readonly #book = new ContractBook();
  readonly #unsubscribe: Unsubscribe;
  #tickers: DerivativeTickers | undefined;
  #newest: DerivativeRefresh | undefined;

  constructor(parts: DerivativesBoardParts) {
    this.#parts = parts;
    this.ready = this.#first.promise;
    // If the start has failed elsewhere, nothing awaits it.
    this.ready.catch(() => undefined);
    this.#unsubscribe = parts.bus.subscribe('derivatives', (refresh) => this.#receive(refresh));
  }

  close(): void {
    this.#unsubscribe();
    this.#newest = undefined;
  }

  #receive(refresh: DerivativeRefresh): void {
    if (this.#newest && refresh.at < this.#newest.at) return;
    this.#newest = refresh;
    this.#book.add(refresh.contracts);
    // Contracts from before the first refresh are only in the store.
    if (this.#tickers && this.#knowsAllOf(refresh)) this.#show(refresh);
    else void this.#showWithStored(refresh);
  }

  /** Reads the stored contracts before it shows the refresh. */
  async #showWithStored(refresh: DerivativeRefresh): Promise<void> {
    try {
      this.#book.addStored(await this.#parts.contracts.read());
      if (this.#newest === refresh) this.#show(refresh);
    } catch (error) {
      this.#parts.failed(error);
      this.#first.reject(error);
    }
  }

  #show(refresh: DerivativeRefresh): void {
    if (this.#tickers) this.#tickers.replace(refresh);
    else {
      this.#tickers = new DerivativeTickers(refresh);
      this.#first.resolve({ book: this.#book, tickers: this.#tickers });
    }
  }

  #knowsAllOf({ contractIds }: DerivativeRefresh): boolean {
    return contractIds.every((id) => this.#book.contract(id) !== undefined);
  }
}
