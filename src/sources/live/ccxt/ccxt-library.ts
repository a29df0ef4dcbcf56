import { fileURLToPath } from 'node:url';
import { existsSync, readdirSync } from '../../../disk/files.ts';

/** What ccxt calls with its requests: the part of `fetch` that it uses. */
export interface CcxtFetch {
  (
    url: string,
    params: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
  ): Promise<{
    readonly status: number;
    readonly statusText: string;
    readonly headers: Readonly<Record<string, string>>;
    text(): Promise<string>;
  }>;
}

export interface CcxtMarket {
  readonly id?: unknown;
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  readonly baseId?: unknown;
  readonly quoteId?: unknown;
  readonly spot?: boolean;
  readonly active?: boolean | undefined;
  /** What the exchange itself said of it. */
  readonly info?: unknown;
}

export interface CcxtCurrency {
  readonly code: string;
  readonly name?: unknown;
  readonly networks?: unknown;
}

export interface CcxtTicker {
  readonly symbol?: unknown;
  readonly last?: unknown;
  readonly bid?: unknown;
  readonly ask?: unknown;
  readonly baseVolume?: unknown;
  readonly quoteVolume?: unknown;
  readonly vwap?: unknown;
  readonly timestamp?: unknown;
  /** What the exchange itself sent. */
  readonly info?: unknown;
}

/** An exchange of ccxt, as far as it is used here. Its own types would be compiled with all of its exchanges. */
export interface CcxtInstance {
  readonly id: string;
  readonly name: string;
  readonly rateLimit: number;
  /** Whether it is another name of an exchange that ccxt also has. */
  readonly alias?: boolean;
  /** What `{hostname}` in its URLs stands for. */
  readonly hostname?: string;
  readonly urls: Readonly<Record<string, unknown>>;
  readonly has: Readonly<Record<string, unknown>>;
  readonly markets: Readonly<Record<string, CcxtMarket>> | undefined;
  fetchImplementation: CcxtFetch;
  /** Whether it calls `throttle` before each request. */
  enableRateLimit: boolean;
  /** `cost`: how many times `rateLimit` milliseconds the request counts for. */
  throttle(cost?: number): Promise<void>;
  /** Makes the address, headers and body of a request; `api` names a part of the interface, such as `public`. */
  sign(path: string, api: unknown, method: string, ...rest: unknown[]): unknown;
  /** Whether there is a key; without one it throws if the key is required. */
  checkRequiredCredentials(isRequired?: boolean): boolean;
  parseJson(text: string): unknown;
  fetchCurrencies(): Promise<Readonly<Record<string, CcxtCurrency>> | undefined>;
  fetchMarkets(): Promise<readonly CcxtMarket[]>;
  /** Of some exchanges only. */
  fetchSpotMarkets?(params: object): Promise<readonly CcxtMarket[]>;
  setMarkets(markets: readonly CcxtMarket[], currencies?: unknown): Readonly<Record<string, CcxtMarket>>;
  fetchTicker(symbol: string): Promise<CcxtTicker>;
  fetchTickers(symbols?: undefined, params?: object): Promise<Readonly<Record<string, CcxtTicker>>>;
}

type CcxtClass = new (options: object) => CcxtInstance;

/** Exchanges of ccxt have one file each, so that one of them does not bring all others into memory. */
function fileOf(id: string): URL {
  return new URL(`./src/${id}.js`, import.meta.resolve('ccxt'));
}

export function isKnownToCcxt(id: string): boolean {
  return /^[a-z0-9]{2,40}$/.test(id) && existsSync(fileURLToPath(fileOf(id)));
}

export async function loadCcxtClass(id: string): Promise<CcxtClass> {
  const { default: exchange } = (await import(fileOf(id).href)) as { default: CcxtClass };
  return exchange;
}

/** Every exchange that ccxt has, by the name that it has for it. */
export function ccxtIds(): readonly string[] {
  const folder = fileURLToPath(new URL('./src/', import.meta.resolve('ccxt')));
  return readdirSync(folder).flatMap((name) => /^([a-z0-9]+)\.js$/.exec(name)?.[1] ?? []);
}
