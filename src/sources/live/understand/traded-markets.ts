import type { ListingKey } from '../../../core/ids/listing-key.ts';
import type { LxDefinition } from '../../../core/lx-definition.ts';
import type { FollowedSymbol } from '../collect/process/collector-messages.ts';
import type { TradeMarket } from '../settings/trade-markets.ts';
import type { LiveExchange, LiveListing } from './live-exchange.ts';

/** A listing whose trades are needed, with its exchange's name of it. */
export interface TradedMarket extends FollowedSymbol {
  readonly listing: ListingKey;
}

export interface TradedMarketsOptions {
  readonly exchanges: () => Iterable<LiveExchange>;
  /** Markets in settings, besides the constituents of the liquid indices. */
  readonly wanted: readonly TradeMarket[];
  /** Called once for each market that its exchange does not list. */
  readonly onUnknown: (market: TradeMarket) => void;
}

/**
 * Which listings deliver single trades: constituents of the liquid indices, and those in settings, while they are
 * listed.
 */
export class TradedMarkets {
  readonly #options: TradedMarketsOptions;
  readonly #unknown = new Set<TradeMarket>();

  constructor(options: TradedMarketsOptions) {
    this.#options = options;
  }

  /** Each listing once, in the order of exchanges. */
  of(lx: readonly LxDefinition[]): readonly TradedMarket[] {
    const constituents = new Set(lx.flatMap((definition) => definition.constituents.map(nameOf)));
    return [...this.#options.exchanges()].flatMap((exchange) => {
      const own = this.#wantedOf(exchange);
      const byMarket = new Map<string, TradedMarket>();
      for (const { symbol, marketId, isListed } of exchange.listings) {
        const listing = { exchangeId: exchange.profile.id, marketId };
        if (isListed && (own.has(symbol) || constituents.has(nameOf(listing))))
          byMarket.set(marketId, { exchange: exchange.profile.key, symbol, listing });
      }
      return [...byMarket.values()];
    });
  }

  /** Symbols. An exchange without any listing has not been read yet. */
  #wantedOf(exchange: LiveExchange): ReadonlySet<string> {
    const listed = [...exchange.listings].filter(({ isListed }) => isListed);
    if (listed.length === 0) return new Set();
    const symbols = this.#options.wanted
      .filter(({ exchange: key }) => key === exchange.profile.key)
      .map((market) => ({ market, symbol: symbolIn(listed, market) }));
    for (const { market, symbol } of symbols) if (symbol === undefined) this.#reportUnknown(market);
    return new Set(symbols.flatMap(({ symbol }) => symbol ?? []));
  }

  #reportUnknown(market: TradeMarket): void {
    if (this.#unknown.has(market)) return;
    this.#unknown.add(market);
    this.#options.onUnknown(market);
  }
}

function symbolIn(listed: readonly LiveListing[], { base, quote }: TradeMarket): string | undefined {
  return listed.find(({ symbol }) => symbol === `${base}/${quote}`)?.symbol;
}

function nameOf({ exchangeId, marketId }: ListingKey): string {
  return `${exchangeId} ${marketId}`;
}
