import type { Subscribable, Unsubscribe } from '../../../bus/bus.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Trade } from '../../../core/tick.ts';
import { MINUTE_MS, type Millis } from '../../../core/time.ts';
import type { MarketTopics } from '../../../latest/market/market-topics.ts';

/** A new leader publishes the trades since the last tick again; the former one has published some of them. */
const REMEMBERED_MS = 2 * MINUTE_MS;

/** A bus that delivers each trade once, even if the publishing process changes. */
export class TradeDeduplicator implements Subscribable<MarketTopics> {
  readonly #bus: Subscribable<MarketTopics>;
  readonly #clock: Clock;
  readonly #seen = new SeenTrades();

  constructor(bus: Subscribable<MarketTopics>, clock: Clock) {
    this.#bus = bus;
    this.#clock = clock;
  }

  /** The topic `trades` may have one subscriber only. */
  subscribe<T extends keyof MarketTopics>(
    topic: T,
    receive: (message: MarketTopics[T]) => void,
  ): Unsubscribe {
    if (topic !== 'trades') return this.#bus.subscribe(topic, receive);
    const receiveTrades = receive as (message: MarketTopics['trades']) => void;
    return this.#bus.subscribe('trades', ({ receivedAt, trades }) => {
      const now = this.#clock.monotonic();
      const unseen = trades.filter((trade) => this.#seen.isNew(trade, now));
      if (unseen.length > 0) receiveTrades({ receivedAt, trades: unseen });
    });
  }
}

/** Trades of the last minutes, in two sets: the older set is dropped as a whole. */
class SeenTrades {
  #newer = new Set<string>();
  #older = new Set<string>();
  #since: Millis = -Infinity;

  isNew({ exchangeId, marketId, tradeId }: Trade, at: Millis): boolean {
    if (at - this.#since > REMEMBERED_MS) {
      this.#older = this.#newer;
      this.#newer = new Set();
      this.#since = at;
    }
    const name = `${exchangeId} ${marketId} ${tradeId}`;
    if (this.#newer.has(name) || this.#older.has(name)) return false;
    this.#newer.add(name);
    return true;
  }
}
