import { Api } from './api.ts';
import { LONGEST_TIMER_MS, systemClock, type Clock } from './clock.ts';
import { GivenToken, OwnTokens, type ClientCredentials, type TokenSource } from './credentials.ts';
import { TidemarkError } from './errors.ts';
import type { OnIncomplete } from './incomplete.ts';
import { Http, type Fetch, type RetryPolicy } from './http.ts';
import type { KeeperParts } from './stream/keeper.ts';
import type { OpenSocket } from './stream/socket.ts';
import { webSocketOpener, type WebSocketConstructor } from './stream/web-socket.ts';

/** A registered client, or a token source. */
export type Identity = (ClientCredentials & { readonly token?: undefined }) | { readonly token: TokenSource };

/** On a loopback address the client `demo` of a simulated service is the default. */
interface NoIdentity {
  readonly clientId?: undefined;
  readonly clientSecret?: undefined;
  readonly token?: undefined;
}

export type TidemarkOptions = (Identity | NoIdentity) & {
  /**
   * URL of the service, with its base path if it has one: `https://prices.example.com`
   * (`http://localhost:8080`).
   */
  readonly url?: string;
  /** URL of the websocket, if its host or path differs. */
  readonly wsUrl?: string;
  /** Throws a StrictError on values that are carried, modelled, seeded or missing (false). */
  readonly strict?: boolean;
  /** Called if an answer lacks values of the requested range, unless the call has its own `onIncomplete`. */
  readonly onIncomplete?: OnIncomplete | undefined;
  readonly retries?: Partial<RetryPolicy>;
  /** Time limit of an answer in milliseconds (30,000); for exports and receipts in a row, until it begins. */
  readonly timeoutMs?: number;
  /** Maximum size of an answer, uncompressed (64 MiB). Does not apply to exports. */
  readonly maxAnswerBytes?: number;
  /** WebSocket implementation for the stream, such as that of the package `ws`; by default the platform's. */
  readonly WebSocket?: WebSocketConstructor;
  /** Replaces the global `fetch` in tests. */
  readonly fetch?: Fetch;
  readonly clock?: Clock;
  readonly random?: () => number;
};

/** Loads the websocket implementation when it is needed. */
export type LoadSocket = () => Promise<OpenSocket>;

const USUAL_URL = 'http://localhost:8080';
const DEMO: ClientCredentials = { clientId: 'demo', clientSecret: 'demo' };
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 64 * 2 ** 20;
const RETRIES: RetryPolicy = { times: 4, longestMs: 60_000 };

/** The parts of a client. */
export interface Parts {
  readonly api: Api;
  readonly stream: KeeperParts;
}

export function partsOf(options: TidemarkOptions, loadSocket?: LoadSocket): Parts {
  const { clock = systemClock, random = Math.random, WebSocket: given } = options;
  const base = baseOf(options.url ?? USUAL_URL, 'url');
  const url = baseOf(options.wsUrl ?? base, 'wsUrl').replace(/^http/, 'ws');
  // A timer for more than 24 days would fire at once.
  const timeoutMs = Math.min(options.timeoutMs ?? TIMEOUT_MS, LONGEST_TIMER_MS);
  if (!(timeoutMs > 0)) throw new TidemarkError(`timeoutMs must be above 0 (got ${timeoutMs})`);
  const http = new Http({
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    clock,
    retries: { ...RETRIES, ...options.retries },
    timeoutMs,
    maxAnswerBytes: options.maxAnswerBytes ?? MAX_ANSWER_BYTES,
    random,
  });
  const credentials =
    options.token === undefined
      ? new OwnTokens({ http, clock, tokenUrl: `${base}/v3/oauth/token`, ...clientOf(options, base, url) })
      : new GivenToken(options.token);
  const ofPlatform = () => (globalThis as { WebSocket?: WebSocketConstructor }).WebSocket;
  const socket = (!given && loadSocket) || (async () => webSocketOpener(given ?? ofPlatform()));
  const api = new Api(http, base, credentials, options.onIncomplete);
  return { api, stream: { url, credentials, socket, clock, random } };
}

function baseOf(url: string, name: string): string {
  if (!URL.canParse(url) || !/^(?:http|ws)s?:/i.test(url) || /[?#@]/.test(url))
    // It may contain a password, which must not be logged.
    throw new TidemarkError(
      `${name} must be like https://prices.example.com (got "${String(url).replace(/^.*@|\?.*$/gs, '...')}")`,
    );
  return url.replace(/\/+$/, '').replace(/^ws/i, 'http');
}

/** The given client, with the audiences of its tokens. */
function clientOf(options: TidemarkOptions, base: string, wsUrl: string) {
  const given = options as Partial<ClientCredentials>;
  const isDemo =
    (given.clientId ?? given.clientSecret) === undefined && LOOPBACK.includes(new URL(base).hostname);
  const client = isDemo ? { ...given, ...DEMO } : given;
  const { audience = base, streamAudience = wsUrl, clientId, clientSecret } = client;
  if (!clientId || !clientSecret) throw new TidemarkError('clientId and clientSecret are needed, or a token');
  return { client: client as ClientCredentials, audiences: { rest: audience, stream: streamAudience } };
}
