import type { Listening, Unsubscribe } from '../../bus/bus.ts';
import { Deferred } from '../../core/async/deferred.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import { DerivativeTickers } from '../../latest/derivatives/derivative-tickers.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import { ContractBook } from '../../reference/contract-book.ts';
import type { ContractReader } from '../../reference/contract-store.ts';

export interface DerivativesBoardParts {
  readonly bus: Listening<MarketTopics>;
  /** Contracts are durable before they are published: what the bus has lost is found here. */
  readonly contracts: ContractReader;
  /** A refresh cannot be shown; the next one is tried again. */
  readonly failed: (error: unknown) => void;
}

export interface ShownDerivatives {
  readonly book: ContractBook;
  readonly tickers: DerivativeTickers;
}

/** Shows the derivatives that the bus brings: a contract is in the book before a ticker of it is shown. */
export class DerivativesBoard {
  /** Resolves with the first refresh that is shown. Rejects where the first contracts cannot be read. */
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
    // A start that failed elsewhere waits for it no more.
    this.ready.catch(() => undefined);
    this.#unsubscribe = parts.bus.subscribe('derivatives', (refresh) => this.#hear(refresh));
  }

  close(): void {
    this.#unsubscribe();
    this.#newest = undefined;
  }

  #hear(refresh: DerivativeRefresh): void {
    if (this.#newest && refresh.at < this.#newest.at) return;
    this.#newest = refresh;
    this.#book.add(refresh.contracts);
    // Those of before the first refresh are in the store alone.
    if (this.#tickers && this.#knowsAllOf(refresh)) this.#show(refresh);
    else void this.#learn(refresh);
  }

  async #learn(refresh: DerivativeRefresh): Promise<void> {
    try {
      this.#book.learn(await this.#parts.contracts.read());
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
