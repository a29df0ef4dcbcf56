import { formatDatetime } from '../../../core/time.ts';
import type { ListingFinding } from '../../source.ts';
import type { LiveListing } from './live-exchange.ts';
import { QUALIFIES_AFTER_MS } from './qualification.ts';
import { agree } from './witnesses.ts';

/** More than an operator reads. */
const MAX_FINDINGS = 500;

/**
 * Listings that the indices do not use, with the reason; those that others contradict come first. An exchange with a
 * fault is reported as a whole, not by its listings.
 */
export function findingsIn(listed: readonly LiveListing[]): ListingFinding[] {
  const byMarket = new Map<string, LiveListing[]>();
  for (const listing of listed) {
    const ofMarket = byMarket.get(listing.marketId);
    if (ofMarket) ofMarket.push(listing);
    else byMarket.set(listing.marketId, [listing]);
  }
  const waiting = listed
    .filter(({ qualified, fault }) => !qualified && fault === undefined)
    .toSorted((a, b) => b.doubts - a.doubts);
  return waiting.slice(0, MAX_FINDINGS).map((listing) => ({
    exchange: listing.exchange,
    market: listing.symbol,
    why: whyOf(listing, byMarket.get(listing.marketId) ?? []),
  }));
}

function whyOf(listing: LiveListing, ofMarket: readonly LiveListing[]): string {
  const { exchange, price, doubts, agreesSince, isInverted } = listing;
  if (price === 0) return 'no price has been seen yet';
  if (doubts > 0 && isInverted)
    return 'its price is the inverse of that of other exchanges: base and quote may be swapped';
  if (doubts > 0) return 'its price contradicts that of other exchanges';
  const others = ofMarket.filter((other) => other.exchange !== exchange && other.price > 0);
  const agreeing = others.filter((other) => agree(price, other.price)).map((other) => other.exchange);
  const against = others.filter((other) => !agree(price, other.price)).map((other) => other.exchange);
  const until = agreesSince === undefined ? '' : `, at ${formatDatetime(agreesSince + QUALIFIES_AFTER_MS)}`;
  const then = `it takes part after a day without a contradiction${until}, or once --asset-overrides identifies it`;
  if (against.length > 0)
    return `${named(against)} has another price, and it is not known which one is right: ${then}`;
  if (agreeing.length > 0) return `only ${named(agreeing)} agrees with it, two are needed: ${then}`;
  return `there is nothing to compare it with: ${then}`;
}

function named(exchanges: readonly string[]): string {
  return exchanges.toSorted().slice(0, 3).join(', ');
}
