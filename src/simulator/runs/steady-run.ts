import { SLOT_MS, SLOTS_PER_DAY } from '../../core/time.ts';
import type { DayShareRun } from '../volumes/day-share-run.ts';
import type { PriceRun } from '../prices/price-runs.ts';
import { BASIS_SLOTS, basisKnot, basisPlace, MAX_LATENCY_MS } from '../prices/quote-model.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import { isMidnights, slotInRun, type SlotRun } from './slot-run.ts';
import type { VolumeModel } from '../volumes/volume-model.ts';

/** Whether the listing moves in every slot. */
export function isSteady({ windowSlots }: SimulatedListing): boolean {
  return windowSlots === 1;
}

/**
 * Adds the trailing 24 h base volume of listings of one market at every slot of the run, as if they moved in each;
 * for rare ones it is off by their volume between two moves.
 */
export function addSteadyVolumes(
  listings: readonly SimulatedListing[],
  { run, days, shares, sharesBefore }: DayShareRun,
  volumes: VolumeModel,
  out: Float64Array,
): void {
  if (isMidnights(run)) {
    // The 24 hours before a midnight are the day before it.
    const whole = volumes.ofDays(listings, run.first / SLOTS_PER_DAY - 1, run.count);
    for (let i = 0; i < out.length; i++) out[i]! += whole[i]!;
    return;
  }
  let [known, today, yesterday] = [NaN, 0, 0];
  for (let i = 0; i < out.length; i++) {
    const day = days[i] ?? 0;
    if (day !== known) {
      today = volumes.ofDay(listings, day);
      yesterday = volumes.ofDay(listings, day - 1);
      known = day;
    }
    out[i] = (out[i] ?? 0) + today * (shares[i] ?? 0) + yesterday * (1 - (sharesBefore[i] ?? 0));
  }
}

/**
 * `out[i]` becomes the middle of what a steady listing shows: the true rate when the exchange is read, off by the
 * listing's basis. Noise and the side of the spread on which the last trade fell are left out: they average out over
 * exchanges.
 */
export function fillSteadyPrices(
  listing: SimulatedListing,
  run: SlotRun,
  { now, before }: PriceRun,
  out: Float64Array,
): void {
  const part = 1 - (listing.refreshLeadMs + MAX_LATENCY_MS / 2) / SLOT_MS;
  const start = basisPlace(listing, 0);
  let [known, from, to] = [NaN, 0, 0];
  for (let i = 0; i < run.count; i++) {
    const place = slotInRun(run, i) / BASIS_SLOTS + start;
    const knot = Math.floor(place);
    if (knot !== known) {
      from = basisKnot(listing, knot);
      to = basisKnot(listing, knot + 1);
      known = knot;
    }
    const rateBefore = before[i] ?? 0;
    const rate = rateBefore + ((now[i] ?? 0) - rateBefore) * part;
    out[i] = rate * (1 + listing.basis * (from + (to - from) * (place - knot)));
  }
}
