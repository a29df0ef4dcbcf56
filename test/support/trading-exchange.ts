import type { Clock } from '../../src/core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../src/core/time.ts';
import type { MarketList } from '../../src/sources/live/ports/exchange-api.ts';
import type {
  TradeReading,
  TradesApi,
  TradeStreamHandlers,
} from '../../src/sources/live/ports/trades-api.ts';
import { MadeExchange, type Quote } from './live-market.ts';

/** An exchange with a trade in each market at a fixed interval: a function of time only. */
export class TradingExchange extends MadeExchange {
  readonly #clock: Clock;
  readonly #everyMs: Millis;
  readonly #hasSocket: boolean;

  constructor(key: string, quotes: readonly Quote[], clock: Clock, everyMs = 700, hasSocket = true) {
    super(key, quotes);
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#hasSocket = hasSocket;
  }

  trades(_list: MarketList, symbols: readonly string[]): Promise<TradesApi> {
    const recent: TradesApi['recent'] = (symbol) =>
      this.failure
        ? Promise.reject(this.failure)
        : Promise.resolve(this.#between(symbol, this.#clock.now() - 60 * SECOND_MS, this.#clock.now()));
    return Promise.resolve(
      this.#hasSocket
        ? { recent, hasSharedIds: true, stream: (handlers, signal) => this.#say(symbols, handlers, signal) }
        : { recent, hasSharedIds: true },
    );
  }

  async #say(
    symbols: readonly string[],
    { onOpen, onTrades }: TradeStreamHandlers,
    signal: AbortSignal,
  ): Promise<never> {
    onOpen();
    for (let from = this.#clock.now(); ;) {
      await this.#clock.wait(this.#everyMs, signal);
      const to = this.#clock.now();
      for (const symbol of symbols) onTrades(this.#between(symbol, from, to));
      from = to;
    }
  }

  /** Trades in (`from`, `to`]. */
  #between(symbol: string, from: Millis, to: Millis): TradeReading[] {
    const price = this.quotes.find(([base, quote]) => `${base}/${quote}` === symbol)?.[2] ?? '1';
    const first = Math.floor(from / this.#everyMs) + 1;
    const count = Math.max(0, Math.floor(to / this.#everyMs) - first + 1);
    return Array.from({ length: count }, (_, i) => ({
      symbol,
      id: String(first + i),
      price,
      amount: `0.${((first + i) % 9) + 1}`,
      timestamp: (first + i) * this.#everyMs,
    }));
  }
}
