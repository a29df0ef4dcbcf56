import type { Trade } from '../../core/tick.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { SimulatedExchange } from '../simulated-listing.ts';
import type { SimulatedMarket } from '../simulated-market.ts';

interface SlotTrades {
  readonly slot: Millis;
  readonly trades: readonly Trade[];
}

/** Trades by the time at which they happened, rather than by slot. Caches at most two slots per exchange. */
export class TradeFeed {
  /** The exchanges that deliver trades at all. */
  readonly exchanges: readonly SimulatedExchange[];
  readonly #market: SimulatedMarket;
  readonly #kept = new Map<SimulatedExchange, readonly SlotTrades[]>();

  constructor(market: SimulatedMarket) {
    this.#market = market;
    this.exchanges = market.exchanges.filter((exchange) => market.listingsWithTrades(exchange).length > 0);
  }

  /** Trades later than `after`, up to and including `upTo`, in the order in which they happened. */
  between(exchange: SimulatedExchange, after: Millis, upTo: Millis): Trade[] {
    const trades: Trade[] = [];
    const last = slotOfTrade(exchange, upTo);
    for (let slot = slotOfTrade(exchange, after + 1); slot <= last; slot += SLOT_MS) {
      for (const trade of this.ofSlot(exchange, slot)) {
        if (trade.exchangeTimestamp > after && trade.exchangeTimestamp <= upTo) trades.push(trade);
      }
    }
    return trades;
  }

  /** All trades up to the reading of the exchange for this slot, since the reading before. */
  ofSlot(exchange: SimulatedExchange, slot: Millis): readonly Trade[] {
    const kept = this.#kept.get(exchange) ?? [];
    const known = kept.find((entry) => entry.slot === slot);
    if (known) return known.trades;
    const trades = this.#market.tradesOf(exchange, slot).sort(byTime);
    this.#kept.set(exchange, [...kept.slice(-1), { slot, trades }]);
    return trades;
  }
}

function slotOfTrade({ refreshLeadMs }: SimulatedExchange, at: Millis): Millis {
  return Math.ceil((at + refreshLeadMs) / SLOT_MS) * SLOT_MS;
}

/** No two trades of a market happen in the same millisecond, so this is an order. */
function byTime(a: Trade, b: Trade): number {
  return a.exchangeTimestamp - b.exchangeTimestamp || (a.marketId < b.marketId ? -1 : 1);
}
