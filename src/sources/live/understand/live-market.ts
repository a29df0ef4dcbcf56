import type { Asset } from '../../../core/asset.ts';
import type { Market } from '../../../core/market.ts';
import type { OwnSymbol, TrustTier } from '../../../core/exchange.ts';
import type { ReferenceData } from '../../../core/reference-data.ts';
import { DAY_MS, SECOND_MS, type Millis } from '../../../core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../core/ids/well-known-ids.ts';
import type { WellKnown } from '../../../reference/well-known/well-known.ts';
import type { CollectorEvent } from '../collect/collector-events.ts';
import type { ListedMarket, MarketList } from '../ports/exchange-api.ts';
import type { ExchangeProfile } from '../settings/exchange-profiles.ts';
import { usableList } from '../ports/listed-names.ts';
import type { ExchangeRefusal, ListingFinding, RecordedTicker, TickBatch } from '../../source.ts';
import type { LiveSupplies } from '../supply/live-supplies.ts';
import { AssetBook, type FoundAsset } from './asset-book.ts';
import { ExchangeFaults, type FaultChange } from './faults/exchange-faults.ts';
import { StatusWatch } from './exchange-status.ts';
import { storedExchanges } from './known-exchanges.ts';
import { findingsIn } from './listing-findings.ts';
import {
  LiveExchange,
  newListing,
  type ClockReading,
  type LiveListing,
  type ReportedUnits,
} from './live-exchange.ts';
import type { LiveFact } from './live-log.ts';
import type { Overrides } from './overrides.ts';
import { usdValuesBy } from './implied-rates.ts';
import { MarketBook } from './market-book.ts';
import { qualify } from './qualification.ts';
import { Reachability } from './reachability.ts';

export interface LiveMarketOptions {
  readonly exchanges: readonly ExchangeProfile[];
  readonly wellKnown: WellKnown;
  readonly overrides: Overrides;
  /** Default: no supplies. */
  readonly supplies?: Pick<LiveSupplies, 'settle' | 'adopt'>;
  /** Facts from before the start, in order. */
  readonly facts: readonly LiveFact[];
  readonly remember: (fact: LiveFact) => void;
  /** Called when all listings of an exchange are refused, and when they are allowed again. */
  readonly onFault?: (change: FaultChange) => void;
  readonly now: Millis;
}

/** Only exchanges with at least the same trust are evidence against an exchange. */
const RANKS: Readonly<Record<TrustTier, number>> = { A: 2, B: 1 };
const RANK_OF_NEW = 0;
/** As in the methodology: an exchange that was added later is not trusted for this long. */
const NEW_FOR_MS = 30 * DAY_MS;

/** As in the methodology: an older price is no evidence. */
const MAX_EVIDENCE_AGE_MS = 90 * SECOND_MS;

/** A market, identified by what its codes mean. */
export interface ResolvedMarket {
  readonly base: Asset;
  readonly quote: Asset;
  readonly market: Market;
}

/**
 * Interprets what live exchanges send: which assets and markets their codes mean, which listings qualify, the status of
 * each exchange. It receives the events of collectors in order, and uses no time but theirs.
 */
export class LiveMarket {
  readonly #options: LiveMarketOptions;
  readonly #assets: AssetBook;
  readonly #exchanges = new Map<string, LiveExchange>();
  readonly #markets: MarketBook;
  readonly #faults = new ExchangeFaults();
  readonly reachability: Reachability;
  #isChanged = true;
  #settledAt: Millis;
  #usdValues: ReadonlyMap<string, number> | undefined;

  constructor(options: LiveMarketOptions) {
    this.#options = options;
    this.#settledAt = options.now;
    this.reachability = new Reachability(options.exchanges.length);
    this.#markets = new MarketBook(options.wellKnown);
    this.#assets = new AssetBook(options.wellKnown, options.overrides, (code, asset) =>
      options.remember({ kind: 'asset', code, asset }),
    );
    this.#begin();
  }

  get exchanges(): Iterable<LiveExchange> {
    return this.#exchanges.values();
  }

  /** Id of an exchange, by its name in settings. */
  idOf(key: string): string | undefined {
    return this.#exchanges.get(key)?.profile.id;
  }

  /** The ticks for the engine that result from an event. */
  take(event: CollectorEvent, at: Millis): TickBatch | undefined {
    const exchange = this.#exchanges.get(event.exchange);
    if (!exchange) return undefined;
    if (event.kind === 'tickers') {
      const ticks = exchange.ticks(event.readings, at, event.answerTime);
      return { kind: 'ticks', exchangeId: exchange.profile.id, receivedAt: at, ticks };
    }
    if (event.kind === 'markets') this.#list(exchange, event.list);
    else if (event.kind === 'cycle') this.#cycle(exchange, event, at);
    return undefined;
  }

  /** Clocks of exchanges, by id. */
  clocks(): ReadonlyMap<string, ClockReading> {
    return new Map([...this.#exchanges.values()].map(({ profile, clock }) => [profile.id, clock]));
  }

  /** Clock of an exchange, by its name in settings. */
  clockOf(key: string): ClockReading | undefined {
    return this.#exchanges.get(key)?.clock;
  }

  /** Whether a code means a known asset. */
  knows(exchange: string, code: string): boolean {
    return this.#assets.knows(exchange, code);
  }

  /** The market that two codes mean on an exchange, for any kind of listing; undefined if both mean the same asset. */
  resolve(exchange: string, baseCode: string, quoteCode: string): ResolvedMarket | undefined {
    const { asset: base } = this.#assets.find({ exchange, code: baseCode });
    const { asset: quote } = this.#assets.find({ exchange, code: quoteCode });
    if (base.id === quote.id) return undefined;
    const known = this.#markets.size;
    const market = this.#markets.of(base.id, quote.id);
    if (this.#markets.size > known) this.#isChanged = true;
    return { base, quote, market };
  }

  /** Prices of assets in USD as of the last slot; unknown ones are absent. */
  usdValues(): ReadonlyMap<string, number> {
    return (this.#usdValues ??= usdValuesBy(this.#listed(), WELL_KNOWN_ASSETS.USD));
  }

  /** Reported daily volume in base units; 0 if unknown. */
  readonly volumeOf = (exchangeId: string, marketId: string): number => {
    for (const { profile, listings } of this.#exchanges.values())
      if (profile.id === exchangeId)
        for (const listing of listings)
          if (listing.marketId === marketId && listing.isListed) return listing.volume;
    return 0;
  };

  /** Takes the tickers delivered before a restart. */
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

  /** Corrects a batch that was made before `resume`. */
  withMoved(batch: TickBatch): TickBatch {
    const exchange = [...this.#exchanges.values()].find(({ profile }) => profile.id === batch.exchangeId);
    return exchange ? { ...batch, ticks: exchange.withMoved(batch.ticks) } : batch;
  }

  /** Listings that are not used, those that others contradict first. */
  findings(): ListingFinding[] {
    return findingsIn(this.#listed());
  }

  /** Refused exchanges, by id. */
  refusals(): ReadonlyMap<string, ExchangeRefusal> {
    const refused = [...this.#exchanges.values()].flatMap(({ profile, listings }) => {
      const reason = this.#faults.of(profile.key);
      if (reason === undefined) return [];
      const markets = [...listings].filter(({ isListed }) => isListed).length;
      return [[profile.id, { reason, markets }] as const];
    });
    return new Map(refused);
  }

  /** Called once per slot: applies everything received since. */
  settle(now: Millis): void {
    for (const exchange of this.#exchanges.values()) {
      const before = exchange.status.status;
      if (this.reachability.isCutOff) exchange.status.excuse(now);
      else exchange.status.passed(now);
      if (exchange.status.status !== before) this.#statusChanged(exchange);
    }
    const current = this.#listed().filter(({ pricedAt }) => now - pricedAt <= MAX_EVIDENCE_AGE_MS);
    const changedUnits = { inQuote: this.#withUnits('changed'), compared: this.#withUnits('restored') };
    const { USD } = WELL_KNOWN_ASSETS;
    this.#changed(qualify(current, USD, now, { faults: this.#faults, changedUnits, rankOf: this.#rankOf }));
    for (const change of this.#faults.takeChanges()) this.#options.onFault?.(change);
    for (const exchange of this.#exchanges.values())
      if (!this.#faults.of(exchange.profile.key)) exchange.settleUnits();
    this.#usdValues = undefined;
    this.#settledAt = now;
    if (this.#options.supplies?.settle(this.#assets.assets, now)) this.#isChanged = true;
  }

  #withUnits(units: ReportedUnits): ReadonlySet<string> {
    const found = [...this.#exchanges.values()].filter((exchange) => exchange.units === units);
    return new Set(found.map(({ profile }) => profile.key));
  }

  readonly #rankOf = (key: string): number => {
    const exchange = this.#exchanges.get(key);
    const isNew = !exchange || this.#settledAt - (exchange.listedAt ?? -Infinity) < NEW_FOR_MS;
    return isNew ? RANK_OF_NEW : RANKS[exchange.profile.tier];
  };

  /** Our own clock was set: learned offsets are no longer valid. */
  clockWasSet(): void {
    for (const exchange of this.#exchanges.values()) exchange.clockWasSet();
  }

  /** Undefined if nothing has changed since the last call. */
  changedContent(): ReferenceData | undefined {
    if (!this.#isChanged) return undefined;
    this.#isChanged = false;
    return this.content();
  }

  content(): ReferenceData {
    return {
      assets: [...this.#assets.assets],
      markets: this.#markets.all,
      exchanges: [...this.#exchanges.values()].map((exchange) => exchange.exchange()),
      supplies: this.#options.supplies?.adopt(this.#settledAt) ?? [],
    };
  }

  #listed(): LiveListing[] {
    return [...this.#exchanges.values()].flatMap((exchange) =>
      [...exchange.listings].filter(({ isListed }) => isListed),
    );
  }

  #begin(): void {
    const { exchanges, facts, now, remember } = this.#options;
    const isFirst = facts.length === 0;
    const known = storedExchanges(facts);
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
    const listing = isSame ? known : this.#addListing(exchange, symbol, this.#markets.of(base, quote), false);
    listing.qualified = qualified;
    listing.isListed = listed;
    exchange.touch();
  }

  #list(exchange: LiveExchange, received: Pick<MarketList, 'markets' | 'currencies'>): void {
    const list = usableList(received);
    const before = exchange.exchange();
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
    if (exchange.exchange() !== before) this.#isChanged = true;
  }

  #found(exchange: LiveExchange, { symbol }: ListedMarket, base: FoundAsset, quote: FoundAsset): void {
    const market = this.#markets.of(base.asset.id, quote.asset.id);
    this.#addListing(exchange, symbol, market, base.isSettled && quote.isSettled);
  }

  #addListing(exchange: LiveExchange, symbol: string, market: Market, isSettled: boolean): LiveListing {
    const listing = newListing(exchange.profile.key, symbol, market, isSettled);
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

  #cycle(exchange: LiveExchange, { result }: Extract<CollectorEvent, { kind: 'cycle' }>, at: Millis): void {
    this.reachability.record(exchange.profile.key, result);
    const before = exchange.status.status;
    exchange.status.record(result, at);
    if (exchange.status.status !== before) this.#statusChanged(exchange);
  }

  #statusChanged(exchange: LiveExchange): void {
    this.#isChanged = true;
    exchange.touch();
    this.#options.remember({ kind: 'status', key: exchange.profile.key, status: exchange.status.status });
  }
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
