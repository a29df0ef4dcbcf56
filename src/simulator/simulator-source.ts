import type { Clock } from '../core/clocks/clock.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import { CUT_OFF_MS, slotAtOrBefore, SLOT_MS, type Millis } from '../core/time.ts';
import { MergedFeeds } from '../sources/merged-feeds.ts';
import type {
  ExchangeBatch,
  ExchangeHealth,
  PassedSlot,
  ReferenceAnnouncement,
  Source,
  SourceEvent,
} from '../sources/source.ts';
import type { ListedReference } from './calendar/listed-reference.ts';
import type { SimulatedExchange } from './simulated-listing.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { SimulatorFeeds } from './simulator-feeds.ts';
import { slotIndexOf } from './runs/slot-index.ts';

export interface SimulatorSourceOptions {
  readonly market: SimulatedMarket;
  /** Reference data, if already created. */
  readonly reference?: ListedReference;
  /** Market time, the only clock of the source. */
  readonly clock: Clock;
  readonly maxLagMs?: Millis;
}

/** The simulated market as a source. */
export class SimulatorSource implements Source {
  readonly name = 'simulator';
  readonly #market: SimulatedMarket;
  readonly #clock: Clock;
  readonly #feeds: SimulatorFeeds;
  readonly #merged: MergedFeeds;

  constructor({ market, reference, ...options }: SimulatorSourceOptions) {
    this.#market = market;
    this.#clock = options.clock;
    this.#feeds = new SimulatorFeeds(market, reference);
    this.#merged = new MergedFeeds({ ...options, feeds: this.#feeds });
  }

  reference(slot: Millis): ReferenceContent {
    return this.#merged.reference(slot);
  }

  events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    return this.#merged.events(signal);
  }

  health(): ReadonlyMap<string, ExchangeHealth> {
    return this.#merged.health();
  }

  lastPassed(known = -Infinity): PassedSlot {
    const slot = Math.max(slotAtOrBefore(this.#clock.now()), known);
    this.#merged.passed(slot);
    const { prices } = this.#market;
    const before = slotIndexOf(slot) - 1;
    const standing = this.#upTo(slot, (exchange) => this.#feeds.standingTicks(exchange, slot));
    return {
      slot,
      events: inOrder([...standing, ...this.#merged.announcedFor(slot)]),
      usdBefore: (assetId) => prices.atSlot(prices.indexOf(assetId), before),
    };
  }

  /** What all exchanges deliver for one slot, in the order of arrival; trades since the slot before, all contracts. */
  refreshFor(slot: Millis): SourceEvent[] {
    return inOrder(this.#upTo(slot, (exchange) => this.#feeds.ticks(exchange, slot)));
  }

  #upTo(slot: Millis, ticksOf: (exchange: SimulatedExchange) => ExchangeBatch[]): ExchangeBatch[] {
    const { exchanges } = this.#market;
    const cutOff = slot - CUT_OFF_MS;
    return [
      ...exchanges.flatMap(ticksOf),
      ...exchanges.flatMap((exchange) => this.#feeds.derivatives(exchange, slot, -Infinity)),
      ...this.#feeds.arrivals(cutOff - SLOT_MS, cutOff),
    ];
  }
}

function inOrder(events: readonly (ExchangeBatch | ReferenceAnnouncement)[]): SourceEvent[] {
  return events.toSorted((a, b) => a.receivedAt - b.receivedAt);
}
