import { below, hashPair, rehash } from '../hash.ts';
import type { SimulatedListing } from '../simulated-listing.ts';

type Moving = Pick<SimulatedListing, 'key' | 'windowSlots'>;

/** The slot in which a listing moves: once in each of its windows, at a hashed place. */
function moveOfWindow({ key, windowSlots }: Moving, window: number): number {
  return window * windowSlots + below(rehash(hashPair(key, window)), windowSlots);
}

/** The last slot up to this one in which the price moved. Liquid listings move in every slot. */
export function lastMoveAt(listing: Moving, slotIndex: number): number {
  if (listing.windowSlots === 1) return slotIndex;
  const window = Math.floor(slotIndex / listing.windowSlots);
  const move = moveOfWindow(listing, window);
  return move <= slotIndex ? move : moveOfWindow(listing, window - 1);
}

/** The first move after a given one. */
export function nextMoveAfter(listing: Moving, move: number): number {
  return moveOfWindow(listing, Math.floor(move / listing.windowSlots) + 1);
}
