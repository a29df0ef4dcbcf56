import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { ExchangeRequests } from '../http/exchange-http.ts';
import type { TradeReading, TradesApi, TradeStreamHandlers } from '../ports/trades-api.ts';
import type { ApiKey } from '../settings/api-keys.ts';
import { ccxtFailure } from './ccxt-failure.ts';
import { loadCcxtClass, type CcxtInstance, type CcxtMarket } from './ccxt-library.ts';
import { ccxtOptionsOf } from './ccxt-options.ts';
import { loadCcxtPro, type CcxtPro, type CcxtTrade } from './ccxt-pro.ts';
import { CCXT_BASICS, CCXT_PRO_BASICS, makeOwnRequests } from './ccxt-requests.ts';
import { CcxtSockets, SOCKET_OPTIONS } from './ccxt-sockets.ts';
import { hasSharedIds, STREAMED, tradeLimitOf, tradeOptionsOf, tradeParamsOf } from './ccxt-streams.ts';

/** An agent of `node:http` or `node:https`; opaque here, passed on to ccxt. */
export type OpaqueAgent = object;

export interface CcxtTradesOptions {
  readonly key: string;
  /** Markets whose trades are read. ccxt is given these, so it never loads markets itself. */
  readonly markets: readonly CcxtMarket[];
  readonly http: ExchangeRequests;
  readonly clock: Clock;
  /** Absent: no socket is opened. */
  readonly agent: OpaqueAgent | undefined;
  readonly apiKey?: ApiKey | undefined;
}

interface PolledInstance extends CcxtInstance {
  fetchTrades(
    symbol: string,
    since: undefined,
    limit: number | undefined,
    params: object,
  ): Promise<readonly CcxtTrade[]>;
}

type ProClass = NonNullable<Awaited<ReturnType<typeof loadCcxtPro>>>;

/** Trades of a ccxt exchange. It has its own ccxt instances, because a call for tickers may run at the same time. */
export class CcxtTrades implements TradesApi {
  readonly stream?: (handlers: TradeStreamHandlers, signal: AbortSignal) => Promise<never>;
  readonly hasSharedIds: boolean;
  readonly #options: CcxtTradesOptions;
  readonly #polled: PolledInstance;
  #signal: AbortSignal = AbortSignal.abort();

  private constructor(options: CcxtTradesOptions, polled: PolledInstance, pro: ProClass | undefined) {
    this.#options = options;
    this.hasSharedIds = hasSharedIds(options.key);
    this.#polled = polled;
    makeOwnRequests(polled, { ...options, signal: () => this.#signal });
    polled.setMarkets(options.markets);
    if (pro) this.stream = (handlers, signal) => this.#watch(pro, handlers, signal);
  }

  /** Undefined if the exchange does not list its trades. */
  static async open(options: CcxtTradesOptions): Promise<CcxtTrades | undefined> {
    const { key, agent, apiKey } = options;
    const Exchange = await loadCcxtClass(key);
    const polled = new Exchange({ ...CCXT_BASICS, ...apiKey, options: optionsOf(key) }) as PolledInstance;
    if (polled.has['fetchTrades'] !== true) return undefined;
    const pro = agent !== undefined && key in STREAMED ? await loadCcxtPro(key) : undefined;
    return new CcxtTrades(options, polled, pro);
  }

  async recent(symbol: string, ageMs: Millis, signal: AbortSignal): Promise<readonly TradeReading[]> {
    const { key } = this.#options;
    this.#signal = signal;
    try {
      const params = tradeParamsOf(key, ageMs);
      const trades = await this.#polled.fetchTrades(symbol, undefined, tradeLimitOf(key), params);
      return trades.flatMap((trade) => readingOf(symbol, trade) ?? []);
    } catch (error) {
      signal.throwIfAborted();
      throw ccxtFailure(error);
    }
  }

  async #watch(Pro: ProClass, handlers: TradeStreamHandlers, signal: AbortSignal): Promise<never> {
    const { key, markets, agent, apiKey, http } = this.#options;
    const ws = { options: { ...SOCKET_OPTIONS, agent } };
    const ccxt = new Pro({ ...CCXT_PRO_BASICS, ...apiKey, options: { ...optionsOf(key), ws } });
    makeOwnRequests(ccxt, { ...this.#options, signal: () => signal });
    ccxt.setMarkets(markets);
    const symbols = markets.map(({ symbol }) => symbol);
    for (const symbol of symbols) ccxt.trades[symbol] = new TradeTap(symbol, handlers.onTrades);
    const sockets = new CcxtSockets(ccxt, handlers.onOpen, http.gateway);
    return sockets.run(callsOf(ccxt, symbols), signal);
  }
}

/**
 * Replaces the list in which ccxt's handlers keep the trades of a market, and passes each trade on as soon as it is
 * parsed, without ccxt's own cache and its merging of messages between two calls. It stays empty.
 */
class TradeTap extends Array<never> {
  readonly #symbol: string;
  readonly #onTrades: (readings: readonly TradeReading[]) => void;

  constructor(symbol: string, onTrades: (readings: readonly TradeReading[]) => void) {
    super();
    this.#symbol = symbol;
    this.#onTrades = onTrades;
  }

  /** Methods that derive a list from this one create a plain array. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  append(trade: CcxtTrade): void {
    const reading = readingOf(this.#symbol, trade);
    if (reading) this.#onTrades([reading]);
  }

  getLimit(): number {
    return 0;
  }
}

/** Subscribes to all markets: each call resolves with a message, or fails with the connection. */
function callsOf(ccxt: CcxtPro, symbols: readonly string[]): readonly (() => Promise<unknown>)[] {
  if (ccxt.has['watchTradesForSymbols'] === true) return [() => ccxt.watchTradesForSymbols(symbols)];
  return symbols.map((symbol) => () => ccxt.watchTrades(symbol));
}

function optionsOf(key: string): object {
  return { ...ccxtOptionsOf(key), ...tradeOptionsOf(key) };
}

/** Undefined if required fields are missing, or if it belongs to another market. */
function readingOf(symbol: string, trade: CcxtTrade): TradeReading | undefined {
  const { id, side, timestamp } = trade;
  const [price, amount] = [textOf(trade.price), textOf(trade.amount)];
  if (trade.symbol !== symbol || typeof timestamp !== 'number') return undefined;
  if (price === undefined || amount === undefined) return undefined;
  return {
    symbol,
    ...(typeof id === 'string' && id !== '' ? { id } : {}),
    price,
    amount,
    timestamp,
    ...(side === 'buy' || side === 'sell' ? { side } : {}),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
