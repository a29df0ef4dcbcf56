import type { ExchangeTick, Trade } from '../core/tick.ts';
import { SLOT_MS, type Millis } from '../core/time.ts';
import { lastMoveAt } from './volumes/activity.ts';
import { calendarCandidates } from './calendar/calendar-candidates.ts';
import { ListingCalendar } from './calendar/listing-calendar.ts';
import { SimulatedDerivatives } from './derivatives/simulated-derivatives.ts';
import { FAULT_KINDS, type FaultKind, type FaultName, type Show } from './faults/fault-kinds.ts';
import { FaultSchedule, type Fault } from './faults/fault-schedule.ts';
import { PriceModel } from './prices/price-model.ts';
import { simulatedExchanges, type SimulatedExchange, type SimulatedListing } from './simulated-listing.ts';
import { slotIndexOf, slotOf } from './runs/slot-index.ts';
import { TickWriter } from './tick-writer.ts';
import { tradedListings } from './trades/trade-markets.ts';
import { tradesInSlot } from './trades/trade-model.ts';
import { VolumeModel } from './volumes/volume-model.ts';
import type { SimulatedWorld } from './world.ts';

export interface SimulatedMarketOptions {
  readonly seed: string;
  /** 1 is the usual rate of faults, 0 none. */
  readonly faultRate?: number;
  /** False: no delistings and no closed exchanges. */
  readonly changesListings?: boolean;
}

const NONE = { listings: [], exchanges: [] };

/** What one exchange showed when it was read for a slot. */
export interface ExchangeRefresh {
  readonly exchangeId: string;
  readonly readAt: Millis;
  readonly ticks: readonly ExchangeTick[];
}

/**
 * Prices, volumes, ticks, trades, derivatives, faults and the calendar of a world. Every result is a pure function of (world,
 * seed, fault rate, time): slots may be queried in any order, and give the same bytes. Caches only save time.
 */
export class SimulatedMarket {
  readonly world: SimulatedWorld;
  /** The ACTIVE exchanges, each with its ACTIVE listings, in the order of the world. */
  readonly exchanges: readonly SimulatedExchange[];
  /** The true prices, before exchanges distort them. */
  readonly prices: PriceModel;
  readonly volumes: VolumeModel;
  /** Which listings exist at which time. An unlisted market delivers nothing, and does not affect the others. */
  readonly calendar: ListingCalendar;
  readonly #makeDerivatives: () => SimulatedDerivatives;
  #derivatives: SimulatedDerivatives | undefined;
  readonly #writer: TickWriter;
  readonly #faults: FaultSchedule;
  readonly #traded: ReadonlyMap<SimulatedExchange, readonly SimulatedListing[]>;

  constructor(
    world: SimulatedWorld,
    { seed, faultRate = 1, changesListings = true }: SimulatedMarketOptions,
  ) {
    this.world = world;
    this.exchanges = simulatedExchanges(world, seed);
    const listings = this.exchanges.reduce((sum, exchange) => sum + exchange.listings.length, 0);
    this.prices = new PriceModel(world.assets, seed);
    const counts = { listings, assets: world.assets.length, markets: world.reference.markets.length };
    this.volumes = new VolumeModel(seed, counts);
    const candidates = () => (changesListings ? calendarCandidates(world, this.exchanges, seed) : NONE);
    this.calendar = new ListingCalendar(candidates, seed);
    this.#makeDerivatives = () => new SimulatedDerivatives(world, this.prices, seed);
    this.#writer = new TickWriter(this.prices, this.volumes, listings);
    this.#faults = new FaultSchedule(this.exchanges, seed, faultRate);
    this.#traded = new Map(this.exchanges.map((exchange) => [exchange, tradedListings(exchange, world)]));
  }

  /** Created on demand: modelling the past does not need it. */
  get derivatives(): SimulatedDerivatives {
    return (this.#derivatives ??= this.#makeDerivatives());
  }

  /** Every exchange that delivers at this slot, in the order of the world. */
  ticksAt(slot: Millis): ExchangeRefresh[] {
    return this.exchanges.flatMap((exchange) => {
      const ticks = this.ticksOf(exchange, slot);
      const readAt = slot - exchange.refreshLeadMs;
      return ticks.length === 0 ? [] : [{ exchangeId: exchange.exchangeId, readAt, ticks }];
    });
  }

  /** Empty if the exchange has an outage or is closed. */
  ticksOf(exchange: SimulatedExchange, slot: Millis): ExchangeTick[] {
    if (this.calendar.isClosed(exchange, slot)) return [];
    const faults = this.#faults.of(exchange.exchangeId, slot);
    const hit = new Set(faults.map(({ marketId }) => marketId));
    if (hit.has(undefined)) return this.#distortedTicksOf(exchange, slot);
    const slotIndex = slotIndexOf(slot);
    const ticks: ExchangeTick[] = [];
    const { delisted } = this.calendar.at(slot);
    for (const listing of exchange.listings) {
      if (delisted.has(listing)) continue;
      const isHit = hit.size > 0 && hit.has(listing.marketId);
      const tick = isHit ? this.#shown(listing, slot) : this.#writer.tickAt(listing, slotIndex);
      if (tick) ticks.push(tick);
    }
    return ticks;
  }

  /**
   * The tickers that a continuous reader knows at a slot: those that the exchange shows, or showed last before an outage, by the
   * slot whose reading first showed their prices, and the slot whose reading showed them last. Ended faults have no effect
   * here. Empty if the exchange is closed.
   */
  standingTicksOf(
    exchange: SimulatedExchange,
    slot: Millis,
  ): { readonly readAt: Millis; readonly bySlot: ReadonlyMap<Millis, ExchangeTick[]> } {
    if (this.calendar.isClosed(exchange, slot)) return { readAt: slot, bySlot: new Map() };
    const shownAt = this.#lastWithout(['OUTAGE'], exchange, slot);
    const movingAt = this.#lastWithout(['OUTAGE', 'FROZEN_FEED'], exchange, slot);
    const listings = new Map(exchange.listings.map((listing) => [listing.marketId, listing]));
    const bySlot = new Map<Millis, ExchangeTick[]>();
    for (const tick of this.ticksOf(exchange, shownAt)) {
      const listing = listings.get(tick.marketId)!;
      if (!this.calendar.isListed(listing, slot)) continue;
      const moved = slotOf(lastMoveAt(listing, slotIndexOf(movingAt)));
      const since = this.calendar.firstShown(listing, moved, shownAt);
      const together = bySlot.get(since);
      if (together) together.push(tick);
      else bySlot.set(since, [tick]);
    }
    return { readAt: shownAt, bySlot };
  }

  /**
   * The trades between the previous reading of the exchange and the one for this slot, market by market. The first of them arrive
   * before the cut-off of the previous slot, so a listing that was not listed then has none.
   */
  tradesOf(exchange: SimulatedExchange, slot: Millis): Trade[] {
    const slots = [slot - SLOT_MS, slot];
    if (slots.some((at) => this.calendar.isClosed(exchange, at))) return [];
    const faults = this.#faults.of(exchange.exchangeId, slot);
    if (faults.some(({ kind }) => FAULT_KINDS[kind].silencesTrades)) return [];
    const slotIndex = slotIndexOf(slot);
    return this.listingsWithTrades(exchange)
      .filter((listing) => slots.every((at) => this.calendar.isListed(listing, at)))
      .flatMap((listing) => tradesInSlot(listing, slotIndex, this.prices, this.volumes));
  }

  /** Which markets of an exchange deliver trades while they are listed; none on most exchanges. */
  listingsWithTrades(exchange: SimulatedExchange): readonly SimulatedListing[] {
    return this.#traded.get(exchange) ?? [];
  }

  /** Whether the exchange has an OUTAGE at a slot, and so delivers nothing. */
  isOut({ exchangeId }: SimulatedExchange, slot: Millis): boolean {
    return this.#faults.of(exchangeId, slot).some(({ kind }) => kind === 'OUTAGE');
  }

  /** The faults that are active at a slot. */
  faultsAt(slot: Millis): Fault[] {
    return this.#faults.at(slot);
  }

  /** The last slot up to this one at which the exchange had no fault of these kinds. */
  #lastWithout(kinds: readonly FaultName[], exchange: SimulatedExchange, slot: Millis): Millis {
    const fault = this.#faults.of(exchange.exchangeId, slot).find(({ kind }) => kinds.includes(kind));
    return fault ? this.#lastWithout(kinds, exchange, fault.from - SLOT_MS) : slot;
  }

  #distortedTicksOf(exchange: SimulatedExchange, slot: Millis): ExchangeTick[] {
    const faults = this.#faults
      .of(exchange.exchangeId, slot)
      .filter(({ marketId }) => marketId === undefined);
    return exchange.listings.flatMap((listing) => {
      if (!this.calendar.isListed(listing, slot)) return [];
      const show: Show = (at) => this.#shown(listing, at);
      return faults.reduce(distorted, show)(slot) ?? [];
    });
  }

  /** The ticker of a listing with its own faults, but without those of the exchange. */
  #shown(listing: SimulatedListing, slot: Millis): ExchangeTick | undefined {
    const own = this.#faults
      .of(listing.exchangeId, slot)
      .filter(({ marketId }) => marketId === listing.marketId);
    const honest: Show = (at) =>
      this.calendar.isListed(listing, at) ? this.#writer.tickAt(listing, slotIndexOf(at)) : undefined;
    return own.reduce(distorted, honest)(slot);
  }
}

function distorted(show: Show, fault: Fault): Show {
  const kind: FaultKind = FAULT_KINDS[fault.kind];
  return (slot) => kind.distort(show, slot, fault);
}
