import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EncodedBody, PreparedAnswer } from '../../latest/prepared-answer.ts';
import type { Cors } from './cors.ts';
import { EncodingNegotiation, matchesEtag } from './negotiation.ts';

export const VARY = 'Authorization, Accept-Encoding, Origin';
export const JSON_TYPE = 'application/json; charset=utf-8';

export interface AnswerHeaders {
  readonly maxAgeSeconds: number;
  readonly contentType?: string;
  /** Headers of this answer alone. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** Sends prepared answers: encoding, entity tags, caching and CORS are decided here and nowhere else. */
export class Responder {
  readonly #cors: Cors;
  readonly #negotiation = new EncodingNegotiation();
  readonly #cacheControl = new Map<number, string>();

  constructor(cors: Cors) {
    this.#cors = cors;
  }

  /** Returns the status that went out. A promise only where the body must first be compressed. */
  send(
    request: FastifyRequest,
    reply: FastifyReply,
    prepared: PreparedAnswer,
    headers: AnswerHeaders,
  ): number | Promise<number> {
    const encoding = this.#negotiation.choose(request.headers['accept-encoding']);
    const body = prepared.in(encoding);
    if (body instanceof Promise) return body.then((ready) => this.#write(request, reply, ready, headers));
    return this.#write(request, reply, body, headers);
  }

  #write(request: FastifyRequest, reply: FastifyReply, body: EncodedBody, headers: AnswerHeaders): number {
    reply.header('etag', body.etag);
    reply.header('cache-control', this.#caching(headers.maxAgeSeconds));
    reply.header('vary', VARY);
    if (headers.extra) reply.headers(headers.extra);
    this.#cors.apply(reply, request.headers.origin);
    if (matchesEtag(request.headers['if-none-match'], body.etag)) {
      reply.code(304).send();
      return 304;
    }
    reply.header('content-type', headers.contentType ?? JSON_TYPE);
    if (body.encoding) reply.header('content-encoding', body.encoding);
    reply.send(body.bytes);
    return 200;
  }

  #caching(maxAgeSeconds: number): string {
    let text = this.#cacheControl.get(maxAgeSeconds);
    if (text === undefined) {
      text = `private, max-age=${maxAgeSeconds}`;
      this.#cacheControl.set(maxAgeSeconds, text);
    }
    return text;
  }
}
