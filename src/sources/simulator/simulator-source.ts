import type { Clock } from '../../core/clock.ts';
import {
  CUT_OFF_MS,
  MINUTE_MS,
  SECOND_MS,
  slotAfter,
  slotAtOrBefore,
  SLOT_MS,
  type Millis,
} from '../../core/time.ts';
import type { Source, SourceEvent, Watermark } from '../source.ts';
import type { SimulatedExchange } from './simulated-listing.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { slotIndexOf } from './slot-index.ts';
import { TradeFeed } from './trade-feed.ts';

export interface SimulatorSourceOptions {
  readonly market: SimulatedMarket;
  /** Market time: the source waits on nothing else. */
  readonly clock: Clock;
  /** A source that is further behind, after a machine slept, goes on from now instead of catching up. */
  readonly mostLagMs?: Millis;
}

/**
 * What happens so long before every slot: new trades of all exchanges are handed on, one exchange is read, or the
 * slot's input is complete. At the same instant they come in this order.
 */
type Step = { readonly beforeSlotMs: Millis } & (
  | { readonly what: 'trades' }
  | { readonly what: 'read'; readonly exchange: SimulatedExchange }
  | { readonly what: 'watermark' }
);

const TRADE_STEP_MS = SECOND_MS;

type Batch = Exclude<SourceEvent, Watermark>;

export interface PassedSlot {
  readonly slot: Millis;
  /** In the order of arrival, up to the cut-off of the slot. */
  readonly events: readonly SourceEvent[];
  /** What an asset was worth at the slot before. */
  readonly usdBefore: (assetId: string) => number;
}

/**
 * The simulated market as a source. Exchanges are read one after the other in the half minute before each slot,
 * each at its own offset and in time for it; trades arrive within a second. `receivedAt` is the planned instant,
 * so that a busy machine changes nothing in the data. Slots that passed while the machine slept get no watermark.
 */
export class SimulatorSource implements Source {
  readonly name = 'simulator';
  readonly #market: SimulatedMarket;
  readonly #clock: Clock;
  readonly #mostLagMs: Millis;
  readonly #steps: readonly Step[];
  /** The first slot that `lastPassed` has not delivered. */
  #next: Millis | undefined;

  constructor({ market, clock, mostLagMs = 10 * MINUTE_MS }: SimulatorSourceOptions) {
    this.#market = market;
    this.#clock = clock;
    this.#mostLagMs = mostLagMs;
    this.#steps = stepsOf(market.exchanges);
  }

  /**
   * Begins right after the slot that `lastPassed` delivered, else after the last passed one: together they leave
   * nothing out and say nothing twice, however much time lies between the calls.
   */
  async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const feed = new TradeFeed(this.#market);
    let slot = this.#next ?? slotAfter(this.#clock.now());
    let handedOn = slot - SLOT_MS - CUT_OFF_MS;
    const contractsReadAt = new Map<SimulatedExchange, Millis>();
    while (!signal.aborted) {
      if (this.#clock.now() - slot > this.#mostLagMs) {
        slot = slotAfter(this.#clock.now());
        handedOn = slot - SLOT_MS - CUT_OFF_MS;
      }
      for (const step of this.#steps) {
        const at = slot - step.beforeSlotMs;
        if (!(await this.#reaches(at, signal))) return;
        if (step.what === 'watermark') yield { kind: 'watermark', at };
        else if (step.what === 'trades') {
          yield* tradesBetween(feed, handedOn, at);
          handedOn = at;
        } else {
          yield* this.#ticks(step.exchange, slot);
          yield* this.#derivatives(
            step.exchange,
            slot,
            contractsReadAt.get(step.exchange) ?? this.#readBefore(step),
          );
          contractsReadAt.set(step.exchange, at);
        }
      }
      slot += SLOT_MS;
    }
  }

  /** The last slot that has passed, at once, as somebody sees it who has been watching: what a start needs. */
  lastPassed(): PassedSlot {
    const slot = slotAtOrBefore(this.#clock.now());
    this.#next = slot + SLOT_MS;
    const { prices } = this.#market;
    const before = slotIndexOf(slot) - 1;
    return {
      slot,
      events: this.#upTo(slot, (exchange) => this.#standingTicks(exchange, slot)),
      usdBefore: (assetId) => prices.atSlot(prices.indexOf(assetId), before),
    };
  }

  /** What all exchanges deliver for one slot, in the order of arrival; trades since the slot before, all contracts. */
  refreshFor(slot: Millis): SourceEvent[] {
    return this.#upTo(slot, (exchange) => this.#ticks(exchange, slot));
  }

  #upTo(slot: Millis, ticksOf: (exchange: SimulatedExchange) => Batch[]): SourceEvent[] {
    const { exchanges } = this.#market;
    const cutOff = slot - CUT_OFF_MS;
    const events: Batch[] = [
      ...exchanges.flatMap(ticksOf),
      ...exchanges.flatMap((exchange) => this.#derivatives(exchange, slot, -Infinity)),
      ...tradesBetween(new TradeFeed(this.#market), cutOff - SLOT_MS, cutOff),
    ];
    return events.sort((a, b) => a.receivedAt - b.receivedAt);
  }

  /** Each ticker arrives with the reading that first showed its prices. */
  #standingTicks(exchange: SimulatedExchange, slot: Millis): Batch[] {
    const { exchangeId, refreshLeadMs } = exchange;
    return [...this.#market.standingTicksOf(exchange, slot)].map(([since, ticks]) => ({
      kind: 'ticks',
      exchangeId,
      receivedAt: since - refreshLeadMs,
      ticks,
    }));
  }

  #ticks(exchange: SimulatedExchange, slot: Millis): Batch[] {
    const ticks = this.#market.ticksOf(exchange, slot);
    const { exchangeId, refreshLeadMs } = exchange;
    return ticks.length === 0 ? [] : [{ kind: 'ticks', exchangeId, receivedAt: slot - refreshLeadMs, ticks }];
  }

  /** Contracts are listed whatever happens to the exchange's feed. */
  #derivatives(exchange: SimulatedExchange, slot: Millis, after: Millis): Batch[] {
    const { derivatives } = this.#market;
    const { exchangeId, refreshLeadMs } = exchange;
    if (!derivatives.lists(exchangeId)) return [];
    const receivedAt = slot - refreshLeadMs;
    const contracts = derivatives.contractsListed(exchangeId, after, receivedAt);
    const ticks = this.#market.isOut(exchange, slot) ? [] : derivatives.ticksOf(exchangeId, receivedAt);
    return [
      ...(contracts.length > 0 ? [{ kind: 'contracts' as const, exchangeId, receivedAt, contracts }] : []),
      ...(ticks.length > 0 ? [{ kind: 'derivative-ticks' as const, exchangeId, receivedAt, ticks }] : []),
    ];
  }

  /** When `lastPassed` read an exchange; without it, never. */
  #readBefore({ beforeSlotMs }: Step): Millis {
    return this.#next === undefined ? -Infinity : this.#next - SLOT_MS - beforeSlotMs;
  }

  /** False when the signal ended the waiting. */
  async #reaches(at: Millis, signal: AbortSignal): Promise<boolean> {
    try {
      if (this.#clock.now() < at) await this.#clock.waitUntil(at, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return !signal.aborted;
  }
}

/** The same for every slot, the earliest first. */
function stepsOf(exchanges: readonly SimulatedExchange[]): Step[] {
  const trades = Array.from({ length: SLOT_MS / TRADE_STEP_MS }, (_, i): Step => ({
    what: 'trades',
    beforeSlotMs: i * TRADE_STEP_MS,
  }));
  const reads = exchanges.map((exchange): Step => ({
    what: 'read',
    beforeSlotMs: exchange.refreshLeadMs,
    exchange,
  }));
  const steps: Step[] = [...trades, ...reads, { what: 'watermark', beforeSlotMs: CUT_OFF_MS }];
  return steps.sort((a, b) => b.beforeSlotMs - a.beforeSlotMs);
}

/** Trades of all exchanges later than `after`, as they are handed on at `at`. */
function tradesBetween(feed: TradeFeed, after: Millis, at: Millis): Batch[] {
  return feed.exchanges.flatMap((exchange): Batch[] => {
    const trades = feed.between(exchange, after, at);
    const { exchangeId } = exchange;
    return trades.length === 0 ? [] : [{ kind: 'trades', exchangeId, receivedAt: at, trades }];
  });
}
