import type { Clock } from '../../core/clock.ts';
import type {
  ExchangeApi,
  ListedCurrency,
  ListedMarket,
  MarketList,
  TickerReading,
} from '../live/exchange-api.ts';
import { checkAnswer, type ExchangeHttp } from '../live/http/exchange-http.ts';
import { PollFailure } from '../live/poll-failure.ts';
import { ccxtFailure } from './ccxt-failure.ts';
import {
  loadCcxtClass,
  type CcxtCurrency,
  type CcxtInstance,
  type CcxtMarket,
  type CcxtTicker,
} from './ccxt-library.ts';
import { exactNumbers } from './exact-numbers.ts';
import { ccxtOptionsOf, WITH_SPOT_CALL } from './ccxt-options.ts';

/** Longer than any deadline of ours, which also covers the body: ccxt's own ends with the headers. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * An exchange through ccxt, which knows addresses and layouts. Requests, their pace, deadlines and limits are ours;
 * markets are loaded by us too, because a failed `loadMarkets` of ccxt spoils every later call.
 */
export class CcxtExchange implements ExchangeApi {
  readonly key: string;
  readonly #ccxt: CcxtInstance;
  readonly #http: ExchangeHttp;
  readonly #clock: Clock;
  /** Of the call that is under way: there is only ever one. */
  #signal: AbortSignal = AbortSignal.abort();
  /** The list whose markets ccxt was given. */
  #given: MarketList | undefined;

  private constructor(key: string, ccxt: CcxtInstance, http: ExchangeHttp, clock: Clock) {
    this.key = key;
    this.#ccxt = ccxt;
    this.#http = http;
    this.#clock = clock;
    ccxt.fetchImplementation = (url, params) => this.#send(url, params);
    const parse = ccxt.parseJson.bind(ccxt);
    ccxt.parseJson = (text) => {
      const parsed = parse(exactNumbers(text));
      if (parsed === undefined) throw new PollFailure('not-json', 'the answer is not valid JSON');
      return parsed;
    };
  }

  static async open(key: string, http: ExchangeHttp, clock: Clock): Promise<CcxtExchange> {
    const Exchange = await loadCcxtClass(key);
    const ccxt = new Exchange({
      number: String,
      enableRateLimit: false,
      timeout: NO_TIMEOUT_MS,
      options: ccxtOptionsOf(key),
    });
    return new CcxtExchange(key, ccxt, http, clock);
  }

  get name(): string {
    return this.#ccxt.name;
  }

  /** Whether all tickers can be had at once. */
  get hasTickers(): boolean {
    return this.#ccxt.has['fetchTickers'] === true;
  }

  async markets(signal: AbortSignal): Promise<MarketList> {
    return this.#call(signal, async () => {
      const currencies = await this.#currencies();
      const markets = await this.#spotMarkets();
      const raw = markets.filter((market) => market.spot === true);
      const list: MarketList = {
        markets: raw.map(listedMarket),
        currencies: Object.values(currencies ?? {}).map(listedCurrency),
        raw,
      };
      this.#give(list, currencies);
      return list;
    });
  }

  async tickers(list: MarketList, signal: AbortSignal): Promise<readonly TickerReading[]> {
    if (this.#given !== list) this.#give(list);
    return this.#call(signal, async () => {
      const tickers = await this.#ccxt.fetchTickers();
      const wanted = this.#ccxt.markets ?? {};
      return Object.entries(tickers).flatMap(([symbol, ticker]) =>
        symbol in wanted ? [reading(symbol, ticker)] : [],
      );
    });
  }

  async #spotMarkets(): Promise<readonly CcxtMarket[]> {
    const ownCall = WITH_SPOT_CALL.has(this.key) && this.#ccxt.fetchSpotMarkets?.({});
    return ownCall ? ownCall : this.#ccxt.fetchMarkets();
  }

  /** They add names and contracts; an exchange that keeps them to its customers has markets all the same. */
  async #currencies(): Promise<Readonly<Record<string, CcxtCurrency>> | undefined> {
    if (this.#ccxt.has['fetchCurrencies'] !== true) return undefined;
    try {
      return await this.#ccxt.fetchCurrencies();
    } catch (error) {
      if (ccxtFailure(error).kind === 'refused') return undefined;
      throw error;
    }
  }

  #give(list: MarketList, currencies?: Readonly<Record<string, CcxtCurrency>>): void {
    this.#ccxt.setMarkets(list.raw as readonly CcxtMarket[], currencies);
    this.#given = list;
  }

  async #call<T>(signal: AbortSignal, ask: () => Promise<T>): Promise<T> {
    this.#signal = signal;
    try {
      return await ask();
    } catch (error) {
      signal.throwIfAborted();
      throw ccxtFailure(error);
    }
  }

  async #send(url: string, { method, headers, body }: Parameters<CcxtInstance['fetchImplementation']>[1]) {
    const answer = await this.#http.send(url, { method, headers, body }, this.#signal);
    checkAnswer(answer, this.#clock.now());
    const { status, headers: answered, text } = answer;
    return { status, statusText: '', headers: answered, text: () => Promise.resolve(text) };
  }
}

function listedMarket({ symbol, base, quote, baseId, quoteId, active }: CcxtMarket): ListedMarket {
  return {
    symbol,
    base,
    quote,
    ...ownCode('ownBase', baseId, base),
    ...ownCode('ownQuote', quoteId, quote),
    active: active !== false,
  };
}

/** Numbers and letters in another case are the exchange's housekeeping, not another name. */
function ownCode(
  name: 'ownBase' | 'ownQuote',
  own: unknown,
  code: string,
): { ownBase?: string; ownQuote?: string } {
  if (typeof own !== 'string' || own.toUpperCase() === code.toUpperCase() || !/[a-z]/i.test(own)) return {};
  return { [name]: own };
}

function listedCurrency({ code, name }: CcxtCurrency): ListedCurrency {
  const isName = typeof name === 'string' && name !== '' && name.toUpperCase() !== code.toUpperCase();
  return isName ? { code, name } : { code };
}

function reading(symbol: string, ticker: CcxtTicker): TickerReading {
  const { last, bid, ask, baseVolume, quoteVolume, vwap, timestamp } = ticker;
  return {
    symbol,
    ...decimal('last', last),
    ...decimal('bid', bid),
    ...decimal('ask', ask),
    ...decimal('baseVolume', baseVolume),
    ...decimal('quoteVolume', quoteVolume),
    ...decimal('vwap', vwap),
    ...(typeof timestamp === 'number' ? { timestamp } : {}),
  };
}

function decimal<Name extends keyof TickerReading>(name: Name, value: unknown): { [N in Name]?: string } {
  if (typeof value === 'number' && Number.isFinite(value))
    return { [name]: String(value) } as { [N in Name]?: string };
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [N in Name]?: string }) : {};
}
