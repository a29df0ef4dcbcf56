import { linesOf, notAnswered } from './body.ts';
import { COMPAT_HEADERS } from './compat.ts';
import { PATHS, type IndexTicker, type Operations } from './contract.ts';
import type { Credentials } from './credentials.ts';
import { TidemarkError, UnauthorizedError } from './errors.ts';
import { incompleteIn, INCOMPLETE_HEADER, type Incomplete, type OnIncomplete } from './incomplete.ts';
import { checkTick } from './ticks.ts';
import { asItIs, asJson, type Http, type Take } from './http.ts';

export type OperationName = keyof Operations;
/** Operations answered with JSON, not with NDJSON or a file. */
export type JsonOperation = {
  [O in OperationName]: Operations[O]['answer'] extends string ? never : O;
}[OperationName];
export type QueryOf<O extends OperationName> = Operations[O]['query'];
export type PathOf<O extends OperationName> = Operations[O]['path'];
export type AnswerOf<O extends OperationName> = Operations[O]['answer'];

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called if the answer lacks values of the requested range, instead of the client's `onIncomplete`. */
  readonly onIncomplete?: OnIncomplete | undefined;
}

/**
 * An instant: ISO 8601 in UTC or with an offset (`2026-11-16T16:00+01:00`), a `Date`, or milliseconds since
 * 1970. For a local time use `localTime`.
 */
export type Instant = string | Date | number;

interface OpenOptions extends CallOptions {
  readonly accept?: string;
  readonly format?: string;
  /** Bypasses the browser cache. */
  readonly fresh?: boolean;
}

type Value = string | number | boolean | Date | undefined;

/** The routes of the service by name, with a token. */
export class Api {
  readonly #http: Http;
  readonly #base: string;
  readonly #credentials: Credentials;
  readonly #onIncomplete: OnIncomplete | undefined;

  /** `base`: without a trailing slash. */
  constructor(http: Http, base: string, credentials: Credentials, onIncomplete?: OnIncomplete) {
    this.#http = http;
    this.#base = base;
    this.#credentials = credentials;
    this.#onIncomplete = onIncomplete;
  }

  /** The answer of a route, as sent. */
  async read<O extends JsonOperation>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
    options: CallOptions & { readonly fresh?: boolean } = {},
  ): Promise<AnswerOf<O>> {
    const answer = await this.#get(operation, parameters, options, asJson);
    const { content } = (answer ?? {}) as { readonly content?: unknown };
    const isList = Array.isArray(content) && content.every(NAMED.test(operation) ? hasId : isObject);
    if (!isObject(answer) || (operation.startsWith('list') && !isList))
      throw notAnswered(`to ${operation} with records`, this.#base);
    if (operation === 'listIndexTickers') for (const tick of content as IndexTicker[]) checkTick(tick);
    return answer as AnswerOf<O>;
  }

  /** The response itself, for answers that are read piece by piece. */
  open<O extends OperationName>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
    options: OpenOptions,
  ): Promise<Response> {
    return this.#get(operation, parameters, options, asItIs);
  }

  /** The records of an NDJSON answer. */
  async *lines<T>(
    operation: 'listReceipts',
    parameters: QueryOf<'listReceipts'>,
    options: CallOptions,
  ): AsyncGenerator<T, void, undefined> {
    const response = await this.open(operation, parameters, { ...options, accept: 'application/x-ndjson' });
    yield* linesOf<T>(response, this.#http.maxAnswerBytes, options.signal);
  }

  /** Documents that the service publishes without a token. */
  wellKnown(name: string, { signal }: CallOptions): Promise<unknown> {
    return this.#http.ask(`${this.#base}/.well-known/${name}`, {}, asJson, signal);
  }

  async #get<O extends OperationName, T>(
    operation: O,
    parameters: PathOf<O> & QueryOf<O>,
    options: OpenOptions,
    take: Take<T>,
  ): Promise<T> {
    const { signal, accept = 'application/json', format, fresh, onIncomplete = this.#onIncomplete } = options;
    const get = async (token: string) => {
      let header: string | null;
      const answer = await this.#http.ask(
        url,
        {
          headers: { ...COMPAT_HEADERS, accept, authorization: `Bearer ${token}` },
          ...(fresh && { cache: 'no-store' }),
        },
        (response, longest) => {
          header = response.headers.get(INCOMPLETE_HEADER);
          return take(response, longest);
        },
        signal,
      );
      // An unreadable header still means that something is missing.
      if (header!) onIncomplete?.(incompleteIn(header) ?? [this.#unknownPart({ ...parameters })]);
      return answer;
    };
    const url = this.#url(operation, { ...parameters, format });
    const first = await this.#credentials.token('rest', signal);
    try {
      return await get(first);
    } catch (error) {
      // The service may have restarted with other keys, or the token may have ended early: retries once with
      // a new token.
      if (!(error instanceof UnauthorizedError) || !this.#credentials.refused('rest', first)) throw error;
      const second = await this.#credentials.token('rest', signal);
      if (second === first) throw error;
      return get(second);
    }
  }

  #unknownPart({ from, to }: Readonly<Record<string, Value>>): Incomplete {
    const now = new Date(this.#http.now);
    return { reason: 'UNKNOWN', from: textOf(from ?? now), to: textOf(to ?? now) };
  }

  #url(operation: OperationName, parameters: Readonly<Record<string, Value>>): string {
    const left = new Map(Object.entries(parameters));
    if (!Object.hasOwn(PATHS, operation)) throw new TidemarkError(`there is no route "${operation}"`);
    const path = PATHS[operation].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const value = left.get(name);
      left.delete(name);
      return encodeURIComponent(String(value));
    });
    const url = new URL(`${this.#base}/v3${path.replace('*', '?quantities=string')}`);
    for (const [name, value] of left) if (value !== undefined) url.searchParams.set(name, textOf(value));
    return url.href;
  }
}

function textOf(value: Exclude<Value, undefined>): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Operations that are used to look up names. */
const NAMED = /(?:Asset|Market|Exchange)s$/;

function hasId(value: { readonly id?: unknown } | null): boolean {
  return typeof value?.id === 'string';
}

/** A date without a time is its midnight in UTC. */
export function instantText(instant: Instant): string {
  // A Date of null would be 1970.
  const at = new Date(instant ?? Number.NaN);
  if (Number.isNaN(at.getTime()))
    throw new TidemarkError(
      `not an ISO 8601 instant: ${String(instant)} (for a local time use localTime("2026-11-16 16:00 Europe/London"))`,
    );
  return typeof instant === 'string' && !KNOWN.test(instant) ? instant : at.toISOString();
}

/**
 * A date only, or an offset at the end. A time without an offset would be read in the machine's time zone.
 */
const KNOWN = /^\d{4}-\d\d-\d\d$|[+-]\d\d:\d\d$/;
