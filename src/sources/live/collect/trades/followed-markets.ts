import type { FollowedSymbol } from '../process/collector-messages.ts';

/** The markets whose trades are needed, as last received. */
export class FollowedMarkets {
  #markets: readonly FollowedSymbol[] = [];
  readonly #listeners = new Set<() => void>();

  set(markets: readonly FollowedSymbol[]): void {
    this.#markets = markets;
    for (const listener of this.#listeners) listener();
  }

  /** Symbols, in the order received. */
  of(exchange: string): readonly string[] {
    return this.#markets.filter((market) => market.exchange === exchange).map(({ symbol }) => symbol);
  }

  /** Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
