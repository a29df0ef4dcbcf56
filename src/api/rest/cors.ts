import type { FastifyReply } from 'fastify';

const ALLOWED_METHODS = 'GET, HEAD, POST, OPTIONS';
const ALLOWED_HEADERS = 'Authorization, Content-Type, If-None-Match';
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

  /** For every answer to a page; without an Origin header there is nothing to say. */
  apply(reply: FastifyReply, origin: string | undefined): void {
    if (origin === undefined || !(this.#any || this.#origins.has(origin))) return;
    reply.header('access-control-allow-origin', this.#any ? '*' : origin);
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
  }

  preflight(reply: FastifyReply, origin: string | undefined): void {
    this.apply(reply, origin);
    reply.header('access-control-allow-methods', ALLOWED_METHODS);
    reply.header('access-control-allow-headers', ALLOWED_HEADERS);
    reply.header('access-control-max-age', PREFLIGHT_SECONDS);
  }
}
