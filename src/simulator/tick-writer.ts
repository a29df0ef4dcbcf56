import type { ExchangeTick } from '../core/tick.ts';
import { SLOTS_PER_DAY } from '../core/time.ts';
import { lastMoveAt } from './volumes/activity.ts';
import type { PriceModel } from './prices/price-model.ts';
import { quoteAfterMove } from './prices/quote-model.ts';
import { formatScaled } from './prices/scaled-number.ts';
import type { SimulatedListing } from './simulated-listing.ts';
import type { VolumeModel } from './volumes/volume-model.ts';

/**
 * Makes the ticker of a listing at a slot, without faults. The last ticker of each listing that moves rarely is
 * cached until it changes; results do not depend on earlier queries.
 */
export class TickWriter {
  readonly #prices: PriceModel;
  readonly #volumes: VolumeModel;
  readonly #ticks: (ExchangeTick | undefined)[];
  /** For each cached ticker: its move, and the last move before its trailing 24 hours. */
  readonly #moves: Float64Array;
  readonly #leftOut: Float64Array;

  constructor(prices: PriceModel, volumes: VolumeModel, listingCount: number) {
    this.#prices = prices;
    this.#volumes = volumes;
    this.#ticks = Array.from({ length: listingCount }, () => undefined);
    this.#moves = new Float64Array(listingCount).fill(NaN);
    this.#leftOut = new Float64Array(listingCount).fill(NaN);
  }

  tickAt(listing: SimulatedListing, slotIndex: number): ExchangeTick {
    if (listing.windowSlots === 1) return this.#afterMove(listing, slotIndex, slotIndex - SLOTS_PER_DAY);
    const { index } = listing;
    const move = lastMoveAt(listing, slotIndex);
    const leftOut = lastMoveAt(listing, slotIndex - SLOTS_PER_DAY);
    const known = this.#ticks[index];
    if (known && this.#moves[index] === move && this.#leftOut[index] === leftOut) return known;
    const sameMove = known && this.#moves[index] === move;
    const tick = sameMove
      ? { ...known, volume: this.#volume(listing, leftOut, move) }
      : this.#afterMove(listing, move, leftOut);
    this.#ticks[index] = tick;
    this.#moves[index] = move;
    this.#leftOut[index] = leftOut;
    return tick;
  }

  #afterMove(listing: SimulatedListing, move: number, leftOut: number): ExchangeTick {
    const { bid, ask, last, decimals, movedAt } = quoteAfterMove(listing, move, this.#prices);
    const bidText = formatScaled(bid, decimals);
    const askText = formatScaled(ask, decimals);
    return {
      exchangeId: listing.exchangeId,
      marketId: listing.marketId,
      last: last === bid ? bidText : last === ask ? askText : formatScaled(last, decimals),
      volume: this.#volume(listing, leftOut, move),
      bid: bidText,
      ask: askText,
      lastMoved: movedAt,
    };
  }

  #volume(listing: SimulatedListing, leftOut: number, move: number): string {
    return formatScaled(this.#volumes.between(listing, leftOut, move), listing.volumeDecimals);
  }
}
