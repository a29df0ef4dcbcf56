import type { FollowedMarket } from '../process/collector-messages.ts';

/** The markets whose trades are needed, as last received. */
export class Followed {
  #markets: readonly FollowedMarket[] = [];
  readonly #listeners = new Set<() => void>();

  set(markets: readonly FollowedMarket[]): void {
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
