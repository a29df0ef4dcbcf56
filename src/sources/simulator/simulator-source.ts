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
import { HandedOn } from './handed-on.ts';
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

/** `set back`: the clock is so far before the slot that slots which were passed over come first. */
type Reached = 'reached' | 'set back' | 'stopped';

/** What one reader of events goes on from. */
interface Run {
  readonly feed: TradeFeed;
  readonly contractsReadAt: Map<SimulatedExchange, Millis>;
  /** The last slot that is not delivered again. */
  done: Millis;
}

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
 *
 * The clock may be set at any moment. A slot whose watermark came in time is never delivered again, and no trade twice.
 * Where the clock was set forward and then back, the source goes on from the slots that it had passed over.
 */
export class SimulatorSource implements Source {
  readonly name = 'simulator';
  readonly #market: SimulatedMarket;
  readonly #clock: Clock;
  readonly #mostLagMs: Millis;
  readonly #steps: readonly Step[];
  /** The first slot that `lastPassed` has not delivered. */
  #next: Millis | undefined;
  readonly #handedOn = new HandedOn();

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
    const run: Run = {
      feed: new TradeFeed(this.#market),
      contractsReadAt: new Map(),
      done: (this.#next ?? slotAfter(this.#clock.now())) - SLOT_MS,
    };
    let slot = run.done + SLOT_MS;
    let tradesFrom = slot - SLOT_MS - CUT_OFF_MS;
    while (!signal.aborted) {
      const goOnAt = this.#goesOnAt(slot, run.done);
      if (goOnAt !== slot) tradesFrom = goOnAt - SLOT_MS - CUT_OFF_MS;
      slot = goOnAt;
      let outcome: Reached = 'reached';
      for (const step of this.#steps) {
        const at = slot - step.beforeSlotMs;
        outcome = await this.#reaches(at, slot, run.done, signal);
        if (outcome === 'stopped') return;
        if (outcome === 'set back') break;
        yield* this.#carryOut(step, slot, tradesFrom, run);
        if (step.what === 'trades') tradesFrom = at;
      }
      if (outcome === 'reached') slot += SLOT_MS;
    }
  }

  *#carryOut(step: Step, slot: Millis, tradesFrom: Millis, run: Run): Generator<SourceEvent> {
    const at = slot - step.beforeSlotMs;
    if (step.what === 'watermark') {
      // One that comes later is of no use: the slot may be delivered again, where the clock is set back.
      if (this.#clock.now() <= slot) run.done = slot;
      yield { kind: 'watermark', at };
    } else if (step.what === 'trades') {
      for (const [from, to] of this.#handedOn.take(tradesFrom, at)) yield* tradesBetween(run.feed, from, to);
    } else {
      const readBefore = run.contractsReadAt.get(step.exchange) ?? this.#readBefore(step);
      yield* this.#ticks(step.exchange, slot);
      yield* this.#derivatives(step.exchange, slot, readBefore);
      run.contractsReadAt.set(step.exchange, at);
    }
  }

  /** Another slot where the source lags too far behind, or where the clock was set back after it had been set forward. */
  #goesOnAt(slot: Millis, done: Millis): Millis {
    const now = this.#clock.now();
    if (now - slot > this.#mostLagMs) return slotAfter(now);
    return this.#isSetBack(slot, done) ? Math.max(slotAfter(now), done + SLOT_MS) : slot;
  }

  /** Whether earlier slots, which were passed over, are still to come. */
  #isSetBack(slot: Millis, done: Millis): boolean {
    return slot - SLOT_MS > done && this.#clock.now() < slot - SLOT_MS - SECOND_MS;
  }

  /**
   * The last slot that has passed, at once, as somebody sees it who has been watching: what a start needs. Where `known`
   * was delivered before, that slot where the clock has not reached it again: nothing before it is delivered.
   */
  lastPassed(known = -Infinity): PassedSlot {
    const slot = Math.max(slotAtOrBefore(this.#clock.now()), known);
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
    const isSilent = this.#market.isOut(exchange, slot) || this.#market.calendar.isClosed(exchange, slot);
    const ticks = isSilent ? [] : derivatives.ticksOf(exchangeId, receivedAt);
    return [
      ...(contracts.length > 0 ? [{ kind: 'contracts' as const, exchangeId, receivedAt, contracts }] : []),
      ...(ticks.length > 0 ? [{ kind: 'derivative-ticks' as const, exchangeId, receivedAt, ticks }] : []),
    ];
  }

  /** When `lastPassed` read an exchange; without it, never. */
  #readBefore({ beforeSlotMs }: Step): Millis {
    return this.#next === undefined ? -Infinity : this.#next - SLOT_MS - beforeSlotMs;
  }

  /** Waits for a step of a slot, and looks now and then whether the clock was set back meanwhile. */
  async #reaches(at: Millis, slot: Millis, done: Millis, signal: AbortSignal): Promise<Reached> {
    try {
      for (let now = this.#clock.now(); now < at; now = this.#clock.now()) {
        if (this.#isSetBack(slot, done)) return 'set back';
        await this.#clock.wait(Math.min(at - now, SECOND_MS), signal);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return signal.aborted ? 'stopped' : 'reached';
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
