import { lastMoveAt, nextMoveAfter } from '../volumes/activity.ts';
import { quoteAfterMove, type SlotPrices } from '../prices/quote-model.ts';
import { powerOfTen } from '../prices/scaled-number.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
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

/** Columns of what a listing shows. */
export interface ShownQuotes {
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  /** The last trade, within the quote. */
  readonly prices: Float64Array;
}

/** Row i of `out` becomes what the listing shows after move `moves[i]`. */
export function fillShownQuotes(
  listing: SimulatedListing,
  moves: Float64Array,
  truth: SlotPrices,
  { bids, asks, prices }: ShownQuotes,
): void {
  let [known, bid, ask, price] = [NaN, 0, 0, 0];
  for (let i = 0; i < moves.length; i++) {
    const move = moves[i] ?? 0;
    if (move !== known) {
      const quote = quoteAfterMove(listing, move, truth);
      const step = powerOfTen(-quote.decimals);
      bid = quote.bid * step;
      ask = quote.ask * step;
      price = Math.min(quote.ask, Math.max(quote.bid, quote.last)) * step;
      known = move;
    }
    bids[i] = bid;
    asks[i] = ask;
    prices[i] = price;
  }
}
