import { request, type Dispatcher } from 'undici';
import type { Clock } from '../../../core/clocks/clock.ts';
import { LinkedAbort } from '../../../core/async/linked-abort.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { PollFailure, type FailureKind } from '../ports/poll-failure.ts';
import { HostBans } from './host-bans.ts';
import { readBody } from './limited-body.ts';
import { retryAfterMs } from './retry-after.ts';
import type { TokenBucket } from './token-bucket.ts';

export interface ExchangeHttpOptions {
  readonly clock: Clock;
  readonly dispatcher: Dispatcher;
  /** Used in turn when a connection through the one before cannot be made. */
  readonly spares?: readonly Dispatcher[];
  /** Requests to a host pass its bucket. */
  readonly bucketOf: (host: string) => TokenBucket;
  /** A server that gets the full address of each request as its path, instead of the exchange. */
  readonly gateway?: string | undefined;
  /** From the request to the last byte of the answer. */
  readonly deadlineMs?: Millis;
  readonly mostBytes?: number;
  readonly userAgent?: string;
}

export interface ExchangeRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** How long the host wants to be left alone after it; by default as after any request. */
  readonly costMs?: Millis | undefined;
}

export interface ExchangeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What readers of exchanges need of it. */
export type ExchangeRequests = Pick<ExchangeHttp, 'send' | 'gateway'>;

const MIB = 2 ** 20;
/** Failures after which nothing was sent to the exchange: the request may be made again by another way. */
const NOT_CONNECTED: ReadonlySet<FailureKind> = new Set(['dns', 'connect', 'tls']);

/**
 * Requests to exchanges. An answer has come whole, within its deadline and its size, or the request has failed with one
 * kind of failure; a redirect is never followed, since exchanges do not move without a word. Answers that a status or
 * their content gives away as useless are failures too.
 */
export class ExchangeHttp {
  readonly #options: Required<Omit<ExchangeHttpOptions, 'gateway' | 'dispatcher' | 'spares'>> & {
    readonly gateway: string | undefined;
  };
  readonly #dispatchers: readonly Dispatcher[];
  readonly #bans: HostBans;
  /** Position of the dispatcher that is used, by host: a host that hangs moves no other one to another dispatcher. */
  readonly #current = new Map<string, number>();

  constructor({
    gateway,
    dispatcher,
    spares = [],
    deadlineMs = 20 * SECOND_MS,
    mostBytes = 32 * MIB,
    userAgent = 'Tidemark',
    ...options
  }: ExchangeHttpOptions) {
    this.#options = { gateway, deadlineMs, mostBytes, userAgent, ...options };
    this.#dispatchers = [dispatcher, ...spares];
    this.#bans = new HostBans(options.clock);
  }

  /** A server that makes requests in our place, and sockets too. */
  get gateway(): string | undefined {
    return this.#options.gateway;
  }

  /** Answers of any status: what an exchange says with it is for the caller to judge by `checkAnswer`. */
  async send(url: string, what: ExchangeRequest, signal: AbortSignal): Promise<ExchangeAnswer> {
    const { clock, bucketOf, gateway, deadlineMs } = this.#options;
    const { host } = new URL(url);
    this.#bans.check(host);
    await bucketOf(host).take(signal, what.costMs);
    // Another request may have been sent away meanwhile.
    this.#bans.check(host);
    const end = new LinkedAbort(signal);
    const over = clock.wait(deadlineMs, end.signal).then(
      () => end.abort(new PollFailure('timeout', `no whole answer within ${deadlineMs / SECOND_MS} s`)),
      () => undefined,
    );
    try {
      const answer = await this.#connected(
        host,
        gateway === undefined ? url : `${gateway}/${url}`,
        what,
        end.signal,
      );
      this.#bans.took(host, answer);
      return answer;
    } catch (error) {
      signal.throwIfAborted();
      throw end.signal.aborted ? end.signal.reason : failureOf(error);
    } finally {
      end.release();
      end.abort();
      await over;
    }
  }

  /** Through the first dispatcher that connects. One that did not, or that hung, is the last that is tried next time. */
  async #connected(
    host: string,
    url: string,
    what: ExchangeRequest,
    signal: AbortSignal,
  ): Promise<ExchangeAnswer> {
    const count = this.#dispatchers.length;
    const used = () => this.#current.get(host) ?? 0;
    for (let tried = 1; ; tried++) {
      const current = used();
      try {
        return await this.#exchange(this.#dispatchers[current]!, url, what, signal);
      } catch (error) {
        const hasHung = signal.aborted;
        const isConnected = !hasHung && !NOT_CONNECTED.has(failureOf(error).kind);
        if (!isConnected && used() === current) this.#current.set(host, (current + 1) % count);
        if (hasHung || isConnected || tried === count) throw error;
      }
    }
  }

  async #exchange(
    dispatcher: Dispatcher,
    url: string,
    what: ExchangeRequest,
    signal: AbortSignal,
  ): Promise<ExchangeAnswer> {
    const { mostBytes, userAgent } = this.#options;
    const asked = request(url, {
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
    const { statusCode, headers, body } = await unlessAborted(asked, signal);
    const named = flat(headers);
    return {
      status: statusCode,
      headers: named,
      text: await readBody(body, named['content-encoding'], mostBytes),
    };
  }
}

/** Refuses what no exchange's interface sends where all is well. Errors that it words itself come with any other status. */
export function checkAnswer({ status, headers, text }: ExchangeAnswer, now: Millis): void {
  const details = { retryAfterMs: retryAfterMs(headers['retry-after'], headers['date'], now) };
  if (status >= 300 && status < 400) throw new PollFailure('redirect', `status ${status}`);
  if (status === 429 || status === 418) throw new PollFailure('rate-limited', `status ${status}`, details);
  if (status === 403 || status === 451) throw new PollFailure('not-from-here', `status ${status}`, details);
  if (status >= 500) throw new PollFailure('server-error', `status ${status}`, details);
  const start = text.trimStart();
  if (start === '') throw new PollFailure('empty', 'an answer without a body');
  if (start.startsWith('<')) throw new PollFailure('not-json', `a page of HTML with status ${status}`);
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
  // Of a proxy that does not make the connection, for whatever reason it gives.
  UND_ERR_ABORTED: 'connect',
  // Of a proxy that does not say whether it made the connection: answers of exchanges have an earlier deadline of their own.
  UND_ERR_HEADERS_TIMEOUT: 'connect',
  UND_ERR_PRX_TLS: 'tls',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'reset',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
};

/** Codes of what OpenSSL and Node say of a certificate or a handshake. */
const OF_TLS = /^(?:ERR_(?:SSL|TLS)|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;

function failureOf(error: unknown): PollFailure {
  if (error instanceof PollFailure) return error;
  const code = codeOf(error);
  const kind = KIND_BY_CODE[code] ?? (OF_TLS.test(code) ? 'tls' : 'unexpected');
  const what = kind === 'dns' ? hostText(error) : '';
  return new PollFailure(kind, code === '' ? 'the request failed' : `the request failed: ${code}${what}`, {
    cause: error,
  });
}

/** The name that could not be looked up: of the exchange, or of the proxy or gateway before it. */
function hostText(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('hostname' in error && /^[\w.-]{1,253}$/.test(String(error.hostname)))
    return ` ${String(error.hostname)}`;
  return hostText(error.cause);
}

/** Of an error or of what caused it; several attempts to connect come as one error with many. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner === undefined ? '' : codeOf(inner);
}

/** The signal of a request is heeded only once it has a connection, which a proxy or a full queue can put off. */
function unlessAborted<T>(asked: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    void asked.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
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
