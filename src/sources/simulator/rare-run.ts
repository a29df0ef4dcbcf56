import { lastMoveAt, nextMoveAfter } from './activity.ts';
import { quoteAfterMove, type SlotPrices } from './quote-model.ts';
import { powerOfTen } from './scaled-number.ts';
import type { SimulatedListing } from './simulated-listing.ts';
import { slotInRun, type SlotRun } from './slot-run.ts';

/** `out[i]` becomes the slot of the listing's last move, as of `backSlots` before slot i of the run. */
export function fillMoves(
  listing: SimulatedListing,
  run: SlotRun,
  backSlots: number,
  out: Float64Array,
): void {
  let move = NaN;
  let next = -Infinity;
  for (let i = 0; i < run.count; i++) {
    const slot = slotInRun(run, i) - backSlots;
    if (slot >= next) {
      move = slot === next ? next : lastMoveAt(listing, slot);
      next = nextMoveAfter(listing, move);
    }
    out[i] = move;
  }
}

/** `out[i]` becomes what the listing shows after move `moves[i]`: its last trade within its quote. */
export function fillShownPrices(
  listing: SimulatedListing,
  moves: Float64Array,
  prices: SlotPrices,
  out: Float64Array,
): void {
  let [known, price] = [NaN, 0];
  for (let i = 0; i < moves.length; i++) {
    const move = moves[i] ?? 0;
    if (move !== known) {
      const { bid, ask, last, decimals } = quoteAfterMove(listing, move, prices);
      price = Math.min(ask, Math.max(bid, last)) * powerOfTen(-decimals);
      known = move;
    }
    out[i] = price;
  }
}
