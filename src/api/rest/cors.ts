import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

const ALLOWED_METHODS = 'GET, HEAD, POST, OPTIONS';
export const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Headers';
/** A list of header names (RFC 9110). */
const HEADER_NAMES = /^[\w!#$%&'*+\-.^`|~]+(?:[ \t]*,[ \t]*[\w!#$%&'*+\-.^`|~]+)*$/;
const EXPOSED_HEADERS = 'ETag, Retry-After, Tidemark-Source, WWW-Authenticate';
const PREFLIGHT_SECONDS = '86400';

/** Which pages may call the API. Cookies are never used, so any origin is safe by default. */
export class Cors {
  readonly #any: boolean;
  readonly #origins: ReadonlySet<string>;

  constructor(origins: readonly string[]) {
    this.#any = origins.includes('*');
    this.#origins = new Set(origins);
  }

  /** Names and values in turn, for every answer to a page; none for an origin that may not read it. */
  headersFor(origin: string): readonly string[] {
    if (!this.#any && !this.#origins.has(origin)) return [];
    const allowed = this.#any ? '*' : origin;
    return ['access-control-allow-origin', allowed, 'access-control-expose-headers', EXPOSED_HEADERS];
  }

  /** The same on an answer of the framework's. */
  apply(reply: FastifyReply, origin: string | undefined): void {
    if (origin === undefined) return;
    const [allow, allowed, expose, exposed] = this.headersFor(origin);
    if (allow !== undefined && expose !== undefined) reply.header(allow, allowed).header(expose, exposed);
  }

  /** A page may send whatever headers it asks for: none of them makes a request more powerful than it is without. */
  preflight(reply: FastifyReply, headers: IncomingHttpHeaders): void {
    this.apply(reply, headers.origin);
    reply.header('access-control-allow-methods', ALLOWED_METHODS);
    const asked = headers['access-control-request-headers'];
    if (asked !== undefined && HEADER_NAMES.test(asked)) reply.header('access-control-allow-headers', asked);
    reply.header('access-control-max-age', PREFLIGHT_SECONDS);
  }
}
