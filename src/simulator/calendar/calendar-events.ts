import { DAY_MS, HOUR_MS, MINUTE_MS, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import { below, hashPair } from '../hash.ts';
import type { SimulatedExchange, SimulatedListing } from '../simulated-listing.ts';
import type { CalendarCandidates } from './calendar-candidates.ts';

/** Slots with from <= slot < to. */
interface CalendarSpan {
  readonly from: Millis;
  readonly to: Millis;
}

/** A temporary event: a listing is gone or unqualified, or an exchange is closed. */
export type CalendarEvent =
  | (CalendarSpan & { readonly kind: 'delisted' | 'unqualified'; readonly listing: SimulatedListing })
  | (CalendarSpan & { readonly kind: 'maintenance'; readonly exchange: SimulatedExchange });

/**
 * A listing can be chosen on only one day of each cycle. Events of a listing are shorter than a cycle, so they never
 * overlap.
 */
const CYCLE_DAYS = 21;
/** Events that started within this many days, today included, may be active now or have ended yesterday. */
export const LOOK_BACK_DAYS = CYCLE_DAYS + 1;

const MIN_DELISTINGS = 3;
const MAX_DELISTINGS = 6;
/** In a small world fewer listings go: at most one per this many candidates and day. */
const CANDIDATES_PER_DELISTING = 100;
const LONGEST_DELISTING_MS = 20 * DAY_MS;
const LONGEST_UNQUALIFIED_MS = 10 * DAY_MS;
const MAX_MAINTENANCES = 2;
const SHORTEST_MAINTENANCE_MS = 20 * MINUTE_MS;
const LONGEST_MAINTENANCE_MS = 90 * MINUTE_MS;

/** The events that start on each day: a pure function of seed and day. */
export class CalendarEvents {
  readonly #hash: number;
  readonly #exchanges: readonly SimulatedExchange[];
  /** Listings by the day of the cycle on which they may be chosen. */
  readonly #pools: readonly (readonly SimulatedListing[])[];
  readonly #maxDelistings: number;

  constructor({ listings, exchanges }: CalendarCandidates, hash: number) {
    this.#hash = hash;
    this.#exchanges = exchanges;
    const pools: SimulatedListing[][] = Array.from({ length: CYCLE_DAYS }, () => []);
    for (const listing of listings) pools[listing.key % CYCLE_DAYS]!.push(listing);
    this.#pools = pools;
    this.#maxDelistings = Math.floor(listings.length / CANDIDATES_PER_DELISTING);
  }

  /** Whether anything ever happens. */
  get isEmpty(): boolean {
    return this.#maxDelistings === 0 && this.#exchanges.length === 0;
  }

  /** The events that start on a day, counted from 1970. */
  ofDay(day: number): CalendarEvent[] {
    const hash = hashPair(this.#hash, day);
    return [...this.#ofListings(day, hashPair(hash, 1)), ...this.#maintenances(day, hashPair(hash, 2))];
  }

  #ofListings(day: number, hash: number): CalendarEvent[] {
    const wanted = MIN_DELISTINGS + below(hash, MAX_DELISTINGS - MIN_DELISTINGS + 1);
    const delistings = Math.min(wanted, this.#maxDelistings);
    if (delistings === 0) return [];
    const pool = this.#pools[((day % CYCLE_DAYS) + CYCLE_DAYS) % CYCLE_DAYS]!;
    const chosen = chooseFrom(pool, delistings, hash);
    const [unqualified] = chooseFrom(
      pool.filter((listing) => listing.qualified && !chosen.includes(listing)),
      1,
      hashPair(hash, 3),
    );
    const delisted = chosen.map((listing, i): CalendarEvent => ({
      kind: 'delisted',
      listing,
      ...spanOf(day, hashPair(hash, 100 + i), DAY_MS, LONGEST_DELISTING_MS),
    }));
    if (!unqualified) return delisted;
    const span = spanOf(day, hashPair(hash, 4), HOUR_MS, LONGEST_UNQUALIFIED_MS);
    return [...delisted, { kind: 'unqualified', listing: unqualified, ...span }];
  }

  #maintenances(day: number, hash: number): CalendarEvent[] {
    const closed = chooseFrom(this.#exchanges, below(hash, MAX_MAINTENANCES + 1), hashPair(hash, 3));
    return closed.map((exchange, i): CalendarEvent => ({
      kind: 'maintenance',
      exchange,
      ...spanWithin(day, hashPair(hash, 100 + i)),
    }));
  }
}

/** Chooses `count` different items, or all if there are fewer. */
function chooseFrom<Item>(items: readonly Item[], count: number, hash: number): Item[] {
  const chosen = new Set<Item>();
  for (let i = 0; chosen.size < Math.min(count, items.length); i++) {
    let place = below(hashPair(hash, i), items.length);
    while (chosen.has(items[place]!)) place = (place + 1) % items.length;
    chosen.add(items[place]!);
  }
  return [...chosen];
}

/** A span that starts in a slot of the day, with a length between the two limits. */
function spanOf(day: number, hash: number, shortestMs: Millis, longestMs: Millis): CalendarSpan {
  const from = day * DAY_MS + below(hashPair(hash, 1), SLOTS_PER_DAY) * SLOT_MS;
  return { from, to: from + lengthOf(hashPair(hash, 2), shortestMs, longestMs) };
}

/** A span that ends on the day on which it starts, so that an exchange chosen again the next day has reopened before. */
function spanWithin(day: number, hash: number): CalendarSpan {
  const lengthMs = lengthOf(hashPair(hash, 2), SHORTEST_MAINTENANCE_MS, LONGEST_MAINTENANCE_MS);
  const from = day * DAY_MS + below(hashPair(hash, 1), SLOTS_PER_DAY - lengthMs / SLOT_MS) * SLOT_MS;
  return { from, to: from + lengthMs };
}

function lengthOf(hash: number, shortestMs: Millis, longestMs: Millis): Millis {
  return shortestMs + below(hash, (longestMs - shortestMs) / SLOT_MS + 1) * SLOT_MS;
}
