import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Dispatcher } from 'undici';

export interface CcxtMarket {
  readonly id: string;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly spot: boolean;
  readonly active?: boolean;
}

/** Numbers are the texts that `number = String` leaves. */
export interface CcxtTicker {
  readonly symbol: string;
  readonly last?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly baseVolume?: string;
  readonly quoteVolume?: string;
  readonly timestamp?: number;
}

export interface CcxtCurrency {
  readonly code: string;
  readonly name?: string;
}

/** As much of an exchange of ccxt as tests ask for. */
export interface CcxtClient {
  readonly has: Readonly<Record<string, unknown>>;
  timeout: number;
  loadMarkets(): Promise<Readonly<Record<string, CcxtMarket>>>;
  setMarkets(markets: unknown): unknown;
  fetchCurrencies(): Promise<Readonly<Record<string, CcxtCurrency>>>;
  fetchTicker(...input: readonly unknown[]): Promise<CcxtTicker>;
  fetchTickers(...input: readonly unknown[]): Promise<Readonly<Record<string, CcxtTicker>>>;
}

interface Internals {
  number: unknown;
  fetchDispatcher: Dispatcher;
  loadFetchImplementation(): Promise<void>;
}

type Options = Readonly<Record<string, unknown>>;

/** What keeps an exchange to its spot markets, where it has others and can be told. */
const SPOT_ONLY: Readonly<Record<string, Options>> = {
  binance: { fetchMarkets: { types: ['spot'] } },
  okx: { fetchMarkets: { types: ['spot'] } },
  // Its tickers are those of perpetuals unless it is told.
  bybit: { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' },
  gate: { fetchMarkets: { types: ['spot'] } },
  htx: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  bitget: { fetchMarkets: { types: ['spot'] } },
};

/** An exchange of ccxt as it is, whose connections are those of the dispatcher. */
export async function ccxtClient(id: string, dispatcher: Dispatcher): Promise<CcxtClient> {
  const ccxt = pathToFileURL(createRequire(import.meta.url).resolve('ccxt'));
  const module = (await import(new URL(`../js/src/${id}.js`, ccxt).href)) as {
    default: new (config: Options) => CcxtClient & Internals;
  };
  const client = new module.default({ enableRateLimit: false, options: SPOT_ONLY[id] ?? {} });
  client.number = String;
  // It makes a dispatcher of its own, so ours comes after.
  await client.loadFetchImplementation();
  client.fetchDispatcher = dispatcher;
  return client;
}
