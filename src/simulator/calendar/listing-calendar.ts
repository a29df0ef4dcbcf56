import { Lru } from '../../core/lru.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { hashPair, hashText } from '../hash.ts';
import type { SimulatedExchange, SimulatedListing } from '../simulated-listing.ts';
import type { CalendarCandidates } from './calendar-candidates.ts';
import { CalendarEvents, LOOK_BACK_DAYS, type CalendarEvent } from './calendar-events.ts';

/** The differences from the built world, valid at least for since <= slot < until. */
export interface CalendarState {
  /** The last change; -Infinity if there was none. */
  readonly since: Millis;
  readonly until: Millis;
  /** Listings that are delisted, and listings that are temporarily unqualified. */
  readonly delisted: ReadonlySet<SimulatedListing>;
  readonly unqualified: ReadonlySet<SimulatedListing>;
  /** Ids of the exchanges in MAINTENANCE. */
  readonly closed: ReadonlySet<string>;
}

interface KnownState extends CalendarState {
  /** The last events that hide a listing or an exchange, including ended ones, by listing and by exchange id. */
  readonly hiding: ReadonlyMap<SimulatedListing | string, readonly CalendarEvent[]>;
  readonly knownFrom: Millis;
}

/** Enough for a walk through time in both directions. */
const KEPT_DAYS = 4 * LOOK_BACK_DAYS;

/**
 * Which listings exist at which time. Each day a few listings are delisted for a time, one is unqualified for a time,
 * and about one exchange is in MAINTENANCE. A pure function of (world, seed, time), like the whole world: slots may
 * be queried in any order. Changes happen at slots, and apply from that slot on.
 */
export class ListingCalendar {
  readonly #makeEvents: () => CalendarEvents;
  #made: CalendarEvents | undefined;
  readonly #days = new Lru<number, readonly CalendarEvent[]>({ maxEntries: KEPT_DAYS });
  #known: KnownState | undefined;

  /** `candidates` is called with the first query. */
  constructor(candidates: () => CalendarCandidates, seed: string) {
    const hash = hashPair(hashText(seed), hashText('calendar'));
    this.#makeEvents = () => new CalendarEvents(candidates(), hash);
  }

  at(slot: Millis): CalendarState {
    return this.#at(slot);
  }

  isListed(listing: SimulatedListing, slot: Millis): boolean {
    return !this.#at(slot).delisted.has(listing);
  }

  /** Whether the exchange is in MAINTENANCE, and so delivers nothing. */
  isClosed({ exchangeId }: SimulatedExchange, slot: Millis): boolean {
    return this.#at(slot).closed.has(exchangeId);
  }

  /** The events that hide something in from <= slot <= upTo, ordered by the day on which they start. */
  between(from: Millis, upTo: Millis): CalendarEvent[] {
    const firstDay = dayOf(from) - LOOK_BACK_DAYS + 1;
    const days = Array.from({ length: dayOf(upTo) - firstDay + 1 }, (_, i) => this.#ofDay(firstDay + i));
    return days.flat().filter((event) => event.from <= upTo && event.to > from);
  }

  /** The first slot after an instant at which something changes; Infinity if nothing ever changes. */
  nextChange(after: Millis): Millis {
    if (this.#events.isEmpty) return Infinity;
    let next = Infinity;
    for (let day = dayOf(after); next === Infinity; day++) {
      const end = (day + 1) * DAY_MS;
      for (const at of boundariesOf(this.#eventsUpTo(day)))
        if (at > after && at < end && at < next) next = at;
    }
    return next;
  }

  /**
   * The first slot in from..upTo in which the listing is shown; `upTo` must be such a slot. Later than `from` if the listing
   * was delisted or its exchange closed. Looks back at most two days.
   */
  firstShown(listing: SimulatedListing, from: Millis, upTo: Millis): Millis {
    const { hiding } = this.#at(upTo);
    const events = [hiding.get(listing) ?? [], hiding.get(listing.exchangeId) ?? []].flat();
    let shown = from;
    for (const { from: begin, to } of events.toSorted((a, b) => a.from - b.from))
      if (begin <= shown && shown < to) shown = Math.min(to, upTo);
    return shown;
  }

  get #events(): CalendarEvents {
    return (this.#made ??= this.#makeEvents());
  }

  #at(slot: Millis): KnownState {
    const known = this.#known;
    if (known && known.knownFrom <= slot && slot < known.until) return known;
    return (this.#known = this.#stateAt(slot));
  }

  #stateAt(slot: Millis): KnownState {
    const events = this.#eventsUpTo(dayOf(slot));
    const delisted = new Set<SimulatedListing>();
    const unqualified = new Set<SimulatedListing>();
    const closed = new Set<string>();
    let [since, until] = [-Infinity, (dayOf(slot) + 1) * DAY_MS];
    for (const at of boundariesOf(events)) {
      if (at <= slot) since = Math.max(since, at);
      else until = Math.min(until, at);
    }
    for (const event of events) {
      if (event.from > slot || event.to <= slot) continue;
      if (event.kind === 'maintenance') closed.add(event.exchange.exchangeId);
      else (event.kind === 'delisted' ? delisted : unqualified).add(event.listing);
    }
    const knownFrom = Math.max(since, dayOf(slot) * DAY_MS);
    return { since, until, delisted, unqualified, closed, hiding: hidingOf(events), knownFrom };
  }

  /** The events that start on the day, or on one of the days before that may still matter. */
  #eventsUpTo(day: number): CalendarEvent[] {
    return Array.from({ length: LOOK_BACK_DAYS }, (_, back) => this.#ofDay(day - back)).flat();
  }

  #ofDay(day: number): readonly CalendarEvent[] {
    let events = this.#days.get(day);
    if (!events) this.#days.set(day, (events = this.#events.ofDay(day)));
    return events;
  }
}

function dayOf(at: Millis): number {
  return Math.floor(at / DAY_MS);
}

function boundariesOf(events: readonly CalendarEvent[]): Millis[] {
  return events.flatMap(({ from, to }) => [from, to]);
}

function hidingOf(events: readonly CalendarEvent[]): KnownState['hiding'] {
  const hiding = new Map<SimulatedListing | string, CalendarEvent[]>();
  for (const event of events) {
    if (event.kind === 'unqualified') continue;
    const target = event.kind === 'maintenance' ? event.exchange.exchangeId : event.listing;
    hiding.set(target, [...(hiding.get(target) ?? []), event]);
  }
  return hiding;
}
