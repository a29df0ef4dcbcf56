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

/** Numbers are texts because of `number = String`. */
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

/** The part of a ccxt exchange that tests use. */
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

/** Restricts exchanges with other markets to their spot markets, if possible. */
const SPOT_ONLY: Readonly<Record<string, Options>> = {
  binance: { fetchMarkets: { types: ['spot'] } },
  okx: { fetchMarkets: { types: ['spot'] } },
  // Its default is the tickers of perpetuals.
  bybit: { fetchMarkets: { types: ['spot'] }, defaultType: 'spot' },
  gate: { fetchMarkets: { types: ['spot'] } },
  htx: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  bitget: { fetchMarkets: { types: ['spot'] } },
};

/** An unmodified ccxt exchange that connects through the dispatcher. */
export async function ccxtClient(id: string, dispatcher: Dispatcher): Promise<CcxtClient> {
  const ccxt = pathToFileURL(createRequire(import.meta.url).resolve('ccxt'));
  const module = (await import(new URL(`../js/src/${id}.js`, ccxt).href)) as {
    default: new (config: Options) => CcxtClient & Internals;
  };
  const client = new module.default({ enableRateLimit: false, options: SPOT_ONLY[id] ?? {} });
  client.number = String;
  // It creates its own dispatcher, so ours must be set afterwards.
  await client.loadFetchImplementation();
  client.fetchDispatcher = dispatcher;
  return client;
}
