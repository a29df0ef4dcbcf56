import { Tidemark } from '../../../sdk/src/tidemark.ts';
import type { TidemarkOptions } from '../../../sdk/src/options.ts';
import type { OpenSocket } from '../../../sdk/src/stream/socket.ts';
import { ManualClock } from '../../support/manual-clock.ts';

export interface Call {
  readonly method: string;
  /** Path without `/v3`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, string>>;
  readonly signal: AbortSignal | undefined;
}

type Answer = (call: Call) => Response | Promise<Response>;

export const T0 = Date.UTC(2026, 2, 1, 12);
export const URL_OF_IT = 'https://prices.example.com';

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

export const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json(
    { status: code, message: `it is ${code}`, timestamp: '', requestId: 'r-1', errors: [] },
    status,
    headers,
  );

/** A transport that answers like the service, and records its requests. */
export class FakeService {
  readonly clock = new ManualClock(T0);
  readonly calls: Call[] = [];
  readonly #answers = new Map<string, Answer>();
  #tokens = 0;

  constructor() {
    this.on('/oauth/token', () => json({ access_token: `token-${++this.#tokens}`, expires_in: 86_400 }));
  }

  on(path: string, answer: Answer): this {
    this.#answers.set(path, answer);
    return this;
  }

  to(path: string): Call[] {
    return this.calls.filter((call) => call.path === path);
  }

  readonly fetch = async (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address);
    const signal = init.signal ?? undefined;
    const call: Call = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/v3', ''),
      query: Object.fromEntries(url.searchParams),
      headers: (init.headers ?? {}) as Record<string, string>,
      body: JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, string>,
      signal,
    };
    this.calls.push(call);
    signal?.throwIfAborted();
    const answer = this.#answers.get(call.path);
    if (!answer) return refused(404, 'NOT_FOUND');
    if (!signal) return answer(call);
    const left = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    return Promise.race([(async () => answer(call))(), left]);
  };

  client(options: Partial<TidemarkOptions> = {}, open?: OpenSocket): Tidemark {
    const { fetch, clock } = this;
    const identity = 'token' in options ? {} : { clientId: 'me', clientSecret: 'secret' };
    const usual = { url: URL_OF_IT, fetch, clock, random: () => 0.5 };
    return new Tidemark(
      { ...usual, ...identity, ...options } as TidemarkOptions,
      open && (() => Promise.resolve(open)),
    );
  }
}

/** Resolves when everything possible without time passing has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => {
      throw new Error(`it was fulfilled with ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
