import { expirationOf, type DerivativeContract, type DerivativeTick } from '../../../../core/contract.ts';
import type { Millis } from '../../../../core/time.ts';
import type { ContractReading, ListedContract } from '../../ports/contracts-api.ts';
import type { ExchangeProfile } from '../../settings/exchange-profiles.ts';
import type { LiveFact } from '../live-log.ts';
import type { LiveMarket } from '../live-market.ts';
import { contractTick } from './contract-tick.ts';
import { DailyBudget } from '../daily-budget.ts';
import { contractId, contractOf, haveSameTerms, isPlausible, statedListing } from './contract-terms.ts';

export interface ListedContractsOptions {
  readonly profile: ExchangeProfile;
  readonly market: Pick<LiveMarket, 'knows' | 'meant' | 'usdValues'>;
  /** What was known before. */
  readonly facts: readonly LiveFact[];
  readonly remember: (fact: LiveFact) => void;
  /** Of a list: how many were left out because there were too many new ones. */
  readonly onLeftOut?: ((count: number) => void) | undefined;
}

/** A contract that the exchange lists. */
interface Known {
  readonly listed: ListedContract;
  readonly contract: DerivativeContract;
  readonly valuedIn: 'base' | 'quote';
  readonly baseId: string;
  readonly quoteId: string;
  /** From when on it may be handed on. */
  readonly from: Millis;
  isHandedOn: boolean;
}

/** No exchange lists more; a list that does is cut off. */
const MOST_CONTRACTS = 20_000;
/** Contracts are kept for ever: after the first list, so many are new, or have other terms, in a day. */
const MOST_NEW_A_DAY = 5000;
/** The same of codes that no spot market has, each of which becomes an asset. */
const MOST_ASSETS_AT_FIRST = 2000;
const MOST_ASSETS_A_DAY = 200;

/**
 * The contracts of one interface: each is found once, and handed on once, after its listing and before its first ticker. One
 * whose terms change is handed on again, before the next ticker.
 */
export class ListedContracts {
  readonly #options: ListedContractsOptions;
  readonly #bySymbol = new Map<string, Known>();
  /** When contracts were first seen that do not say since when they are listed. */
  readonly #firstSeen = new Map<string, Millis>();
  readonly #newContracts = new DailyBudget(MOST_CONTRACTS, MOST_NEW_A_DAY);
  readonly #newAssets = new DailyBudget(MOST_ASSETS_AT_FIRST, MOST_ASSETS_A_DAY);
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

  /** A list in force. What it does not name any more has no tickers any more. */
  list(contracts: readonly ListedContract[], now: Millis): void {
    const names = new Set<string>();
    for (const listed of contracts.slice(0, MOST_CONTRACTS)) {
      if (names.has(listed.symbol) || !isPlausible(listed, now)) continue;
      const known = this.#bySymbol.get(listed.symbol);
      const isSame = known?.contract.id === contractId(this.#options.profile.id, listed);
      // One that cannot be traded yet may still change.
      if (isSame ? !haveSameTerms(known.listed, listed) : listed.active) this.#find(listed, now);
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

  /** Whether what contracts follow from is not known to be on the disk: until it is, they are not handed on. */
  get waits(): boolean {
    return !this.#isStored;
  }

  stored(): void {
    this.#isStored = true;
  }

  /** The last reading counts: one before it that was not handed on is of no use any more. */
  read(readings: readonly ContractReading[]): void {
    this.#readings = readings;
  }

  /** Contracts that have not been handed on, and may be. */
  due(at: Millis): DerivativeContract[] {
    if (this.#isAllHandedOn || this.waits) return [];
    this.#isAllHandedOn = true;
    const due: DerivativeContract[] = [];
    for (const known of this.#bySymbol.values()) {
      if (known.isHandedOn) continue;
      if (known.from > at) this.#isAllHandedOn = false;
      else {
        known.isHandedOn = true;
        due.push(known.contract);
      }
    }
    return due;
  }

  /** Tickers that have not been handed on, of contracts that have and are not expired. */
  ticks(at: Millis): DerivativeTick[] {
    if (this.#readings.length === 0) return [];
    const usd = this.#options.market.usdValues();
    const ticks = new Map<string, DerivativeTick>();
    for (const reading of this.#readings) {
      const known = this.#bySymbol.get(reading.symbol);
      if (!known?.isHandedOn || expirationOf(known.contract) <= at) continue;
      const { contract, valuedIn, baseId, quoteId } = known;
      const worth = { contract, valuedIn, baseUsd: usd.get(baseId), quoteUsd: usd.get(quoteId) };
      const tick = contractTick(reading, worth);
      if (tick) ticks.set(contract.id, tick);
    }
    this.#readings = [];
    return [...ticks.values()];
  }

  #find(listed: ListedContract, now: Millis): void {
    const { profile, market } = this.#options;
    const { base, quote, settle } = listed;
    // What was known of it holds no longer, whatever comes of it.
    this.#bySymbol.delete(listed.symbol);
    if (!this.#hasRoom(listed, now)) return void (this.#leftOut += 1);
    const found = market.meant(profile.key, base, quote);
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
      isHandedOn: false,
    });
    this.#isAllHandedOn = false;
    this.#isStored = false;
  }

  #hasRoom({ base, quote }: ListedContract, now: Millis): boolean {
    const { profile, market } = this.#options;
    const isOfKnown = market.knows(profile.key, base) && market.knows(profile.key, quote);
    return (isOfKnown || this.#newAssets.take(now)) && this.#newContracts.take(now);
  }

  /** What the exchange says, else when it was first seen, which is written down once. */
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
