import {
  ApiError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  UnauthorizedError,
} from '@tidemark/sdk';
import { COMPAT_HEADERS } from '../../data/compat.ts';
import type { OwnTokens } from '../../data/own-tokens.ts';

type Tokens = Pick<OwnTokens, 'token' | 'refused'>;
type Method = 'POST' | 'PATCH' | 'DELETE';

const ERRORS: Readonly<Record<number, typeof ApiError>> = {
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  429: RateLimitedError,
};

/** Requests that change alerts and endpoints: the SDK only reads. */
export class AlertRequests {
  readonly #base: string;
  readonly #tokens: Tokens;

  /** `base`: URL of the service without a trailing slash. */
  constructor(base: string, tokens: Tokens) {
    this.#base = base;
    this.#tokens = tokens;
  }

  /** Scopes of the reader's token. */
  async scopes(): Promise<ReadonlySet<string>> {
    const [, claims = ''] = (await this.#tokens.token('rest')).split('.');
    const { scope } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { scope: string };
    return new Set(scope.split(' '));
  }

  /** The JSON of the answer. A request is not repeated, because the service may have carried it out. */
  async send<T>(method: Method, path: string, body?: object): Promise<T> {
    const response = await this.#once(method, path, body);
    if (response.status !== 401) return answerOf(response);
    // The token may have ended early, as after a restart of the service.
    this.#tokens.refused('rest');
    return answerOf(await this.#once(method, path, body));
  }

  async #once(method: Method, path: string, body: object | undefined): Promise<Response> {
    const headers = {
      ...COMPAT_HEADERS,
      authorization: `Bearer ${await this.#tokens.token('rest')}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return fetch(`${this.#base}/v3/${path}`, init).catch((cause: unknown) => {
      throw new ConnectionError('the service cannot be reached', { cause });
    });
  }
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T;
  if (response.ok) return (await response.json()) as T;
  // A proxy may have answered.
  const answer = await response.json().catch(() => ({}));
  throw new (ERRORS[response.status] ?? ApiError)(response.status, answer);
}
