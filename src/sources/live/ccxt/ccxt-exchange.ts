import type { Clock } from '../../../core/clocks/clock.ts';
import type {
  ReplyTime,
  ExchangeApi,
  ListedCurrency,
  ListedMarket,
  MarketList,
  TickerReading,
} from '../ports/exchange-api.ts';
import { ReplyTimes } from '../http/reply-times.ts';
import type { ExchangeRequests } from '../http/exchange-http.ts';
import type { LeftOut } from '../ports/left-out.ts';
import { isAssetCode } from '../ports/listed-names.ts';
import type { TradesApi } from '../ports/trades-api.ts';
import type { ApiKey } from '../settings/api-keys.ts';
import { ccxtFailure } from './ccxt-failure.ts';
import type { CcxtCurrency, CcxtInstance, CcxtMarket, CcxtTicker } from './ccxt-library.ts';
import { ccxtOptionsOf, WITH_SPOT_CALL } from './ccxt-options.ts';
import { withoutAccountExtras } from './ccxt-requests.ts';
import { CcxtSession } from './ccxt-session.ts';
import { CcxtTrades, type OpaqueAgent } from './ccxt-trades.ts';
import { bestQuotes } from './entries/best-quotes.ts';
import { slimMarket } from './entries/slim-market.ts';
import { readabilityOf, type Readability } from './ccxt-readability.ts';
import { OneByOne } from './one-by-one.ts';

const MAX_ID_LENGTH = 200;

/**
 * An exchange through ccxt, which knows addresses and layouts. Requests, their pace, deadlines and limits are ours. We
 * load markets too, because a failed `loadMarkets` of ccxt spoils every later call.
 */
export class CcxtExchange implements ExchangeApi {
  readonly key: string;
  readonly readability: Readability;
  readonly #session: CcxtSession;
  readonly #http: ExchangeRequests;
  readonly #clock: Clock;
  readonly #agent: OpaqueAgent | undefined;
  readonly #apiKey: ApiKey | undefined;
  readonly #times: ReplyTimes;
  /** The list whose markets were set in ccxt. */
  #given: MarketList | undefined;
  /** Set if the exchange needs one request per market. */
  readonly #oneByOne: OneByOne | undefined;

  private constructor(
    key: string,
    session: CcxtSession,
    readability: Readability,
    http: ExchangeRequests,
    clock: Clock,
    agent: OpaqueAgent | undefined,
    apiKey: ApiKey | undefined,
    times: ReplyTimes,
  ) {
    this.key = key;
    this.#times = times;
    this.readability = readability;
    this.#session = session;
    this.#http = http;
    this.#clock = clock;
    this.#agent = agent;
    this.#apiKey = apiKey;
    if (readability.how === 'one by one')
      this.#oneByOne = new OneByOne({
        clock,
        paceMs: session.ccxt.rateLimit,
        call: ({ symbol }) => this.#one(symbol),
        failureOf: ccxtFailure,
      });
  }

  /** Without an agent, no socket is ever opened. `readability` overrides how its tickers are read. */
  static async open(
    key: string,
    http: ExchangeRequests,
    clock: Clock,
    agent?: OpaqueAgent,
    readability?: Readability,
    apiKey?: ApiKey,
  ): Promise<CcxtExchange> {
    const times = new ReplyTimes(clock);
    const options = ccxtOptionsOf(key);
    const session = await CcxtSession.open({ id: key, options, apiKey, http: times.over(http), clock });
    const how = readability ?? readabilityOf(session.ccxt);
    return new CcxtExchange(key, session, how, http, clock, agent, apiKey, times);
  }

  get #ccxt(): CcxtInstance {
    return this.#session.ccxt;
  }

  get name(): string {
    return this.#ccxt.name;
  }

  get maxPerCycle(): number | undefined {
    return this.#oneByOne?.maxPerCycle;
  }

  answerTime(): ReplyTime {
    return this.#times.time;
  }

  takeLeftOut(): readonly LeftOut[] {
    return this.#session.takeLeftOut();
  }

  async markets(signal: AbortSignal): Promise<MarketList> {
    const currencies = await this.#session.call(signal, () => this.#currencies());
    const list = await this.#session.call(signal, async () => {
      const markets = (await this.#spotMarkets()).filter(isUsable);
      const spot = markets.map((market) => slimMarket(this.key, market));
      // Markets as ccxt has prepared them, so that they are in memory only once.
      return { markets: spot.map(listedMarket), raw: Object.values(this.#ccxt.setMarkets(spot)) };
    });
    const named = Object.values(currencies ?? {}).filter((currency) => isAssetCode(currency?.code));
    this.#given = { ...list, currencies: named.map(listedCurrency) };
    return this.#given;
  }

  async tickers(list: MarketList, signal: AbortSignal): Promise<readonly TickerReading[]> {
    if (this.#given !== list) this.#give(list);
    this.#times.begin();
    const oneByOne = this.#oneByOne;
    // Each reply is about one market: one that cannot be read affects no other.
    if (oneByOne) return this.#session.once(signal, () => oneByOne.read(list.markets, signal));
    return this.#session.call(signal, async () => {
      const tickers = await this.#ccxt.fetchTickers();
      const wanted = this.#ccxt.markets ?? {};
      return Object.entries(tickers).flatMap(([symbol, ticker]) =>
        Object.hasOwn(wanted, symbol) ? [reading(symbol, ticker)] : [],
      );
    });
  }

  /** A reply about another market than the requested one is no reading. */
  async #one(symbol: string): Promise<TickerReading | undefined> {
    const ticker = await this.#ccxt.fetchTicker(symbol);
    return ticker.symbol === symbol ? reading(symbol, ticker) : undefined;
  }

  async trades({ raw }: MarketList, symbols: readonly string[]): Promise<TradesApi | undefined> {
    const markets = ((raw ?? []) as readonly CcxtMarket[]).filter(({ symbol }) => symbols.includes(symbol));
    const [http, clock, agent, apiKey] = [this.#http, this.#clock, this.#agent, this.#apiKey];
    return CcxtTrades.open({ key: this.key, markets, http, clock, agent, apiKey });
  }

  /** Any other ccxt call about the markets of a list, with the same requests and failures. */
  async ask<T>(list: MarketList, signal: AbortSignal, ask: (ccxt: CcxtInstance) => Promise<T>): Promise<T> {
    if (this.#given !== list) this.#give(list);
    return this.#session.call(signal, ask);
  }

  async #spotMarkets(): Promise<readonly CcxtMarket[]> {
    const ccxt = this.#ccxt;
    return withoutAccountExtras(ccxt, async () => {
      const ownCall = WITH_SPOT_CALL.has(this.key) && ccxt.fetchSpotMarkets?.({});
      return ownCall ? ownCall : ccxt.fetchMarkets();
    });
  }

  /** They add names and contracts. An exchange that shows them only to its customers still has markets. */
  async #currencies(): Promise<Readonly<Record<string, CcxtCurrency>> | undefined> {
    if (this.#ccxt.has['fetchCurrencies'] !== true) return undefined;
    try {
      return await this.#ccxt.fetchCurrencies();
    } catch (error) {
      if (ccxtFailure(error).kind === 'refused') return undefined;
      throw error;
    }
  }

  #give(list: MarketList): void {
    this.#ccxt.setMarkets(list.raw as readonly CcxtMarket[]);
    this.#given = list;
  }
}

/** ccxt keeps markets by id in plain objects, and puts ids into addresses. */
function isUsable({ id, spot, base, quote }: CcxtMarket): boolean {
  const isId = String(id).length <= MAX_ID_LENGTH && !(String(id) in Object.prototype);
  return spot === true && isId && isAssetCode(base) && isAssetCode(quote);
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

/** Numbers and letters in another case are internal spellings of the exchange, not another name. */
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
  const { last, baseVolume, quoteVolume, vwap, timestamp } = ticker;
  const { bid, ask } = bestQuotes(ticker);
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
