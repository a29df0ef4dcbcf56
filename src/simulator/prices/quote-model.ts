import { SLOT_MS, type Millis } from '../../core/time.ts';
import { below, hashPair, rehash, symmetric, unit } from '../hash.ts';
import { decimalMagnitude, powerOfTen } from './scaled-number.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import { slotOf } from '../runs/slot-index.ts';

/** Bid, ask and last in whole price steps of 10^-decimals, as they stood after a move. */
export interface Quote {
  readonly bid: number;
  readonly ask: number;
  readonly last: number;
  readonly decimals: number;
  /** The moment of the last trade, to which the prices belong. */
  readonly movedAt: Millis;
}

/** Where true prices come from: the model itself, or a run of it. */
export interface SlotPrices {
  atSlot(assetIndex: number, slotIndex: number): number;
}

/** Maximum age of an exchange's answer when it is read. */
export const MAX_LATENCY_MS = 3000;
/** The basis goes from one hashed value to the next in two hours. */
export const BASIS_SLOTS = 240;

/**
 * What a listing shows after its move in this slot: a pure function of listing and slot. The true cross rate of a
 * moment shortly before the exchange is read, moved by the listing's basis and some noise, and rounded to its price
 * grid.
 */
export function quoteAfterMove(listing: SimulatedListing, moveSlotIndex: number, prices: SlotPrices): Quote {
  const hash = hashPair(listing.key, moveSlotIndex);
  const age = listing.refreshLeadMs + below(hash, MAX_LATENCY_MS);
  const part = 1 - age / SLOT_MS;
  const cross =
    priceWithin(prices, listing.base, moveSlotIndex, part) /
    priceWithin(prices, listing.quote, moveSlotIndex, part);
  const noise = listing.noise * symmetric(hashPair(hash, 1));
  const middle = cross * (1 + basisAt(listing, moveSlotIndex) + noise);
  const decimals = listing.significantDigits - 1 - decimalMagnitude(middle, listing.usualMagnitude);
  const scaled = decimals >= 0 ? middle * powerOfTen(decimals) : middle / powerOfTen(-decimals);
  const bid = Math.floor(scaled * (1 - listing.halfSpread));
  const ask = Math.max(bid + 1, Math.ceil(scaled * (1 + listing.halfSpread)));
  return {
    bid,
    ask,
    last: lastWithin(bid, ask, hashPair(hash, 2)),
    decimals,
    movedAt: slotOf(moveSlotIndex) - age,
  };
}

/** At `part` of the way through a slot. */
function priceWithin(prices: SlotPrices, assetIndex: number, slotIndex: number, part: number): number {
  const before = prices.atSlot(assetIndex, slotIndex - 1);
  return before + (prices.atSlot(assetIndex, slotIndex) - before) * part;
}

function basisAt(listing: SimulatedListing, slotIndex: number): number {
  const place = basisPlace(listing, slotIndex);
  const knot = Math.floor(place);
  const from = basisKnot(listing, knot);
  const to = basisKnot(listing, knot + 1);
  return listing.basis * (from + (to - from) * (place - knot));
}

/** Where a slot lies among the knots of the listing's basis. */
export function basisPlace({ key }: SimulatedListing, slotIndex: number): number {
  return slotIndex / BASIS_SLOTS + unit(key);
}

/** The basis at a knot, as a fraction of its maximum. */
export function basisKnot({ key }: SimulatedListing, knot: number): number {
  return symmetric(hashPair(rehash(key), knot));
}

/** Most trades hit the bid or the ask, some happen between, and a few are a step outside by now. */
function lastWithin(bid: number, ask: number, hash: number): number {
  const chance = unit(hash);
  if (chance < 0.4) return bid;
  if (chance < 0.8) return ask;
  if (chance < 0.96) return bid + below(rehash(hash), ask - bid + 1);
  return chance < 0.98 ? bid - 1 : ask + 1;
}
