import { request, type Dispatcher } from 'undici';
import type { Clock } from '../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import { HostBans } from './host-bans.ts';
import { readLimitedBody } from './limited-body.ts';
import { retryAfterMs } from './retry-after.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface ExchangeHttpOptions {
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  /** Each is used when the previous dispatcher cannot connect. */
  readonly spares?: readonly Dispatcher[];
  /** Token bucket that paces the requests to a host. */
  readonly bucketOf: (host: string) => TokenBucket;
  /** Server that receives all requests instead of the exchanges, with the full address of each as its path. */
  readonly gateway?: string | undefined;
  /** From the request to the last byte of the reply. */
  readonly deadlineMs?: Millis;
  readonly maxBytes?: number;
  readonly userAgent?: string;
}

export interface ExchangeRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Time that the host requires until the next request; by default the usual interval. */
  readonly costMs?: Millis | undefined;
}

export interface ExchangeReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The part that exchange readers use. */
export type ExchangeRequests = Pick<ExchangeHttp, 'send' | 'gateway'>;

const MIB = 2 ** 20;
/** Failures before anything was sent to the exchange: the request may be repeated with another dispatcher. */
const NOT_CONNECTED: ReadonlySet<FailureKind> = new Set(['dns', 'connect', 'tls']);

/**
 * HTTP client for exchanges. A request returns a complete reply within its deadline and size limit, or fails with one
 * kind of failure. Redirects are never followed, since exchanges announce moves in advance. Replies with an unusable status
 * or content are failures too.
 */
export class ExchangeHttp {
  readonly #options: Required<Omit<ExchangeHttpOptions, 'gateway' | 'dispatcher' | 'spares'>> & {
    readonly gateway: string | undefined;
  };
  readonly #dispatchers: readonly Dispatcher[];
  readonly #bans: HostBans;
  /** Index of the dispatcher in use, by host: a host that hangs must not switch the dispatcher of others. */
  readonly #current = new Map<string, number>();

  constructor({
    gateway,
    dispatcher,
    spares = [],
    deadlineMs = 20 * SECOND_MS,
    maxBytes = 32 * MIB,
    userAgent = 'Tidemark',
    ...options
  }: ExchangeHttpOptions) {
    this.#options = { gateway, deadlineMs, maxBytes, userAgent, ...options };
    this.#dispatchers = [dispatcher, ...spares];
    this.#bans = new HostBans(options.clock);
  }

  /** Server that sends requests and opens sockets on our behalf. */
  get gateway(): string | undefined {
    return this.#options.gateway;
  }

  /** Returns replies of any status; the caller checks them with `checkReply`. */
  async send(url: string, what: ExchangeRequest, signal: AbortSignal): Promise<ExchangeReply> {
    const { clock, bucketOf, gateway, deadlineMs } = this.#options;
    const { host } = new URL(url);
    this.#bans.check(host);
    await bucketOf(host).take(signal, what.costMs);
    // The reply to another request may have banned us meanwhile.
    this.#bans.check(host);
    const end = new LinkedAbort(signal);
    const timeout = clock.wait(deadlineMs, end.signal).then(
      () => end.abort(new PollFailure('timeout', `no complete answer within ${deadlineMs / SECOND_MS} s`)),
      () => undefined,
    );
    try {
      const answer = await this.#connected(
        host,
        gateway === undefined ? url : `${gateway}/${url}`,
        what,
        end.signal,
      );
      this.#bans.record(host, answer);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw end.signal.aborted ? end.signal.reason : failureOf(error);
    } finally {
      end.release();
      end.abort();
      await timeout;
    }
  }

  /** Uses the first dispatcher that connects. One that failed to connect, or hung, is tried last next time. */
  async #connected(
    host: string,
    url: string,
    what: ExchangeRequest,
    signal: AbortSignal,
  ): Promise<ExchangeReply> {
    const count = this.#dispatchers.length;
    const currentIndex = () => this.#current.get(host) ?? 0;
    for (let tried = 1; ; tried++) {
      const current = currentIndex();
      try {
        return await this.#exchange(this.#dispatchers[current]!, url, what, signal);
      } catch (error) {
        const isAborted = signal.aborted;
        const isConnected = !isAborted && !NOT_CONNECTED.has(failureOf(error).kind);
        if (!isConnected && currentIndex() === current) this.#current.set(host, (current + 1) % count);
        if (isAborted || isConnected || tried === count) throw error;
      }
    }
  }

  async #exchange(
    dispatcher: Dispatcher,
    url: string,
    what: ExchangeRequest,
    signal: AbortSignal,
  ): Promise<ExchangeReply> {
    const { maxBytes, userAgent } = this.#options;
    const pending = request(url, {
      dispatcher,
      signal,
      method: what.method as Dispatcher.HttpMethod,
      body: what.body ?? null,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...lowerCase(what.headers),
        'user-agent': userAgent,
      },
    });
    const { statusCode, headers, body } = await unlessAborted(pending, signal);
    const flatHeaders = flat(headers);
    return {
      status: statusCode,
      headers: flatHeaders,
      text: await readLimitedBody(body, flatHeaders['content-encoding'], maxBytes),
    };
  }
}

/**
 * Throws for replies that no exchange API sends in normal operation. Errors in the exchange's own format may
 * have any other status.
 */
export function checkReply({ status, headers, text }: ExchangeReply, now: Millis): void {
  const details = { retryAfterMs: retryAfterMs(headers['retry-after'], headers['date'], now) };
  if (status >= 300 && status < 400) throw new PollFailure('redirect', `status ${status}`);
  if (status === 429 || status === 418) throw new PollFailure('rate-limited', `status ${status}`, details);
  if (status === 403 || status === 451) throw new PollFailure('not-from-here', `status ${status}`, details);
  if (status >= 500) throw new PollFailure('server-error', `status ${status}`, details);
  const start = text.trimStart();
  if (start === '') throw new PollFailure('empty', 'a reply without a body');
  if (start.startsWith('<')) throw new PollFailure('not-json', `an HTML page with status ${status}`);
}

const KIND_BY_CODE: Readonly<Record<string, FailureKind>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ETIMEDOUT: 'connect',
  UND_ERR_CONNECT_TIMEOUT: 'connect',
  // From a proxy that refuses to connect, for any reason.
  UND_ERR_ABORTED: 'connect',
  // From a proxy that does not answer the CONNECT request: replies of exchanges have an earlier deadline.
  UND_ERR_HEADERS_TIMEOUT: 'connect',
  UND_ERR_PRX_TLS: 'tls',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
};

/** Error codes of OpenSSL and Node for certificates and handshakes. */
const TLS_CODE = /^(?:ERR_(?:SSL|TLS)|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;

function failureOf(error: unknown): PollFailure {
  if (error instanceof PollFailure) return error;
  const code = codeOf(error);
  const kind = KIND_BY_CODE[code] ?? (TLS_CODE.test(code) ? 'tls' : 'unexpected');
  const what = kind === 'dns' ? hostText(error) : '';
  return new PollFailure(kind, code === '' ? 'the request failed' : `the request failed: ${code}${what}`, {
    cause: error,
  });
}

/** The name that could not be resolved: of the exchange, or of the proxy or gateway. */
function hostText(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('hostname' in error && /^[\w.-]{1,253}$/.test(String(error.hostname)))
    return ` ${String(error.hostname)}`;
  return hostText(error.cause);
}

/** The code of an error or of its cause; several attempts to connect are one `AggregateError`. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === undefined ? '' : codeOf(inner);
}

/** undici applies the signal only once there is a connection, which a proxy or a full queue can delay. */
function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    void pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function flat(headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> {
  const given = Object.entries(headers).filter(
    (entry): entry is [string, string | string[]] => entry[1] !== undefined,
  );
  return Object.fromEntries(
    given.map(([name, value]) => [name.toLowerCase(), typeof value === 'string' ? value : value.join(', ')]),
  );
}
