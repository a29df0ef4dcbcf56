import type { Millis } from '../core/time.ts';
import type { Feed, Feeds, ReferenceSince } from '../sources/feeds.ts';
import type { ExchangeBatch, ContractBatch, DerivativeTickBatch, TickBatch } from '../sources/source.ts';
import { ListedReference } from './calendar/listed-reference.ts';
import type { SimulatedExchange } from './simulated-listing.ts';
import type { SimulatedMarket } from './simulated-market.ts';
import { TradeFeed } from './trades/trade-feed.ts';

/** What the exchanges of the simulated market deliver, and when they are read. */
export class SimulatorFeeds implements Feeds {
  readonly name = 'simulator';
  readonly feeds: readonly Feed[];
  readonly #market: SimulatedMarket;
  #reference: ListedReference | undefined;
  readonly #trades: TradeFeed;

  constructor(market: SimulatedMarket, reference?: ListedReference) {
    this.#market = market;
    this.#reference = reference;
    this.#trades = new TradeFeed(market);
    this.feeds = market.exchanges.map((exchange) => ({
      exchangeId: exchange.exchangeId,
      beforeSlotMs: exchange.refreshLeadMs,
      read: (slot, since) => ({
        batches: [...this.ticks(exchange, slot), ...this.derivatives(exchange, slot, since)],
        failed: market.isOut(exchange, slot),
      }),
    }));
  }

  /** Trades of all exchanges, or of some. */
  arrivals(after: Millis, at: Millis, only?: ReadonlySet<string>): ExchangeBatch[] {
    return this.#trades.exchanges.flatMap((exchange): ExchangeBatch[] => {
      const { exchangeId } = exchange;
      if (only && !only.has(exchangeId)) return [];
      const trades = this.#trades.between(exchange, after, at);
      return trades.length === 0 ? [] : [{ kind: 'trades', exchangeId, receivedAt: at, trades }];
    });
  }

  referenceAt(slot: Millis): ReferenceSince {
    return (this.#reference ??= new ListedReference(this.#market)).at(slot);
  }

  ticks(exchange: SimulatedExchange, slot: Millis): TickBatch[] {
    const ticks = this.#market.ticksOf(exchange, slot);
    const { exchangeId, refreshLeadMs } = exchange;
    return ticks.length === 0 ? [] : [{ kind: 'ticks', exchangeId, receivedAt: slot - refreshLeadMs, ticks }];
  }

  /** Each ticker arrives with the reading that first showed its prices. */
  standingTicks(exchange: SimulatedExchange, slot: Millis): TickBatch[] {
    const { exchangeId, refreshLeadMs } = exchange;
    const { readAt, bySlot } = this.#market.standingTicksOf(exchange, slot);
    return [...bySlot].map(([since, ticks]) => ({
      kind: 'ticks',
      exchangeId,
      receivedAt: since - refreshLeadMs,
      readAt: readAt - refreshLeadMs,
      ticks,
    }));
  }

  /** Contracts are listed even if the exchange's feed has a fault. */
  derivatives(
    exchange: SimulatedExchange,
    slot: Millis,
    after: Millis,
  ): (ContractBatch | DerivativeTickBatch)[] {
    const { derivatives, calendar } = this.#market;
    const { exchangeId, refreshLeadMs } = exchange;
    if (!derivatives.lists(exchangeId)) return [];
    const receivedAt = slot - refreshLeadMs;
    const contracts = derivatives.contractsListed(exchangeId, after, receivedAt);
    const isSilent = this.#market.isOut(exchange, slot) || calendar.isClosed(exchange, slot);
    const ticks = isSilent ? [] : derivatives.ticksOf(exchangeId, receivedAt);
    return [
      ...(contracts.length > 0 ? [{ kind: 'contracts' as const, exchangeId, receivedAt, contracts }] : []),
      ...(ticks.length > 0 ? [{ kind: 'derivative-ticks' as const, exchangeId, receivedAt, ticks }] : []),
    ];
  }
}
