import { DAY_MS, HOUR_MS, MINUTE_MS, SLOT_MS, SLOTS_A_DAY, type Millis } from '../../core/time.ts';
import { below, hashPair } from '../hash.ts';
import type { SimulatedExchange, SimulatedListing } from '../simulated-listing.ts';
import type { CalendarCandidates } from './calendar-candidates.ts';

/** It holds in every slot from `from` up to, but without, `to`: both are slots. */
interface CalendarSpan {
  readonly from: Millis;
  readonly to: Millis;
}

/** A listing is gone or not qualified, or an exchange is closed, and then everything is as before. */
export type CalendarEvent =
  | (CalendarSpan & { readonly kind: 'delisted' | 'unqualified'; readonly listing: SimulatedListing })
  | (CalendarSpan & { readonly kind: 'maintenance'; readonly exchange: SimulatedExchange });

/**
 * A listing may be chosen on one day of so many alone, so that nothing happens to it while something else does. The
 * longest event of a listing is shorter.
 */
const CYCLE_DAYS = 21;
/** Events of so many days may hold at an instant, the day of the instant included, or have ended on the day before. */
export const LOOK_BACK_DAYS = CYCLE_DAYS + 1;

const FEWEST_DELISTINGS = 3;
const MOST_DELISTINGS = 6;
/** In a world of few listings fewer go: no more than one in so many candidates a day. */
const CANDIDATES_A_DELISTING = 100;
const LONGEST_DELISTING_MS = 20 * DAY_MS;
const LONGEST_UNQUALIFIED_MS = 10 * DAY_MS;
const MOST_MAINTENANCES = 2;
const SHORTEST_MAINTENANCE_MS = 20 * MINUTE_MS;
const LONGEST_MAINTENANCE_MS = 90 * MINUTE_MS;

/** What begins on which day: a pure function of the seed and the day. */
export class CalendarEvents {
  readonly #hash: number;
  readonly #exchanges: readonly SimulatedExchange[];
  /** Listings by the day of the cycle on which they may be chosen. */
  readonly #pools: readonly (readonly SimulatedListing[])[];
  readonly #mostDelistings: number;

  constructor({ listings, exchanges }: CalendarCandidates, hash: number) {
    this.#hash = hash;
    this.#exchanges = exchanges;
    const pools: SimulatedListing[][] = Array.from({ length: CYCLE_DAYS }, () => []);
    for (const listing of listings) pools[listing.key % CYCLE_DAYS]!.push(listing);
    this.#pools = pools;
    this.#mostDelistings = Math.floor(listings.length / CANDIDATES_A_DELISTING);
  }

  /** Whether anything ever happens. */
  get isEmpty(): boolean {
    return this.#mostDelistings === 0 && this.#exchanges.length === 0;
  }

  /** Those that begin on a day, which is counted from 1970. */
  ofDay(day: number): CalendarEvent[] {
    const hash = hashPair(this.#hash, day);
    return [...this.#ofListings(day, hashPair(hash, 1)), ...this.#maintenances(day, hashPair(hash, 2))];
  }

  #ofListings(day: number, hash: number): CalendarEvent[] {
    const wanted = FEWEST_DELISTINGS + below(hash, MOST_DELISTINGS - FEWEST_DELISTINGS + 1);
    const delistings = Math.min(wanted, this.#mostDelistings);
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
    const closed = chooseFrom(this.#exchanges, below(hash, MOST_MAINTENANCES + 1), hashPair(hash, 3));
    return closed.map((exchange, i): CalendarEvent => ({
      kind: 'maintenance',
      exchange,
      ...spanWithin(day, hashPair(hash, 100 + i)),
    }));
  }
}

/** So many different ones, fewer where there are no more. */
function chooseFrom<Item>(items: readonly Item[], count: number, hash: number): Item[] {
  const chosen = new Set<Item>();
  for (let i = 0; chosen.size < Math.min(count, items.length); i++) {
    let place = below(hashPair(hash, i), items.length);
    while (chosen.has(items[place]!)) place = (place + 1) % items.length;
    chosen.add(items[place]!);
  }
  return [...chosen];
}

/** From any slot of the day on, for a time between the two. */
function spanOf(day: number, hash: number, shortestMs: Millis, longestMs: Millis): CalendarSpan {
  const from = day * DAY_MS + below(hashPair(hash, 1), SLOTS_A_DAY) * SLOT_MS;
  return { from, to: from + lengthOf(hashPair(hash, 2), shortestMs, longestMs) };
}

/** Ends on the day on which it begins, so that an exchange that is chosen again the next day has opened before. */
function spanWithin(day: number, hash: number): CalendarSpan {
  const lengthMs = lengthOf(hashPair(hash, 2), SHORTEST_MAINTENANCE_MS, LONGEST_MAINTENANCE_MS);
  const from = day * DAY_MS + below(hashPair(hash, 1), SLOTS_A_DAY - lengthMs / SLOT_MS) * SLOT_MS;
  return { from, to: from + lengthMs };
}

function lengthOf(hash: number, shortestMs: Millis, longestMs: Millis): Millis {
  return shortestMs + below(hash, (longestMs - shortestMs) / SLOT_MS + 1) * SLOT_MS;
}
