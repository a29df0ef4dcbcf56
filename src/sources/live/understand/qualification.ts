import { HOUR_MS, type Millis } from '../../../core/time.ts';

/** Two prices of the same market that lie further apart are not of the same thing. */
const AGREES_WITHIN = 0.3;
const WITNESSES = 2;
/** Without anything to compare with, and without a contradiction. */
const BY_TIME_MS = 24 * HOUR_MS;
/** A listing that was believed and disagrees so many slots in a row has changed its meaning. */
const DOUBTED_SLOTS = 20;

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
  qualified: boolean;
  /** Since when it has been compared without a contradiction; undefined after one. */
  agreesSince: Millis | undefined;
  /** Slots in a row in which it disagreed. */
  doubts: number;
}

/** What the comparison of one candidate came to. */
type Verdict = 'agrees' | 'disagrees' | 'nothing to compare with';

/**
 * Which listings may take part in the indices, so that two assets with one symbol never mix. A listing qualifies when its
 * price agrees within 30 % with two other exchanges, or with the rate that other exchanges' markets imply; where there is
 * neither, when it is settled which asset it is, else after a day without a contradiction. Once a slot.
 */
export function qualify<C extends Candidate>(candidates: Iterable<C>, usdId: string, now: Millis): C[] {
  const priced = [...candidates].filter(({ price }) => price > 0);
  const byMarket = grouped(priced, ({ marketId }) => marketId);
  const changed: C[] = [];
  const settle = (candidate: C, qualified: boolean) => {
    if (candidate.qualified === qualified) return;
    candidate.qualified = qualified;
    changed.push(candidate);
  };
  // Witnesses first: what they settle gives rates for the others.
  for (const candidate of priced) {
    const verdict = compareWithOthers(candidate, byMarket.get(candidate.marketId) ?? []);
    if (verdict === 'agrees') confirm(candidate, now, settle);
    else if (verdict === 'disagrees') doubt(candidate, settle);
  }
  const rates = new ImpliedRates(priced, usdId);
  for (const candidate of priced) {
    if (compareWithOthers(candidate, byMarket.get(candidate.marketId) ?? []) !== 'nothing to compare with')
      continue;
    const rate = rates.without(candidate);
    if (rate === undefined) waitFor(candidate, now, settle);
    else if (agree(candidate.price, rate)) confirm(candidate, now, settle);
    else doubt(candidate, settle);
  }
  return changed;
}

type Settle<C extends Candidate> = (candidate: C, qualified: boolean) => void;

function confirm<C extends Candidate>(candidate: C, now: Millis, settle: Settle<C>): void {
  candidate.doubts = 0;
  candidate.agreesSince ??= now;
  settle(candidate, true);
}

function doubt<C extends Candidate>(candidate: C, settle: Settle<C>): void {
  candidate.doubts += 1;
  candidate.agreesSince = undefined;
  if (!candidate.qualified || candidate.doubts >= DOUBTED_SLOTS) settle(candidate, false);
}

/** One that was contradicted before is not believed for want of others. */
function waitFor<C extends Candidate>(candidate: C, now: Millis, settle: Settle<C>): void {
  if (candidate.qualified) return;
  if (candidate.doubts === 0) candidate.agreesSince ??= now;
  if (candidate.agreesSince === undefined) return;
  if (candidate.isSettled || now - candidate.agreesSince >= BY_TIME_MS) settle(candidate, true);
}

/** With two others it agrees or it does not; with fewer there is nothing to say. */
function compareWithOthers(candidate: Candidate, ofMarket: readonly Candidate[]): Verdict {
  const others = ofMarket.filter(({ exchange }) => exchange !== candidate.exchange);
  if (others.length < WITNESSES) return 'nothing to compare with';
  const agreeing = others.filter(({ price }) => agree(candidate.price, price)).length;
  return agreeing >= WITNESSES ? 'agrees' : 'disagrees';
}

function agree(a: number, b: number): boolean {
  return Math.max(a, b) <= (1 + AGREES_WITHIN) * Math.min(a, b);
}

/** What assets are worth in USD by the listings that are believed, the exchange in question left out. */
class ImpliedRates {
  readonly #byAsset: ReadonlyMap<string, readonly Candidate[]>;
  readonly #usdId: string;
  readonly #usd: ReadonlyMap<string, number>;

  constructor(candidates: readonly Candidate[], usdId: string) {
    const believed = candidates.filter(({ qualified }) => qualified);
    this.#usdId = usdId;
    this.#byAsset = groupedByAssets(believed);
    this.#usd = usdValues(this.#byAsset, usdId);
  }

  /** The market's price by all other exchanges; undefined where they do not trade both of its assets. */
  without({ exchange, marketId, base, quote }: Candidate): number | undefined {
    const baseUsd = this.#valueWithout(base, exchange, marketId);
    const quoteUsd = this.#valueWithout(quote, exchange, marketId);
    return baseUsd === undefined || quoteUsd === undefined ? undefined : baseUsd / quoteUsd;
  }

  #valueWithout(asset: string, exchange: string, marketId: string): number | undefined {
    if (asset === this.#usdId) return 1;
    const values = (this.#byAsset.get(asset) ?? []).flatMap((listing) => {
      if (listing.exchange === exchange || listing.marketId === marketId) return [];
      const value = valueBy(listing, asset, this.#usd);
      return value === undefined ? [] : [value];
    });
    return values.length === 0 ? undefined : median(values);
  }
}

/** From USD outwards, each asset by the listings against those that are known by then. */
function usdValues(
  byAsset: ReadonlyMap<string, readonly Candidate[]>,
  usdId: string,
): ReadonlyMap<string, number> {
  const values = new Map([[usdId, 1]]);
  let edge = [usdId];
  while (edge.length > 0) {
    const near = new Set(
      edge.flatMap((asset) =>
        (byAsset.get(asset) ?? []).map(({ base, quote }) => (base === asset ? quote : base)),
      ),
    );
    const found = [...near].filter((asset) => !values.has(asset));
    const valued = found.map((asset) => {
      const all = (byAsset.get(asset) ?? []).map((listing) => valueBy(listing, asset, values));
      return [asset, median(all.filter((value) => value !== undefined))] as const;
    });
    for (const [asset, value] of valued) values.set(asset, value);
    edge = found;
  }
  return values;
}

function valueBy(
  { base, quote, price }: Candidate,
  asset: string,
  usd: ReadonlyMap<string, number>,
): number | undefined {
  const other = usd.get(base === asset ? quote : base);
  if (other === undefined) return undefined;
  return base === asset ? price * other : other / price;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
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

function groupedByAssets(candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  const add = (asset: string, candidate: Candidate) => {
    const group = groups.get(asset);
    if (group) group.push(candidate);
    else groups.set(asset, [candidate]);
  };
  for (const candidate of candidates) {
    add(candidate.base, candidate);
    add(candidate.quote, candidate);
  }
  return groups;
}
