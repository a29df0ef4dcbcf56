import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { ExchangeFaults, InversionCounts, type ExchangeFault } from './faults/exchange-faults.ts';
import { ImpliedRates } from './implied-rates.ts';
import { volumeUnits, type RankOf, type VolumeUnits } from './faults/volume-units.ts';
import { agree, largestAgreeing, unsoundExchanges, type Verdict } from './witnesses.ts';

const WITNESSES = 2;
/** Without anything to compare with, and without a contradiction. */
export const QUALIFIES_AFTER_MS = 24 * HOUR_MS;
/**
 * A listing that was believed and disagrees so many slots in a row has changed its meaning. Well before the methodology
 * believes a price that has jumped and stays, which takes 20.
 */
const DOUBTED_SLOTS = 10;

/** A market on an exchange, as far as its price is compared with others. */
export interface Candidate {
  readonly exchange: string;
  readonly marketId: string;
  readonly base: string;
  readonly quote: string;
  /** Its contract address or the operator says which asset it is. */
  readonly isSettled: boolean;
  /** The last price that was seen; 0 where there is none yet. */
  price: number;
  /** Reported for the last 24 hours, in base units; 0 if none is known. */
  volume: number;
  qualified: boolean;
  /** Since when it has been compared without a contradiction; undefined after one. */
  agreesSince: Millis | undefined;
  /** Slots in a row in which it disagreed. */
  doubts: number;
  /** Slots in a row in which most of what its exchange says disagreed. */
  unsoundSlots?: number;
  /** It was taken out for that reason, or for a fault of its exchange, alone. */
  isOutWithExchange?: boolean;
  /** Why no listing of its exchange takes part. */
  fault?: ExchangeFault | undefined;
  /** Its price is the inverse of what other exchanges report. */
  isInverted?: boolean;
}

/** What is known of exchanges beside their tickers. */
interface Known {
  readonly faults?: ExchangeFaults;
  /** What their own volumes before show. */
  readonly changedUnits?: VolumeUnits;
  readonly rankOf?: RankOf;
}

/**
 * Which listings may take part in the indices, so that two assets with one symbol never mix. A listing qualifies when its
 * price agrees within 30 % with two other exchanges, in its market or by what its base is worth in theirs, or with the rate that other exchanges' markets imply; where there is
 * neither, when it is settled which asset it is, else after a day without a contradiction. Once a slot.
 *
 * One that is qualified is doubted where more exchanges agree on something else than agree with it; an exchange that is
 * wrong in most of what can be compared is no witness, and takes all of its listings out with it until it is right again.
 * So does an exchange whose volumes are in quote units, or whose prices are inverted: at once, since no screen sees that later.
 */
export function qualify<C extends Candidate>(
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
  for (const candidate of priced) heed(candidate, unsound.has(candidate.exchange), faults, settle);
  const isTrusted = ({ exchange, fault }: C) => fault === undefined && !unsound.has(exchange);
  const inversions = new InversionCounts();
  const contradicted = (candidate: C, isInverted: boolean) => {
    candidate.isInverted = isInverted;
    if (isInverted) inversions.addInverted(candidate.exchange);
    doubt(candidate, settle);
  };
  const soundOf = grouped(sound, ({ marketId }) => marketId);
  // Witnesses first: what they settle gives rates for the others.
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
      // One against one: who is right is not known.
      if (!candidate.qualified || implied.exchanges >= WITNESSES)
        // A rate has no rank: it takes out one listing, but accuses no exchange that was believed before.
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
      heed(candidate, unsound.has(candidate.exchange), faults, settle, false);
  return changed;
}

/** Of each candidate by the others of its market that count as witnesses. */
function verdicts<C extends Candidate>(candidates: readonly C[], witnesses = candidates): [C, Verdict][] {
  const byMarket = grouped(witnesses, ({ marketId }) => marketId);
  return candidates.map((candidate) => [
    candidate,
    compareWithOthers(candidate, byMarket.get(candidate.marketId) ?? []),
  ]);
}

type Settle<C extends Candidate> = (candidate: C, qualified: boolean) => void;

/** What follows for a listing from how its exchange is as a whole. */
function heed<C extends Candidate>(
  candidate: C,
  isUnsound: boolean,
  faults: ExchangeFaults,
  settle: Settle<C>,
  isNewSlot = true,
): void {
  if (isNewSlot) candidate.unsoundSlots = isUnsound ? (candidate.unsoundSlots ?? 0) + 1 : 0;
  candidate.fault = faults.of(candidate.exchange);
  const isOut = candidate.fault !== undefined || (candidate.unsoundSlots ?? 0) >= DOUBTED_SLOTS;
  if (isOut && candidate.qualified) {
    candidate.isOutWithExchange = true;
    settle(candidate, false);
  } else if (!isUnsound && !isOut && candidate.isOutWithExchange) {
    candidate.isOutWithExchange = false;
    if (candidate.doubts === 0) settle(candidate, true);
  }
}

function confirm<C extends Candidate>(candidate: C, now: Millis, settle: Settle<C>): void {
  candidate.doubts = 0;
  candidate.isInverted = false;
  candidate.agreesSince ??= now;
  settle(candidate, true);
}

function doubt<C extends Candidate>(candidate: C, settle: Settle<C>): void {
  candidate.doubts += 1;
  candidate.agreesSince = undefined;
  if (!candidate.qualified || candidate.doubts >= DOUBTED_SLOTS) settle(candidate, false);
}

/** One that was contradicted before, or whose exchange is wrong now, is not believed for want of others. */
function waitFor<C extends Candidate>(candidate: C, now: Millis, settle: Settle<C>): void {
  if (candidate.qualified || candidate.unsoundSlots || candidate.fault) return;
  if (candidate.doubts === 0) candidate.agreesSince ??= now;
  if (candidate.agreesSince === undefined) return;
  if (candidate.isSettled || now - candidate.agreesSince >= QUALIFIES_AFTER_MS) settle(candidate, true);
}

/** Whether as many exchanges or more say something else of the market: one against one, who is right is not known. */
function isContradicted(
  { exchange, marketId, price }: Candidate,
  byMarket: ReadonlyMap<string, readonly Candidate[]>,
): boolean {
  const others = (byMarket.get(marketId) ?? []).filter((other) => other.exchange !== exchange);
  const against = others.filter((other) => !agree(price, other.price));
  const side = others.length - against.length + 1;
  return largestAgreeing(against.map((other) => other.price)).length >= side;
}

/**
 * Whether two other exchanges, and more than say something else, show the same worth of its base, each in whichever market, by what
 * is believed of their quotes: an asset that is new everywhere has no rate yet that is implied, and may be in another market on each.
 */
function agreesAcross(
  { exchange, base, quote, price }: Candidate,
  byBase: ReadonlyMap<string, readonly Candidate[]>,
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

/** Whether two other exchanges that are trusted as much report the inverse of its price. */
function isInverse({ exchange, price }: Candidate, ofMarket: readonly Candidate[], rankOf: RankOf): boolean {
  const witnesses = ofMarket.filter((other) => rankOf(other.exchange) >= rankOf(exchange));
  const inverse = witnesses.filter((other) => other.exchange !== exchange && agree(1 / price, other.price));
  return inverse.length >= WITNESSES;
}

/** By two others it agrees; it disagrees where more agree on something else. Otherwise there is nothing to say. */
function compareWithOthers(candidate: Candidate, ofMarket: readonly Candidate[]): Verdict {
  const against: number[] = [];
  let agreeing = 0;
  for (const { exchange, price } of ofMarket) {
    if (exchange === candidate.exchange) continue;
    if (agree(candidate.price, price)) agreeing += 1;
    else against.push(price);
    // Most do, and there may be a hundred others.
    if (agreeing >= WITNESSES) return 'agrees';
  }
  const most = largestAgreeing(against).length;
  return most >= WITNESSES && most > agreeing + 1 ? 'disagrees' : 'nothing to compare with';
}

function grouped(
  candidates: Iterable<Candidate>,
  keyOf: (candidate: Candidate) => string,
): ReadonlyMap<string, readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const group = groups.get(key);
    if (group) group.push(candidate);
    else groups.set(key, [candidate]);
  }
  return groups;
}
