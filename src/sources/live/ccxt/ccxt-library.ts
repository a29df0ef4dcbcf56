import { fileURLToPath } from 'node:url';
import { existsSync, readdirSync } from '../../../disk/files.ts';

/** The part of `fetch` that ccxt uses for its requests. */
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
  /** The exchange's own data of the market. */
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
  /** The ticker as the exchange sent it. */
  readonly info?: unknown;
}

/** The part of a ccxt exchange that is used here. Importing ccxt's own types would compile all of its exchanges. */
export interface CcxtInstance {
  readonly id: string;
  readonly name: string;
  readonly rateLimit: number;
  /** Whether it is another name of an exchange in ccxt. */
  readonly alias?: boolean;
  /** Replaces `{hostname}` in its URLs. */
  readonly hostname?: string;
  readonly urls: Readonly<Record<string, unknown>>;
  readonly has: Readonly<Record<string, unknown>>;
  readonly markets: Readonly<Record<string, CcxtMarket>> | undefined;
  fetchImplementation: CcxtFetch;
  /** Whether it calls `throttle` before each request. */
  enableRateLimit: boolean;
  /** `cost`: weight of the request in units of `rateLimit` milliseconds. */
  throttle(cost?: number): Promise<void>;
  /** Builds the address, headers and body of a request; `api` is a part of the interface, such as `public`. */
  sign(path: string, api: unknown, method: string, ...rest: unknown[]): unknown;
  /** Whether a key is set; throws if it is required and missing. */
  checkRequiredCredentials(isRequired?: boolean): boolean;
  parseJson(text: string): unknown;
  fetchCurrencies(): Promise<Readonly<Record<string, CcxtCurrency>> | undefined>;
  fetchMarkets(): Promise<readonly CcxtMarket[]>;
  /** Only some exchanges have it. */
  fetchSpotMarkets?(params: object): Promise<readonly CcxtMarket[]>;
  setMarkets(markets: readonly CcxtMarket[], currencies?: unknown): Readonly<Record<string, CcxtMarket>>;
  fetchTicker(symbol: string): Promise<CcxtTicker>;
  fetchTickers(symbols?: undefined, params?: object): Promise<Readonly<Record<string, CcxtTicker>>>;
}

type CcxtClass = new (options: object) => CcxtInstance;

/** Each ccxt exchange has its own file, so that loading one does not load all others. */
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

/** Ids of all exchanges in ccxt. */
export function ccxtIds(): readonly string[] {
  const folder = fileURLToPath(new URL('./src/', import.meta.resolve('ccxt')));
  return readdirSync(folder).flatMap((name) => /^([a-z0-9]+)\.js$/.exec(name)?.[1] ?? []);
}
