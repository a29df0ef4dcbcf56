import type { EncodedBody, Encoding } from '../../../latest/answers/prepared-answer.ts';
import { IGNORED_HEADER, JSON_TYPE, NO_SNIFFING, VARY } from '../headers.ts';
import type { Call, HeaderList } from '../routing/call.ts';
import type { Cors } from '../routing/cors.ts';
import { EncodingNegotiation, matchesEtag } from './negotiation.ts';
import type { ReadRate } from '../limits/read-rate.ts';

/** Content that can be sent in the encoding that the client prefers. */
export interface EncodedAnswer {
  in(encoding: Encoding | undefined): EncodedBody | Promise<EncodedBody>;
}

export interface AnswerHeaders {
  readonly maxAgeSeconds: number;
  /** Replaces the default: private, fresh for `maxAgeSeconds`. */
  readonly cacheControl?: string;
  /** Default: JSON. */
  readonly contentType?: string | undefined;
  /** By default the headers that every answer depends on. */
  readonly vary?: string;
  /** Additional headers. */
  readonly extra?: Readonly<Record<string, string>>;
}

/** The headers of a body that is sent to many clients. */
interface KnownHead {
  readonly headers: AnswerHeaders;
  readonly list: HeaderList;
}

/** Sends prepared answers. Encoding, entity tags, caching and CORS are decided only here. */
export class Responder {
  readonly #cors: Cors;
  readonly #readRate: Pick<ReadRate, 'watch'>;
  readonly #negotiation = new EncodingNegotiation();
  readonly #cacheControl = new Map<number, string>();
  readonly #known = new WeakMap<EncodedBody, KnownHead>();

  constructor(cors: Cors, readRate: Pick<ReadRate, 'watch'>) {
    this.#cors = cors;
    this.#readRate = readRate;
  }

  /** Returns the status that was sent; a promise only if the body must be compressed first. */
  send(call: Call, prepared: EncodedAnswer, headers: AnswerHeaders): number | Promise<number> {
    const encoding = this.#negotiation.choose(call.request.headers['accept-encoding']);
    const body = prepared.in(encoding);
    if (body instanceof Promise) return body.then((ready) => this.#write(call, ready, headers));
    return this.#write(call, body, headers);
  }

  #write({ request, response, ignored }: Call, body: EncodedBody, headers: AnswerHeaders): number {
    const { origin, 'if-none-match': known } = request.headers;
    if (known !== undefined && matchesEtag(known, body.etag)) {
      response.writeHead(304, this.#head(body, headers, ignored, origin)).end();
      return 304;
    }
    const isUsual = ignored === undefined && origin === undefined;
    const head = isUsual ? this.#usualHead(body, headers) : this.#wholeHead(body, headers, ignored, origin);
    response.writeHead(200, head as string[]).end(body.text ?? body.bytes);
    this.#readRate.watch(response);
    return 200;
  }

  /** The head that depends on nothing in the request. It is kept for the next one with the same headers. */
  #usualHead(body: EncodedBody, headers: AnswerHeaders): HeaderList {
    const known = this.#known.get(body);
    if (known?.headers === headers) return known.list;
    const list = this.#wholeHead(body, headers, undefined, undefined);
    this.#known.set(body, { headers, list });
    return list;
  }

  #wholeHead(
    body: EncodedBody,
    headers: AnswerHeaders,
    ignored: string | undefined,
    origin: string | undefined,
  ): HeaderList {
    const head = this.#head(body, headers, ignored, origin);
    head.push('content-type', headers.contentType ?? JSON_TYPE, 'content-length', String(body.bytes.length));
    if (body.encoding) head.push('content-encoding', body.encoding);
    return head;
  }

  #head(
    body: EncodedBody,
    headers: AnswerHeaders,
    ignored: string | undefined,
    origin: string | undefined,
  ): string[] {
    const caching = headers.cacheControl ?? this.#caching(headers.maxAgeSeconds);
    const vary = headers.vary ?? VARY;
    const head = ['etag', body.etag, 'cache-control', caching, 'vary', vary, NO_SNIFFING[0], NO_SNIFFING[1]];
    for (const name in headers.extra) head.push(name, headers.extra[name] as string);
    if (ignored !== undefined) head.push(IGNORED_HEADER, ignored);
    if (origin !== undefined) head.push(...this.#cors.headersFor(origin));
    return head;
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
