import type { Market } from '../../../core/market.ts';
import { marketIdOf } from '../../../core/entity-id.ts';
import type { OwnSymbol } from '../../../core/exchange.ts';
import type { ReferenceData } from '../../../core/reference-data.ts';
import type { Millis } from '../../../core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../core/well-known-ids.ts';
import type { WellKnown } from '../../../reference/well-known/well-known.ts';
import type { CollectorEvent } from '../collect/collector-events.ts';
import type { ListedMarket, MarketList } from '../exchange-api.ts';
import type { ExchangeProfile } from '../exchange-profiles.ts';
import { isOfTheNetwork } from '../poll-failure.ts';
import type { ListingFinding, RecordedTicker, TickBatch } from '../../source.ts';
import { AssetBook, type FoundAsset } from './asset-book.ts';
import { StatusWatch } from './exchange-status.ts';
import { LiveExchange, type LiveListing } from './live-exchange.ts';
import type { LiveFact } from './live-log.ts';
import type { Overrides } from './overrides.ts';
import { qualify } from './qualification.ts';

export interface LiveMarketOptions {
  readonly exchanges: readonly ExchangeProfile[];
  readonly wellKnown: WellKnown;
  readonly overrides: Overrides;
  /** What was known before, in the order in which it was found out. */
  readonly facts: readonly LiveFact[];
  readonly remember: (fact: LiveFact) => void;
  readonly now: Millis;
}

/** Where more exchanges than this share fail at once for reasons of a network, it is ours. */
const MOST_THAT_FAIL_ALONE = 0.5;
/** An operator reads no more. */
const MOST_FINDINGS = 500;
/** Of fewer, nothing can be said. */
const FEWEST_TO_JUDGE = 4;

/**
 * What live exchanges say, understood: which assets and markets their codes mean, which listings may take part, how each
 * exchange is. It hears what collectors tell, in order, and knows no other time than that of the events.
 */
export class LiveMarket {
  readonly #options: LiveMarketOptions;
  readonly #assets: AssetBook;
  readonly #exchanges = new Map<string, LiveExchange>();
  readonly #markets = new Map<string, Market>();
  /** Exchanges whose last reading failed for a reason of the network. */
  readonly #cutOff = new Set<string>();
  #isChanged = true;

  constructor(options: LiveMarketOptions) {
    this.#options = options;
    this.#assets = new AssetBook(options.wellKnown, options.overrides, (code, asset) =>
      options.remember({ kind: 'asset', code, asset }),
    );
    this.#begin();
  }

  get exchanges(): Iterable<LiveExchange> {
    return this.#exchanges.values();
  }

  /** Whether so many exchanges cannot be reached that it must be our own network. */
  get isCutOff(): boolean {
    const count = this.#exchanges.size;
    return count >= FEWEST_TO_JUDGE && this.#cutOff.size > count * MOST_THAT_FAIL_ALONE;
  }

  /** What comes of an event for the engine. */
  take(event: CollectorEvent, at: Millis): TickBatch | undefined {
    const exchange = this.#exchanges.get(event.exchange);
    if (!exchange) return undefined;
    if (event.kind === 'tickers') {
      const ticks = exchange.ticks(event.readings, at);
      return { kind: 'ticks', exchangeId: exchange.profile.id, receivedAt: at, ticks };
    }
    if (event.kind === 'markets') this.#list(exchange, event.list);
    else this.#cycle(exchange, event, at);
    return undefined;
  }

  /** Reported base volume of a day; 0 where none is known. */
  readonly volumeOf = (exchangeId: string, marketId: string): number => {
    for (const { profile, listings } of this.#exchanges.values())
      if (profile.id === exchangeId)
        for (const listing of listings)
          if (listing.marketId === marketId && listing.isListed) return listing.volume;
    return 0;
  };

  /** What was delivered before a restart. */
  resume(tickers: Iterable<RecordedTicker>): void {
    const byExchange = new Map<string, RecordedTicker[]>();
    for (const ticker of tickers) {
      const own = byExchange.get(ticker.exchangeId);
      if (own) own.push(ticker);
      else byExchange.set(ticker.exchangeId, [ticker]);
    }
    for (const exchange of this.#exchanges.values())
      exchange.resume(byExchange.get(exchange.profile.id) ?? []);
  }

  /** Listings that take no part, those that others contradict first. */
  findings(): ListingFinding[] {
    const out = [...this.#exchanges.values()].flatMap((exchange) =>
      [...exchange.listings].filter(({ isListed, qualified }) => isListed && !qualified),
    );
    const sorted = out.toSorted((a, b) => b.doubts - a.doubts).slice(0, MOST_FINDINGS);
    return sorted.map(({ exchange, symbol, price, doubts }) => ({
      exchange,
      market: symbol,
      why: whyOf(price, doubts),
    }));
  }

  /** Once a slot: what follows from all that was heard. */
  settle(now: Millis): void {
    for (const exchange of this.#exchanges.values()) {
      const before = exchange.status.status;
      if (this.isCutOff) exchange.status.excuse(now);
      else exchange.status.passed(now);
      if (exchange.status.status !== before) this.#statusChanged(exchange);
    }
    const listings = [...this.#exchanges.values()].flatMap((exchange) =>
      [...exchange.listings].filter(({ isListed }) => isListed),
    );
    this.#changed(qualify(listings, WELL_KNOWN_ASSETS.USD, now));
  }

  /** Undefined where nothing has changed since it was asked for. */
  changedContent(): ReferenceData | undefined {
    if (!this.#isChanged) return undefined;
    this.#isChanged = false;
    return this.content();
  }

  content(): ReferenceData {
    return {
      assets: [...this.#assets.assets],
      markets: [...this.#markets.values()],
      exchanges: [...this.#exchanges.values()].map((exchange) => exchange.exchange()),
      supplies: [],
    };
  }

  #begin(): void {
    const { exchanges, facts, now, remember } = this.#options;
    const isFirst = facts.length === 0;
    const known = knownExchanges(facts);
    for (const profile of exchanges) {
      const before = known.get(profile.key);
      const listedAt = before ? before.listedAt : isFirst ? undefined : now;
      this.#exchanges.set(
        profile.key,
        new LiveExchange(profile, new StatusWatch(now, before?.status), listedAt),
      );
      if (!before)
        remember({
          kind: 'exchange',
          key: profile.key,
          id: profile.id,
          ...(listedAt === undefined ? {} : { listedAt }),
        });
    }
    for (const fact of facts) {
      if (fact.kind === 'asset') this.#assets.restore(fact.code, fact.asset);
      else if (fact.kind === 'listing') this.#restoreListing(fact);
    }
  }

  #restoreListing({
    key,
    symbol,
    base,
    quote,
    qualified,
    listed,
  }: Extract<LiveFact, { kind: 'listing' }>): void {
    const exchange = this.#exchanges.get(key);
    if (!exchange) return;
    const known = exchange.listing(symbol);
    const isSame = known?.base === base && known.quote === quote;
    const listing = isSame ? known : this.#addListing(exchange, symbol, this.#market(base, quote), false);
    listing.qualified = qualified;
    listing.isListed = listed;
    exchange.touch();
  }

  #list(exchange: LiveExchange, list: Pick<MarketList, 'markets' | 'currencies'>): void {
    const named = new Map(list.currencies.map((currency) => [currency.code, currency]));
    const { key } = exchange.profile;
    const find = (code: string) => this.#assets.find({ ...named.get(code), exchange: key, code });
    const own = new Map<string, OwnSymbol>();
    for (const market of list.markets) {
      const [base, quote] = [find(market.base), find(market.quote)];
      if (base.asset.id === quote.asset.id) continue;
      noteOwnSymbols(own, market, base, quote);
      const known = exchange.listing(market.symbol);
      if (known?.base !== base.asset.id || known.quote !== quote.asset.id)
        this.#found(exchange, market, base, quote);
    }
    this.#changed(exchange.list(list, [...own.values()]));
    this.#isChanged = true;
  }

  #found(exchange: LiveExchange, { symbol }: ListedMarket, base: FoundAsset, quote: FoundAsset): void {
    const market = this.#market(base.asset.id, quote.asset.id);
    this.#addListing(exchange, symbol, market, base.isSettled && quote.isSettled);
  }

  /** Nothing is known of it yet; what is known later is remembered then. */
  #addListing(exchange: LiveExchange, symbol: string, market: Market, isSettled: boolean): LiveListing {
    const listing: LiveListing = {
      exchange: exchange.profile.key,
      symbol,
      market,
      marketId: market.id,
      base: market.baseAssetId,
      quote: market.quoteAssetId,
      isSettled,
      qualified: false,
      isListed: false,
      price: 0,
      volume: 0,
      agreesSince: undefined,
      doubts: 0,
      shown: undefined,
    };
    exchange.add(listing);
    return listing;
  }

  #changed(listings: readonly LiveListing[]): void {
    for (const { exchange: key, symbol, base, quote, qualified, isListed: listed } of listings) {
      this.#isChanged = true;
      this.#exchanges.get(key)?.touch();
      this.#options.remember({ kind: 'listing', key, symbol, base, quote, qualified, listed });
    }
  }

  #market(baseAssetId: string, quoteAssetId: string): Market {
    const id =
      this.#options.wellKnown.marketId(baseAssetId, quoteAssetId) ?? marketIdOf(baseAssetId, quoteAssetId);
    const known = this.#markets.get(id);
    if (known) return known;
    const market = { id, baseAssetId, quoteAssetId };
    this.#markets.set(id, market);
    return market;
  }

  #cycle(exchange: LiveExchange, { result }: Extract<CollectorEvent, { kind: 'cycle' }>, at: Millis): void {
    if (result.outcome === 'read') this.#cutOff.delete(exchange.profile.key);
    else if (result.outcome === 'failed' && isOfTheNetwork(result.failure))
      this.#cutOff.add(exchange.profile.key);
    const before = exchange.status.status;
    exchange.status.took(result, at);
    if (exchange.status.status !== before) this.#statusChanged(exchange);
  }

  #statusChanged(exchange: LiveExchange): void {
    this.#isChanged = true;
    exchange.touch();
    this.#options.remember({ kind: 'status', key: exchange.profile.key, status: exchange.status.status });
  }
}

function whyOf(price: number, doubts: number): string {
  if (price === 0) return 'no price has been seen yet';
  return doubts > 0
    ? 'its price contradicts that of other exchanges'
    : 'there is nothing to compare it with yet';
}

function knownExchanges(facts: readonly LiveFact[]) {
  type Known = {
    readonly listedAt: Millis | undefined;
    status?: Extract<LiveFact, { kind: 'status' }>['status'];
  };
  const known = new Map<string, Known>();
  for (const fact of facts) {
    if (fact.kind === 'exchange') known.set(fact.key, { listedAt: fact.listedAt });
    else if (fact.kind === 'status') {
      const exchange = known.get(fact.key);
      if (exchange) exchange.status = fact.status;
    }
  }
  return known;
}

function noteOwnSymbols(
  own: Map<string, OwnSymbol>,
  { ownBase, ownQuote }: ListedMarket,
  base: FoundAsset,
  quote: FoundAsset,
): void {
  if (ownBase !== undefined) own.set(base.asset.id, { assetId: base.asset.id, symbol: ownBase });
  if (ownQuote !== undefined) own.set(quote.asset.id, { assetId: quote.asset.id, symbol: ownQuote });
}
