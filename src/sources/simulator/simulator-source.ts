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
import type { Source, SourceEvent } from '../source.ts';
import type { SimulatedExchange } from './simulated-listing.ts';
import type { SimulatedMarket } from './simulated-market.ts';
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
    let handedOn = tradesReadBefore(feed, slot);
    const contractsReadAt: HandedOn = new Map();
    while (!signal.aborted) {
      if (this.#clock.now() - slot > this.#mostLagMs) {
        slot = slotAfter(this.#clock.now());
        handedOn = tradesReadBefore(feed, slot);
      }
      for (const step of this.#steps) {
        const at = slot - step.beforeSlotMs;
        if (!(await this.#reaches(at, signal))) return;
        if (step.what === 'watermark') yield { kind: 'watermark', at };
        else if (step.what === 'trades') yield* newTrades(feed, handedOn, at);
        else {
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

  /** Everything up to the last slot that has passed, at once, as a start needs it. */
  lastPassed(): { readonly slot: Millis; readonly events: readonly SourceEvent[] } {
    const slot = slotAtOrBefore(this.#clock.now());
    this.#next = slot + SLOT_MS;
    return { slot, events: this.refreshFor(slot) };
  }

  /** What all exchanges deliver for one slot, in the order of arrival; trades since the reading before, all contracts. */
  refreshFor(slot: Millis): SourceEvent[] {
    const feed = new TradeFeed(this.#market);
    return this.#steps.flatMap((step): SourceEvent[] => {
      if (step.what !== 'read') return [];
      const { exchangeId, refreshLeadMs } = step.exchange;
      const trades = feed.exchanges.includes(step.exchange) ? feed.ofSlot(step.exchange, slot) : [];
      const traded = { kind: 'trades' as const, exchangeId, receivedAt: slot - refreshLeadMs, trades };
      return [
        ...(trades.length > 0 ? [traded] : []),
        ...this.#ticks(step.exchange, slot),
        ...this.#derivatives(step.exchange, slot, -Infinity),
      ];
    });
  }

  #ticks(exchange: SimulatedExchange, slot: Millis): SourceEvent[] {
    const ticks = this.#market.ticksOf(exchange, slot);
    const { exchangeId, refreshLeadMs } = exchange;
    return ticks.length === 0 ? [] : [{ kind: 'ticks', exchangeId, receivedAt: slot - refreshLeadMs, ticks }];
  }

  /** Contracts are listed whatever happens to the exchange's feed. */
  #derivatives(exchange: SimulatedExchange, slot: Millis, after: Millis): SourceEvent[] {
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

type HandedOn = Map<SimulatedExchange, Millis>;

/** Up to where each exchange's trades were read for the slot before this one. */
function tradesReadBefore(feed: TradeFeed, slot: Millis): HandedOn {
  return new Map(feed.exchanges.map((exchange) => [exchange, slot - SLOT_MS - exchange.refreshLeadMs]));
}

function newTrades(feed: TradeFeed, handedOn: HandedOn, at: Millis): SourceEvent[] {
  const events: SourceEvent[] = [];
  for (const [exchange, upTo] of handedOn) {
    const trades = feed.between(exchange, upTo, at);
    handedOn.set(exchange, at);
    if (trades.length > 0)
      events.push({ kind: 'trades', exchangeId: exchange.exchangeId, receivedAt: at, trades });
  }
  return events;
}
