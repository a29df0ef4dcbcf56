import { Api } from './api.ts';
import { systemClock, type Clock } from './clock.ts';
import {
  GivenToken,
  OwnTokens,
  type ClientCredentials,
  type Credentials,
  type TokenSource,
} from './credentials.ts';
import { TidemarkError } from './errors.ts';
import { Http, type Fetch, type RetryPolicy } from './http.ts';
import type { KeeperParts } from './stream/keeper.ts';
import type { OpenSocket } from './stream/socket.ts';
import { openGlobalWebSocket, webSocketOpener, type WebSocketConstructor } from './stream/web-socket.ts';

/** A registered client, or tokens that come from elsewhere. */
export type Identity = ClientCredentials | { readonly token: TokenSource };

export type TidemarkOptions = Identity & {
  /** Of the service, with its base path where it has one: `https://prices.example.com`. */
  readonly url: string;
  /** Of the websocket, where it is not the same host and path. */
  readonly wsUrl?: string;
  /** Throws a StrictError on values that are carried, modelled, seeded or missing (false). */
  readonly strict?: boolean;
  readonly retries?: Partial<RetryPolicy>;
  /** How long an answer may take (30,000); of exports and receipts in a row, until it begins. */
  readonly timeoutMs?: number;
  /** For the stream: in place of the platform's, such as that of the package `ws`. */
  readonly WebSocket?: WebSocketConstructor;
  /** In place of the machine's, for tests. */
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly random?: () => number;
};

/** Brings the platform's websockets when they are needed. */
export type LoadSocket = () => Promise<OpenSocket>;

const TIMEOUT_MS = 30_000;
const RETRIES: RetryPolicy = { times: 4, longestMs: 60_000 };

/** What a client is made of. */
export interface Parts {
  readonly api: Api;
  readonly stream: KeeperParts;
}

export function partsOf(options: TidemarkOptions, loadSocket: LoadSocket = loadGlobalSocket): Parts {
  const { clock = systemClock, random = Math.random, WebSocket: given } = options;
  const base = baseOf(options.url, 'url');
  const url = baseOf(options.wsUrl ?? base, 'wsUrl').replace(/^http/, 'ws');
  const http = new Http({
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock,
    retries: { ...RETRIES, ...options.retries },
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    random,
  });
  const credentials = credentialsOf(options, { base, wsUrl: url, http, clock });
  const socket = given ? async () => webSocketOpener(given) : loadSocket;
  return { api: new Api(http, base, credentials), stream: { url, credentials, socket, clock, random } };
}

const loadGlobalSocket: LoadSocket = async () => openGlobalWebSocket;

function baseOf(url: string, name: string): string {
  if (!URL.canParse(url) || !/^(?:http|ws)s?:/i.test(url) || /[?#]/.test(url))
    throw new TidemarkError(`${name} must be like https://prices.example.com (got "${url}")`);
  return url.replace(/\/+$/, '').replace(/^ws/i, 'http');
}

function credentialsOf(
  options: TidemarkOptions,
  { base, wsUrl, http, clock }: { base: string; wsUrl: string; http: Http; clock: Clock },
): Credentials {
  if ('token' in options && options.token !== undefined) return new GivenToken(options.token);
  const { audience = base, streamAudience = wsUrl, clientId, clientSecret } = options as ClientCredentials;
  if (!clientId || !clientSecret) throw new TidemarkError('clientId and clientSecret are needed, or a token');
  return new OwnTokens({
    http,
    clock,
    tokenUrl: `${base}/v3/oauth/token`,
    client: options as ClientCredentials,
    audiences: { rest: audience, stream: streamAudience },
  });
}
