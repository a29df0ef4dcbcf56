import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { ExchangeFaults, InversionCounts, type ExchangeFault } from './faults/exchange-faults.ts';
import { ImpliedRates } from './implied-rates.ts';
import { volumeUnits, type RankOf, type VolumeUnits } from './faults/volume-units.ts';
import { agree, largestAgreeing, unsoundExchanges, type ComparisonResult } from './witnesses.ts';

const WITNESSES = 2;
/** Waiting time if nothing can be compared and nothing contradicts. */
export const QUALIFIES_AFTER_MS = 24 * HOUR_MS;
/**
 * A qualified listing that disagrees for this many slots in a row has changed its meaning. Well below the 20 slots
 * after which the methodology accepts a price that has jumped and stays.
 */
const MAX_DOUBTS = 10;

/** The data of a market on an exchange that are needed to compare its price. */
export interface ComparedListing {
  readonly exchange: string;
  readonly marketId: string;
  readonly base: string;
  readonly quote: string;
  /** Its contract address or the operator identifies the asset. */
  readonly isSettled: boolean;
  /** The last price; 0 before the first. */
  price: number;
  /** Volume of the last 24 hours in base units; 0 if unknown. */
  volume: number;
  qualified: boolean;
  /** Since when nothing has contradicted it; undefined after a contradiction. */
  agreesSince: Millis | undefined;
  /** Slots in a row in which it disagreed. */
  doubts: number;
  /** Slots in a row in which count listings of its exchange disagreed. */
  unsoundSlots?: number;
  /** It was disqualified only for that reason, or for a fault of its exchange. */
  isOutWithExchange?: boolean;
  /** Why no listing of its exchange is used. */
  fault?: ExchangeFault | undefined;
  /** Its price is the inverse of other exchanges' prices. */
  isInverted?: boolean;
}

/** Data of exchanges besides their tickers. */
interface Known {
  readonly faults?: ExchangeFaults;
  /** Result of comparing their volumes with their own previous ones. */
  readonly changedUnits?: VolumeUnits;
  readonly rankOf?: RankOf;
}

/**
 * Decides which listings the indices may use, so that two assets with one symbol never mix. A listing qualifies if its
 * price agrees within 30 % with two other exchanges, either in its market or in the value of its base in their markets,
 * or with the rate implied by other exchanges' markets. If neither can be compared, it qualifies if its asset is
 * identified, otherwise after a day without a contradiction. Called once per slot.
 *
 * A qualified listing is doubted if more exchanges agree on another price than agree with it. An exchange that is wrong
 * in count comparisons is no witness, and all of its listings are disqualified until it is right again. The same applies
 * at once to an exchange whose volumes are in quote units or whose prices are inverted, because no later check detects
 * that.
 */
export function qualify<C extends ComparedListing>(
  candidates: Iterable<C>,
  usdId: string,
  now: Millis,
  { faults = new ExchangeFaults(), changedUnits, rankOf = () => 0 }: Known = {},
): C[] {
  const priced = [...candidates].filter(({ price }) => price > 0);
  const unsound = unsoundExchanges(verdicts(priced));
  const sound = priced.filter(({ exchange }) => !unsound.has(exchange));
  const changed: C[] = [];
  const settle = (candidate: C, qualified: boolean) => {
    if (candidate.qualified === qualified) return;
    candidate.qualified = qualified;
    changed.push(candidate);
  };
  const { inQuote, compared } = volumeUnits(priced, unsound, rankOf);
  faults.observe(
    'quote-volume',
    new Set([...inQuote, ...(changedUnits?.inQuote ?? [])]),
    new Set([...compared, ...(changedUnits?.compared ?? [])]),
  );
  for (const candidate of priced)
    applyExchangeState(candidate, unsound.has(candidate.exchange), faults, settle);
  const isTrusted = ({ exchange, fault }: C) => fault === undefined && !unsound.has(exchange);
  const inversions = new InversionCounts();
  const contradicted = (candidate: C, isInverted: boolean) => {
    candidate.isInverted = isInverted;
    if (isInverted) inversions.addInverted(candidate.exchange);
    doubt(candidate, settle);
  };
  const soundOf = grouped(sound, ({ marketId }) => marketId);
  // Start with listings that witnesses decide: they provide rates for the others.
  const open: C[] = [];
  for (const [candidate, verdict] of verdicts(priced, sound)) {
    if (verdict === 'agrees') inversions.addAgreeing(candidate.exchange);
    if (verdict === 'agrees' && isTrusted(candidate)) confirm(candidate, now, settle);
    else if (verdict === 'disagrees')
      contradicted(candidate, isInverse(candidate, soundOf.get(candidate.marketId) ?? [], rankOf));
    else open.push(candidate);
  }
  const rates = new ImpliedRates(sound, usdId);
  const soundOfBase = grouped(sound, ({ base }) => base);
  for (const candidate of open) {
    const implied = rates.without(candidate);
    if (implied === undefined) {
      if (!candidate.qualified && isContradicted(candidate, soundOf)) doubt(candidate, settle);
      else if (isTrusted(candidate) && agreesAcross(candidate, soundOfBase, rates))
        confirm(candidate, now, settle);
      else waitFor(candidate, now, settle);
    } else if (!agree(candidate.price, implied.rate)) {
      // One against one: which one is right is not known.
      if (!candidate.qualified || implied.exchanges >= WITNESSES)
        // A rate has no rank: it disqualifies one listing, but is no evidence against an exchange whose listing was
        // qualified before.
        contradicted(candidate, !candidate.qualified && agree(1 / candidate.price, implied.rate));
    } else {
      inversions.addAgreeing(candidate.exchange);
      if (isTrusted(candidate)) confirm(candidate, now, settle);
    }
  }
  const inverted = inversions.invertedExchanges();
  faults.observe('inverted-price', inverted, inversions.comparedExchanges());
  for (const candidate of priced)
    if (inverted.has(candidate.exchange))
      applyExchangeState(candidate, unsound.has(candidate.exchange), faults, settle, false);
  return changed;
}

/** Compares each candidate with the witnesses in its market. */
function verdicts<C extends ComparedListing>(
  candidates: readonly C[],
  witnesses = candidates,
): [C, ComparisonResult][] {
  const byMarket = grouped(witnesses, ({ marketId }) => marketId);
  return candidates.map((candidate) => [
    candidate,
    compareWithOthers(candidate, byMarket.get(candidate.marketId) ?? []),
  ]);
}

type Settle<C extends ComparedListing> = (candidate: C, qualified: boolean) => void;

/** Applies the state of a whole exchange to one of its listings. */
function applyExchangeState<C extends ComparedListing>(
  candidate: C,
  isUnsound: boolean,
  faults: ExchangeFaults,
  settle: Settle<C>,
  isNewSlot = true,
): void {
  if (isNewSlot) candidate.unsoundSlots = isUnsound ? (candidate.unsoundSlots ?? 0) + 1 : 0;
  candidate.fault = faults.of(candidate.exchange);
  const isOut = candidate.fault !== undefined || (candidate.unsoundSlots ?? 0) >= MAX_DOUBTS;
  if (isOut && candidate.qualified) {
    candidate.isOutWithExchange = true;
    settle(candidate, false);
  } else if (!isUnsound && !isOut && candidate.isOutWithExchange) {
    candidate.isOutWithExchange = false;
    if (candidate.doubts === 0) settle(candidate, true);
  }
}

function confirm<C extends ComparedListing>(candidate: C, now: Millis, settle: Settle<C>): void {
  candidate.doubts = 0;
  candidate.isInverted = false;
  candidate.agreesSince ??= now;
  settle(candidate, true);
}

function doubt<C extends ComparedListing>(candidate: C, settle: Settle<C>): void {
  candidate.doubts += 1;
  candidate.agreesSince = undefined;
  if (!candidate.qualified || candidate.doubts >= MAX_DOUBTS) settle(candidate, false);
}

/**
 * A listing that was contradicted before, or whose exchange is wrong now, does not qualify merely because nothing can
 * be compared.
 */
function waitFor<C extends ComparedListing>(candidate: C, now: Millis, settle: Settle<C>): void {
  if (candidate.qualified || candidate.unsoundSlots || candidate.fault) return;
  if (candidate.doubts === 0) candidate.agreesSince ??= now;
  if (candidate.agreesSince === undefined) return;
  if (candidate.isSettled || now - candidate.agreesSince >= QUALIFIES_AFTER_MS) settle(candidate, true);
}

/** Whether at least as many exchanges agree on another price; with one against one, which one is right is not known. */
function isContradicted(
  { exchange, marketId, price }: ComparedListing,
  byMarket: ReadonlyMap<string, readonly ComparedListing[]>,
): boolean {
  const others = (byMarket.get(marketId) ?? []).filter((other) => other.exchange !== exchange);
  const against = others.filter((other) => !agree(price, other.price));
  const side = others.length - against.length + 1;
  return largestAgreeing(against.map((other) => other.price)).length >= side;
}

/**
 * Whether two other exchanges, and more than disagree, show the same value of its base in any of their markets, given
 * known prices of their quotes. An asset that is new everywhere has no implied rate yet, and may be in a different
 * market on each exchange.
 */
function agreesAcross(
  { exchange, base, quote, price }: ComparedListing,
  byBase: ReadonlyMap<string, readonly ComparedListing[]>,
  rates: ImpliedRates,
): boolean {
  const quoteUsd = rates.usdOf(quote);
  if (quoteUsd === undefined) return false;
  const [agreeing, against] = [new Set<string>(), new Set<string>()];
  for (const other of byBase.get(base) ?? []) {
    const usd = other.exchange === exchange ? undefined : rates.usdOf(other.quote);
    if (usd === undefined) continue;
    (agree(price * quoteUsd, other.price * usd) ? agreeing : against).add(other.exchange);
  }
  return agreeing.size >= WITNESSES && agreeing.size > against.size;
}

/** Whether two other exchanges with at least the same trust report the inverse of its price. */
function isInverse(
  { exchange, price }: ComparedListing,
  ofMarket: readonly ComparedListing[],
  rankOf: RankOf,
): boolean {
  const witnesses = ofMarket.filter((other) => rankOf(other.exchange) >= rankOf(exchange));
  const inverse = witnesses.filter((other) => other.exchange !== exchange && agree(1 / price, other.price));
  return inverse.length >= WITNESSES;
}

/** Two other exchanges make it agree; it disagrees if more agree on another price. Otherwise there is no result. */
function compareWithOthers(
  candidate: ComparedListing,
  ofMarket: readonly ComparedListing[],
): ComparisonResult {
  const against: number[] = [];
  let agreeing = 0;
  for (const { exchange, price } of ofMarket) {
    if (exchange === candidate.exchange) continue;
    if (agree(candidate.price, price)) agreeing += 1;
    else against.push(price);
    // Stop early: count listings agree, and there may be a hundred others.
    if (agreeing >= WITNESSES) return 'agrees';
  }
  const count = largestAgreeing(against).length;
  return count >= WITNESSES && count > agreeing + 1 ? 'disagrees' : 'nothing to compare with';
}

function grouped(
  candidates: Iterable<ComparedListing>,
  keyOf: (candidate: ComparedListing) => string,
): ReadonlyMap<string, readonly ComparedListing[]> {
  const groups = new Map<string, ComparedListing[]>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const group = groups.get(key);
    if (group) group.push(candidate);
    else groups.set(key, [candidate]);
  }
  return groups;
}
