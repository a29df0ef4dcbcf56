import { exp } from '../../core/numbers/ln-exp.ts';
import { bell, hashPair, hashText } from '../hash.ts';
import type { SimulatedListing } from '../simulated-listing.ts';

/** The share of yesterday's mood in today's. */
const MEMORY = 0.75;
const REMEMBERED_DAYS = 9;
const FRESH = Math.sqrt(1 - MEMORY * MEMORY);
/** Standard deviations of a day's logarithm: the whole market, one asset, one listing. */
const MARKET_DEVIATION = 0.3;
const ASSET_DEVIATION = 0.32;
const LISTING_DEVIATION = 0.22;
/** Keeps the mean volume of all days at that of an average day. */
const MEAN =
  -(
    MARKET_DEVIATION * MARKET_DEVIATION +
    ASSET_DEVIATION * ASSET_DEVIATION +
    LISTING_DEVIATION * LISTING_DEVIATION
  ) / 2;
const WEEKEND = 0.72;
const WEEKDAY = (7 - 2 * WEEKEND) / 5;

/** Days are kept in a ring of this many: a trailing 24 hours of a thin listing touches three. */
const KEPT_DAYS = 4;

/** Moods on days in a row. */
interface MoodRun {
  /** Position of the asset. */
  readonly of: number;
  readonly firstDay: number;
  readonly moods: Float64Array;
}

const NO_MOODS: MoodRun = { of: NaN, firstDay: NaN, moods: new Float64Array(0) };

/** The volume of each listing on each day: hashed, correlated with the days before, lower at weekends. */
export class DayVolumes {
  readonly #seedHash: number;
  readonly #listingDays: Float64Array;
  readonly #listingUnits: Float64Array;
  readonly #assetDays: Float64Array;
  readonly #assetMoods: Float64Array;
  /** What each day adds to the moods of a listing: those that two days remember. */
  readonly #bells = new Float64Array(REMEMBERED_DAYS + 1);
  #assetRun = NO_MOODS;
  #marketRun = NO_MOODS;

  constructor(seedHash: number, listingCount: number, assetCount: number) {
    this.#seedHash = hashPair(seedHash, hashText('day volume'));
    this.#listingDays = new Float64Array(listingCount * KEPT_DAYS).fill(NaN);
    this.#listingUnits = new Float64Array(listingCount * KEPT_DAYS);
    this.#assetDays = new Float64Array(assetCount * KEPT_DAYS).fill(NaN);
    this.#assetMoods = new Float64Array(assetCount * KEPT_DAYS);
  }

  /** In whole steps of 10^-volumeDecimals, at least 1. Days are counted from 1970. */
  unitsOf(listing: SimulatedListing, day: number): number {
    const place = listing.index * KEPT_DAYS + (day % KEPT_DAYS);
    if (this.#listingDays[place] !== day) this.#enterTwoDays(listing, day);
    return this.#listingUnits[place] ?? 0;
  }

  /**
   * Adds `unitsOf` day `firstDay + i` to `out[i]`, in base units. Much cheaper for many consecutive days, because
   * each remembers nearly the same days as the next.
   */
  addDays(listing: SimulatedListing, firstDay: number, scale: number, out: Float64Array): void {
    const key = hashPair(listing.key, 1);
    const assetMoods = this.#assetMoodsOf(listing, firstDay, out.length);
    const ownMoods = moodsOf(key, firstDay, out.length);
    for (let i = 0; i < out.length; i++) {
      const mood = assetMoods[i]! + LISTING_DEVIATION * ownMoods[i]!;
      out[i]! += unitsOn(listing, firstDay + i, mood) / scale;
    }
  }

  /** Kept for the next listing of the same base asset. */
  #assetMoodsOf(listing: SimulatedListing, firstDay: number, count: number): Float64Array {
    const { base, baseKey } = listing;
    const known = this.#assetRun;
    if (known.of === base && known.firstDay === firstDay && known.moods.length === count) return known.moods;
    const market = this.#marketMoodsOf(firstDay, count);
    const moods = moodsOf(hashPair(baseKey, 1), firstDay, count);
    for (let i = 0; i < count; i++) moods[i] = MARKET_DEVIATION * market[i]! + ASSET_DEVIATION * moods[i]!;
    this.#assetRun = { of: base, firstDay, moods };
    return moods;
  }

  #marketMoodsOf(firstDay: number, count: number): Float64Array {
    const known = this.#marketRun;
    if (known.firstDay === firstDay && known.moods.length === count) return known.moods;
    const moods = moodsOf(this.#seedHash, firstDay, count);
    this.#marketRun = { of: 0, firstDay, moods };
    return moods;
  }

  /** A trailing 24 hours needs the day before too, and the moods of both remember nearly the same days. */
  #enterTwoDays(listing: SimulatedListing, day: number): void {
    const bells = this.#bells;
    const key = hashPair(listing.key, 1);
    for (let back = 0; back < bells.length; back++) bells[back] = bell(hashPair(key, day - back));
    this.#enter(listing, day, moodFrom(bells, 0));
    this.#enter(listing, day - 1, moodFrom(bells, 1));
  }

  #enter(listing: SimulatedListing, day: number, ownMood: number): void {
    const place = listing.index * KEPT_DAYS + (day % KEPT_DAYS);
    this.#listingUnits[place] = unitsOn(
      listing,
      day,
      this.#assetMood(listing, day) + LISTING_DEVIATION * ownMood,
    );
    this.#listingDays[place] = day;
  }

  #assetMood({ base, baseKey }: SimulatedListing, day: number): number {
    const place = base * KEPT_DAYS + (day % KEPT_DAYS);
    if (this.#assetDays[place] !== day) {
      const market = MARKET_DEVIATION * moodOf(this.#seedHash, day);
      this.#assetMoods[place] = market + ASSET_DEVIATION * moodOf(hashPair(baseKey, 1), day);
      this.#assetDays[place] = day;
    }
    return this.#assetMoods[place] ?? 0;
  }
}

function unitsOn({ unitsPerDay }: SimulatedListing, day: number, mood: number): number {
  return Math.max(1, Math.round(unitsPerDay * exp(MEAN + mood) * weekdayFactor(day)));
}

function moodOf(key: number, day: number): number {
  let mood = 0;
  let weight = FRESH;
  for (let back = 0; back < REMEMBERED_DAYS; back++) {
    mood += weight * bell(hashPair(key, day - back));
    weight *= MEMORY;
  }
  return mood;
}

/** The same of days in a row. */
function moodsOf(key: number, firstDay: number, count: number): Float64Array {
  const bells = new Float64Array(count + REMEMBERED_DAYS - 1);
  // The newest day first, as in a mood.
  const newest = firstDay + count - 1;
  for (let back = 0; back < bells.length; back++) bells[back] = bell(hashPair(key, newest - back));
  const moods = new Float64Array(count);
  for (let i = 0; i < count; i++) moods[i] = moodFrom(bells, count - 1 - i);
  return moods;
}

/** From what each remembered day adds, the newest first, beginning at that place. */
function moodFrom(bells: Float64Array, first: number): number {
  let mood = 0;
  let weight = FRESH;
  for (let i = 0; i < REMEMBERED_DAYS; i++) {
    mood += weight * bells[first + i]!;
    weight *= MEMORY;
  }
  return mood;
}

/** Day 0, 1 January 1970, was a Thursday. */
function weekdayFactor(day: number): number {
  const sinceMonday = (day + 3) % 7;
  return sinceMonday >= 5 ? WEEKEND : WEEKDAY;
}
