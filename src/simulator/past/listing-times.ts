import { SLOT_MS, SLOTS_PER_DAY } from '../../core/time.ts';
import type { ListingCalendar } from '../calendar/listing-calendar.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import { slotInRun, type SlotRun } from '../runs/slot-run.ts';
import { modelledMarket, type ModelledMarket } from './modelled-market.ts';

/** The slots with from <= slot < to in which a listing does not count. */
export interface HiddenSpan {
  readonly from: number;
  readonly to: number;
  /** False if it is only unqualified and still delivers tickers. */
  readonly silent: boolean;
}

/** A market while some of its listings are hidden. */
export interface MarketPhase {
  /** The market with the other listings; undefined if there are none. */
  readonly market: ModelledMarket | undefined;
  /** Places of the run, ascending. */
  readonly places: readonly number[];
}

/** A market over a run. At places without a phase it has all its listings. */
export interface PhasedMarket {
  readonly whole: ModelledMarket;
  readonly phases: readonly MarketPhase[];
}

/** Every listing moves at least once a day, so a return more than a day earlier has no effect. */
const LOOK_BACK_SLOTS = SLOTS_PER_DAY;

/** The listings of a market that the calendar shows, over one run of slots. */
export class ListingTimes {
  readonly #run: SlotRun;
  readonly #spans = new Map<string, Map<SimulatedListing, HiddenSpan[]>>();
  readonly #phased = new Map<ModelledMarket, PhasedMarket>();

  /** `around` begins no later and ends no earlier than the run. */
  constructor(calendar: ListingCalendar, run: SlotRun, around: SlotRun) {
    this.#run = run;
    const from = (around.first - LOOK_BACK_SLOTS) * SLOT_MS;
    const upTo = slotInRun(around, around.count - 1) * SLOT_MS;
    for (const event of calendar.between(from, upTo)) {
      const silent = event.kind !== 'unqualified';
      const span = { from: event.from / SLOT_MS, to: event.to / SLOT_MS, silent };
      const listings = event.kind === 'maintenance' ? event.exchange.listings : [event.listing];
      for (const listing of listings) if (listing.qualified) this.#enter(listing, span);
    }
  }

  of(market: ModelledMarket): PhasedMarket {
    const spans = this.#spans.get(market.marketId);
    if (!spans) return { whole: market, phases: [] };
    let phased = this.#phased.get(market);
    if (!phased) this.#phased.set(market, (phased = this.#phasedBy(market, spans)));
    return phased;
  }

  spansOf(listing: SimulatedListing): readonly HiddenSpan[] {
    return this.#spans.get(listing.marketId)?.get(listing) ?? [];
  }

  #enter(listing: SimulatedListing, span: HiddenSpan): void {
    let ofMarket = this.#spans.get(listing.marketId);
    if (!ofMarket) this.#spans.set(listing.marketId, (ofMarket = new Map()));
    const known = ofMarket.get(listing);
    if (known) known.push(span);
    else ofMarket.set(listing, [span]);
  }

  #phasedBy(
    market: ModelledMarket,
    spans: ReadonlyMap<SimulatedListing, readonly HiddenSpan[]>,
  ): PhasedMarket {
    const returns = new Map<SimulatedListing, number[]>();
    for (const listing of market.rare) {
      const ends = (spans.get(listing) ?? []).flatMap(({ to, silent }) => (silent ? to : []));
      if (ends.length > 0) returns.set(listing, ends);
    }
    const whole = returns.size > 0 ? { ...market, returns } : market;
    const listings = [...market.steady, ...market.rare];
    const phases = this.#groups(listings, spans).map(({ hidden, places }): MarketPhase => {
      const left = listings.filter((listing) => !hidden.includes(listing));
      if (left.length === 0) return { market: undefined, places };
      return { market: { ...modelledMarket(left), returns, implied: market.implied }, places };
    });
    return { whole, phases };
  }

  /** Places at which the same listings are hidden. */
  #groups(
    listings: readonly SimulatedListing[],
    spans: ReadonlyMap<SimulatedListing, readonly HiddenSpan[]>,
  ): HiddenGroup[] {
    const hidden = listings.flatMap((listing) =>
      (spans.get(listing) ?? []).map((span) => ({ listing, ...this.#placesIn(span) })),
    );
    // Between two neighbouring ends the same listings are hidden.
    const ends = [...new Set(hidden.flatMap(({ begin, end }) => [begin, end]))].toSorted((a, b) => a - b);
    const groups = new Map<string, HiddenGroup>();
    for (const [i, begin] of ends.slice(0, -1).entries()) {
      const here = hidden.filter((span) => span.begin <= begin && begin < span.end);
      const hiddenListings = [...new Set(here.map(({ listing }) => listing))];
      if (hiddenListings.length === 0) continue;
      const key = hiddenListings.map(({ index }) => index).join(' ');
      const group = groups.get(key) ?? { hidden: hiddenListings, places: [] };
      groups.set(key, group);
      for (let place = begin; place < ends[i + 1]!; place++) group.places.push(place);
    }
    return [...groups.values()];
  }

  /** The places begin <= place < end of a span; equal if the span has no slot of the run. */
  #placesIn({ from, to }: HiddenSpan): { readonly begin: number; readonly end: number } {
    const { first, step, count } = this.#run;
    const begin = Math.max(0, Math.ceil((from - first) / step));
    return { begin, end: Math.max(begin, Math.min(count, Math.ceil((to - first) / step))) };
  }
}

interface HiddenGroup {
  readonly hidden: readonly SimulatedListing[];
  readonly places: number[];
}
