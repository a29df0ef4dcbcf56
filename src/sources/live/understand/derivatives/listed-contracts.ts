import { expirationOf, type DerivativeContract, type DerivativeTick } from '../../../../core/contract.ts';
import type { Millis } from '../../../../core/time.ts';
import type { ContractReading, ListedContract } from '../../ports/contracts-api.ts';
import type { ExchangeProfile } from '../../settings/exchange-profiles.ts';
import type { LiveFact } from '../live-log.ts';
import type { LiveMarket } from '../live-market.ts';
import { contractTick } from './contract-tick.ts';
import { DailyBudget } from '../daily-budget.ts';
import { contractId, contractOf, haveSameListedTerms, isPlausible, statedListing } from './contract-terms.ts';

export interface ListedContractsOptions {
  readonly profile: ExchangeProfile;
  readonly market: Pick<LiveMarket, 'knows' | 'resolve' | 'usdValues'>;
  /** Facts from before the start. */
  readonly facts: readonly LiveFact[];
  readonly remember: (fact: LiveFact) => void;
  /** Called with the number of contracts of a list that were left out because too many were new. */
  readonly onLeftOut?: ((count: number) => void) | undefined;
}

/** A listed contract. */
interface Known {
  readonly listed: ListedContract;
  readonly contract: DerivativeContract;
  readonly valuedIn: 'base' | 'quote';
  readonly baseId: string;
  readonly quoteId: string;
  /** When it may first be delivered. */
  readonly from: Millis;
  isDelivered: boolean;
}

/** No exchange lists more; a longer list is truncated. */
const MAX_CONTRACTS = 20_000;
/** Contracts are kept permanently, so the number of new or changed ones per day is limited after the first list. */
const MAX_NEW_PER_DAY = 5000;
/** The same for codes without a spot market, each of which becomes an asset. */
const MAX_ASSETS_AT_FIRST = 2000;
const MAX_ASSETS_PER_DAY = 200;

/**
 * The contracts of one interface. Each is delivered once, after its listing and before its first ticker. If its terms
 * change, it is delivered again before the next ticker.
 */
export class ListedContracts {
  readonly #options: ListedContractsOptions;
  readonly #bySymbol = new Map<string, Known>();
  /** When contracts without a listing time were first seen. */
  readonly #firstSeen = new Map<string, Millis>();
  readonly #newContracts = new DailyBudget(MAX_CONTRACTS, MAX_NEW_PER_DAY);
  readonly #newAssets = new DailyBudget(MAX_ASSETS_AT_FIRST, MAX_ASSETS_PER_DAY);
  #isFirstList = true;
  #leftOut = 0;
  #isAllHandedOn = true;
  #isStored = true;
  #readings: readonly ContractReading[] = [];

  constructor(options: ListedContractsOptions) {
    this.#options = options;
    for (const fact of options.facts)
      if (fact.kind === 'contract' && fact.key === options.profile.key)
        this.#firstSeen.set(fact.id, fact.listing);
  }

  /** Takes a new list. Contracts that are not in it get no more tickers. */
  list(contracts: readonly ListedContract[], now: Millis): void {
    const names = new Set<string>();
    for (const listed of contracts.slice(0, MAX_CONTRACTS)) {
      if (names.has(listed.symbol) || !isPlausible(listed, now)) continue;
      const known = this.#bySymbol.get(listed.symbol);
      const isSame = known?.contract.id === contractId(this.#options.profile.id, listed);
      // A contract that cannot be traded yet may still change.
      if (isSame ? !haveSameListedTerms(known.listed, listed) : listed.active) this.#find(listed, now);
      if (this.#bySymbol.has(listed.symbol)) names.add(listed.symbol);
    }
    for (const symbol of this.#bySymbol.keys()) if (!names.has(symbol)) this.#bySymbol.delete(symbol);
    this.#ended(now);
  }

  #ended(now: Millis): void {
    if (this.#isFirstList) for (const budget of [this.#newContracts, this.#newAssets]) budget.begin(now);
    this.#isFirstList = false;
    if (this.#leftOut > 0) this.#options.onLeftOut?.(this.#leftOut);
    this.#leftOut = 0;
  }

  /** Whether facts behind contracts may not be on disk yet; until they are, the contracts are not delivered. */
  get hasUnstored(): boolean {
    return !this.#isStored;
  }

  stored(): void {
    this.#isStored = true;
  }

  /** Only the last reading is kept: it replaces an undelivered one. */
  read(readings: readonly ContractReading[]): void {
    this.#readings = readings;
  }

  /** Undelivered contracts that may be delivered. */
  due(at: Millis): DerivativeContract[] {
    if (this.#isAllHandedOn || this.hasUnstored) return [];
    this.#isAllHandedOn = true;
    const due: DerivativeContract[] = [];
    for (const known of this.#bySymbol.values()) {
      if (known.isDelivered) continue;
      if (known.from > at) this.#isAllHandedOn = false;
      else {
        known.isDelivered = true;
        due.push(known.contract);
      }
    }
    return due;
  }

  /** Undelivered tickers of delivered contracts that have not expired. */
  ticks(at: Millis): DerivativeTick[] {
    if (this.#readings.length === 0) return [];
    const usd = this.#options.market.usdValues();
    const ticks = new Map<string, DerivativeTick>();
    for (const reading of this.#readings) {
      const known = this.#bySymbol.get(reading.symbol);
      if (!known?.isDelivered || expirationOf(known.contract) <= at) continue;
      const { contract, valuedIn, baseId, quoteId } = known;
      const valuation = { contract, valuedIn, baseUsd: usd.get(baseId), quoteUsd: usd.get(quoteId) };
      const tick = contractTick(reading, valuation);
      if (tick) ticks.set(contract.id, tick);
    }
    this.#readings = [];
    return [...ticks.values()];
  }

  #find(listed: ListedContract, now: Millis): void {
    const { profile, market } = this.#options;
    const { base, quote, settle } = listed;
    // The old contract is no longer valid, whatever happens to the new one.
    this.#bySymbol.delete(listed.symbol);
    if (!this.#hasRoom(listed, now)) return void (this.#leftOut += 1);
    const found = market.resolve(profile.key, base, quote);
    if (!found) return;
    const listing = this.#listingOf(listed, now);
    const contract = contractOf(
      listed,
      {
        exchangeId: profile.id,
        marketId: found.market.id,
        base: found.base.symbol,
        quote: found.quote.symbol,
        settle: settle === base ? found.base.symbol : settle === quote ? found.quote.symbol : settle,
      },
      listing,
    );
    this.#bySymbol.set(listed.symbol, {
      listed,
      contract,
      valuedIn: listed.valuedIn,
      baseId: found.base.id,
      quoteId: found.quote.id,
      from: contract.type === 'perpetuals' ? now : listing,
      isDelivered: false,
    });
    this.#isAllHandedOn = false;
    this.#isStored = false;
  }

  #hasRoom({ base, quote }: ListedContract, now: Millis): boolean {
    const { profile, market } = this.#options;
    const isOfKnown = market.knows(profile.key, base) && market.knows(profile.key, quote);
    return (isOfKnown || this.#newAssets.take(now)) && this.#newContracts.take(now);
  }

  /** The listing time from the exchange, otherwise when it was first seen, which is stored once. */
  #listingOf(listed: ListedContract, now: Millis): Millis {
    const stated = statedListing(listed);
    if (stated !== undefined || listed.type === 'perpetuals') return stated ?? now;
    const { profile, remember } = this.#options;
    const id = contractId(profile.id, listed);
    const seen = this.#firstSeen.get(id);
    if (seen !== undefined) return seen;
    this.#firstSeen.set(id, now);
    remember({ kind: 'contract', key: profile.key, id, listing: now });
    return now;
  }
}
