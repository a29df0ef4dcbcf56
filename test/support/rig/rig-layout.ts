/** A spot market of an exchange of the rig with its current values. Numbers are decimals in text. */
export interface RigInstrument {
  /** Common codes: `BTC`, whatever the exchange itself uses. */
  readonly base: string;
  readonly quote: string;
  readonly last: string;
  /** Absent: that side of the book is empty. */
  readonly bid?: string;
  readonly ask?: string;
  /** Over the last 24 hours, in base and in quote units. */
  readonly baseVolume: string;
  readonly quoteVolume: string;
  readonly vwap?: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  /** Whether it can be traded. */
  readonly active: boolean;
  readonly baseName?: string;
  readonly contractAddress?: string;
}

export interface RigRequest {
  readonly method: string;
  readonly url: URL;
  readonly body?: string;
}

export interface RigAnswer {
  readonly status: number;
  /** Encoded by `encodeBody`. */
  readonly body: unknown;
}

/** Formats the markets of one exchange and their tickers. */
export interface RigLayout {
  /** ccxt id of the exchange. */
  readonly id: string;
  readonly hosts: readonly string[];
  /** The exchange's own codes that differ from the common ones: own code to common code. */
  readonly codes?: Readonly<Record<string, string>>;
  /** Whether it can list a market; absent: any with codes that it can write. */
  lists?(base: string, quote: string): boolean;
  /** An error in the exchange's own format. */
  readonly refusal: RigAnswer;
  /** Undefined: the exchange has no such endpoint. */
  answer(request: RigRequest, instruments: readonly RigInstrument[]): RigAnswer | undefined;
}

/** Body of an endpoint's reply with status 200. */
export type Endpoint = (instruments: readonly RigInstrument[], url: URL) => unknown;

/** The replies of an exchange by method and path: `GET /v1/ticker`. */
export function endpoints(table: Readonly<Record<string, Endpoint>>): RigLayout['answer'] {
  return ({ method, url }, instruments) => {
    const endpoint = table[`${method} ${url.pathname}`];
    return endpoint && { status: 200, body: endpoint(instruments, url) };
  };
}

/** The exchange's own code of an asset. */
export function ownCode({ codes = {} }: Pick<RigLayout, 'codes'>, common: string): string {
  return Object.keys(codes).find((own) => codes[own] === common) ?? common;
}

/** False if the code means another asset on this exchange, which therefore cannot list this one. */
export function canList({ codes = {} }: Pick<RigLayout, 'codes'>, common: string): boolean {
  return codes[common] === undefined || Object.values(codes).includes(common);
}

export interface RigAsset {
  readonly code: string;
  readonly name: string;
  readonly contractAddress: string;
}

/** Every base and quote, once each. */
export function assetsOf(instruments: readonly RigInstrument[]): RigAsset[] {
  const assets = new Map<string, RigAsset>();
  for (const { base, baseName = base, contractAddress = '' } of instruments) {
    assets.set(base, { code: base, name: baseName, contractAddress });
  }
  for (const { quote } of instruments) {
    if (!assets.has(quote)) assets.set(quote, { code: quote, name: quote, contractAddress: '' });
  }
  return [...assets.values()];
}

/** The exchange's clock: the time of its newest price. */
export function clockOf(instruments: readonly RigInstrument[]): number {
  return instruments.reduce((latest, { timestamp }) => Math.max(latest, timestamp), 0);
}

export const DAY_MS = 86_400_000;
