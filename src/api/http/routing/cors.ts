import type { IncomingHttpHeaders } from 'node:http';
import type { HeaderList } from './call.ts';

const ALLOWED_METHODS = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';
export const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Headers';
/** A list of header names (RFC 9110). */
const HEADER_NAMES = /^[\w!#$%&'*+\-.^`|~]+(?:[ \t]*,[ \t]*[\w!#$%&'*+\-.^`|~]+)*$/;
const EXPOSED_HEADERS =
  'ETag, Retry-After, Tidemark-Ignored, Tidemark-Incomplete, Tidemark-Next-Id, Tidemark-Source, WWW-Authenticate';
const PREFLIGHT_SECONDS = '86400';

/** Which pages may call the API. Cookies are never used, so any origin is safe by default. */
export class Cors {
  readonly #any: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#any = origins.includes('*');
    this.#origins = new Set(origins);
  }

  /**
   * Alternating names and values, for every answer to a page; empty without an origin, or for an origin that
   * is not allowed.
   */
  headersFor(origin: string | undefined): HeaderList {
    if (origin === undefined) return [];
    if (!this.#any && !this.#origins.has(origin)) return [];
    const allowed = this.#any ? '*' : origin;
    return ['access-control-allow-origin', allowed, 'access-control-expose-headers', EXPOSED_HEADERS];
  }

  /** A page may send any header it asks for: none of them gives a request more rights. */
  preflight({ origin, 'access-control-request-headers': asked }: IncomingHttpHeaders): HeaderList {
    const allowed =
      asked !== undefined && HEADER_NAMES.test(asked) ? ['access-control-allow-headers', asked] : [];
    return [
      ...this.headersFor(origin),
      'access-control-allow-methods',
      ALLOWED_METHODS,
      ...allowed,
      'access-control-max-age',
      PREFLIGHT_SECONDS,
    ];
  }
}
