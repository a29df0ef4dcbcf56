import { SLOTS_PER_DAY } from '../../core/time.ts';
import { lastMoveAt } from './activity.ts';
import { dayShareAt, fillDayShares } from './day-profile.ts';
import type { DayShareRun } from './day-share-run.ts';
import { DayVolumes } from './day-volume.ts';
import { hashPair, hashText } from '../hash.ts';
import { powerOfTen } from '../prices/scaled-number.ts';
import type { SimulatedListing } from '../simulated-listing.ts';

/** The share of a day's volume that a market has traded by the end of a slot. */
type ShareAt = (listing: SimulatedListing, day: number, slotIndex: number) => number;

/** Listings with shorter windows need nearly every share of a day, so all shares are computed at once. */
const OFTEN_MOVING_SLOTS = 12;

/**
 * The volume of each listing over time, without faults: a pure function of seed, listing and time.
 *
 * By the end of a slot, a listing has traded what it had traded at its last move. The volume of a slot is the increase
 * since the previous slot, the trailing 24 hours are the sum of 2,880 slots, and both are whole steps of
 * 10^-volumeDecimals, so that the sums are exact.
 */
export class VolumeModel {
  readonly #days: DayVolumes;
  /** The most recently queried day shares, by market and parity of the day. */
  readonly #knownSlots: Float64Array;
  readonly #knownShares: Float64Array;

  constructor(
    seed: string,
    counts: { readonly listings: number; readonly assets: number; readonly markets: number },
  ) {
    this.#days = new DayVolumes(hashText(seed), counts.listings, counts.assets);
    this.#knownSlots = new Float64Array(counts.markets * 2).fill(NaN);
    this.#knownShares = new Float64Array(counts.markets * 2);
  }

  /** Steps traded in the 24 hours up to and including this slot. */
  trailingDay(listing: SimulatedListing, slotIndex: number): number {
    return this.between(
      listing,
      lastMoveAt(listing, slotIndex - SLOTS_PER_DAY),
      lastMoveAt(listing, slotIndex),
    );
  }

  /** Steps traded in this slot alone: 0 if the listing did not move. */
  inSlot(listing: SimulatedListing, slotIndex: number): number {
    if (lastMoveAt(listing, slotIndex) !== slotIndex) return 0;
    return this.between(listing, lastMoveAt(listing, slotIndex - 1), slotIndex);
  }

  /** Steps traded after one move, up to and including another. */
  between(listing: SimulatedListing, afterMove: number, upToMove: number): number {
    return this.#between(listing, afterMove, upToMove, this.#knownShareAt);
  }

  /**
   * `out[i]` becomes the trailing 24 h base volume at slot firstSlotIndex + i of the given listings of one market
   * together: the sum of the volumes in their tickers. Longer runs cost less per slot.
   */
  fillMarketVolumes(
    listings: readonly SimulatedListing[],
    firstSlotIndex: number,
    count: number,
    out: Float64Array,
  ): void {
    out.fill(0, 0, count);
    const tableShareAt = shareTables();
    for (const listing of listings) {
      const shareAt = listing.windowSlots < OFTEN_MOVING_SLOTS ? tableShareAt : directShareAt;
      const scale = powerOfTen(listing.volumeDecimals);
      let [knownAfter, knownUpTo, volume] = [NaN, NaN, 0];
      for (let i = 0; i < count; i++) {
        const after = lastMoveAt(listing, firstSlotIndex + i - SLOTS_PER_DAY);
        const upTo = lastMoveAt(listing, firstSlotIndex + i);
        if (after !== knownAfter || upTo !== knownUpTo) {
          volume = this.#between(listing, after, upTo, shareAt) / scale;
          [knownAfter, knownUpTo] = [after, upTo];
        }
        out[i] = (out[i] ?? 0) + volume;
      }
    }
  }

  /** Base units that the listings trade together on a day, counted from 1970. */
  ofDay(listings: readonly SimulatedListing[], day: number): number {
    let sum = 0;
    for (const listing of listings)
      sum += this.#days.unitsOf(listing, day) / powerOfTen(listing.volumeDecimals);
    return sum;
  }

  /** The same for consecutive days. */
  ofDays(listings: readonly SimulatedListing[], firstDay: number, count: number): Float64Array {
    const sums = new Float64Array(count);
    for (const listing of listings)
      this.#days.addDays(listing, firstDay, powerOfTen(listing.volumeDecimals), sums);
    return sums;
  }

  /**
   * `out[i]` becomes the base volume of one listing traded after move `after[i]`, up to and including move `upTo[i]`.
   */
  fillVolumes(
    listing: SimulatedListing,
    after: Float64Array,
    upTo: Float64Array,
    { shareAfter }: Pick<DayShareRun, 'shareAfter'>,
    out: Float64Array,
  ): void {
    const shareAt: ShareAt = (_listing, day, slotIndex) => shareAfter(day, slotIndex - day * SLOTS_PER_DAY);
    const scale = powerOfTen(listing.volumeDecimals);
    let [knownAfter, knownUpTo, volume] = [NaN, NaN, 0];
    for (let i = 0; i < upTo.length; i++) {
      const from = after[i] ?? 0;
      const to = upTo[i] ?? 0;
      if (from !== knownAfter || to !== knownUpTo) {
        volume = this.#between(listing, from, to, shareAt) / scale;
        [knownAfter, knownUpTo] = [from, to];
      }
      out[i] = volume;
    }
  }

  #between(listing: SimulatedListing, afterMove: number, upToMove: number, shareAt: ShareAt): number {
    const firstDay = Math.floor(afterMove / SLOTS_PER_DAY);
    const lastDay = Math.floor(upToMove / SLOTS_PER_DAY);
    const before = Math.round(this.#days.unitsOf(listing, firstDay) * shareAt(listing, firstDay, afterMove));
    let units =
      Math.round(this.#days.unitsOf(listing, lastDay) * shareAt(listing, lastDay, upToMove)) - before;
    for (let day = firstDay; day < lastDay; day++) units += this.#days.unitsOf(listing, day);
    return units;
  }

  readonly #knownShareAt: ShareAt = (listing, day, slotIndex) => {
    const place = listing.marketIndex * 2 + (day & 1);
    if (this.#knownSlots[place] !== slotIndex) {
      this.#knownShares[place] = directShareAt(listing, day, slotIndex);
      this.#knownSlots[place] = slotIndex;
    }
    return this.#knownShares[place] ?? 0;
  };
}

const directShareAt: ShareAt = ({ marketKey }, day, slotIndex) =>
  dayShareAt(hashPair(marketKey, day), slotIndex - day * SLOTS_PER_DAY);

/** Whole days of one market, computed when first queried. */
function shareTables(): ShareAt {
  const tables = new Map<number, Float64Array>();
  return ({ marketKey }, day, slotIndex) => {
    let table = tables.get(day);
    if (!table) {
      table = new Float64Array(SLOTS_PER_DAY + 1);
      fillDayShares(hashPair(marketKey, day), table);
      tables.set(day, table);
    }
    return table[slotIndex - day * SLOTS_PER_DAY] ?? 0;
  };
}
