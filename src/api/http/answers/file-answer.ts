import { ApiError } from '../errors.ts';
import { IGNORED_HEADER, NO_SNIFFING } from '../headers.ts';
import type { ReadRate } from '../limits/read-rate.ts';
import type { Call } from '../routing/call.ts';
import type { Cors } from '../routing/cors.ts';
import { requestedRange, type ByteRange } from './byte-range.ts';
import { matchesEtag } from './negotiation.ts';
import { sendChunks } from './streamed-answer.ts';

/** A file that never changes. */
export interface FileAnswer {
  readonly content: {
    readonly bytes: number;
    read(from: number, to: number): AsyncIterable<Uint8Array>;
    /** Called once, whatever happens. */
    close(): Promise<void>;
  };
  /** A strong one. */
  readonly etag: string;
  readonly contentType: string;
  /** File name for browsers. */
  readonly fileName: string;
}

const CACHING = 'private, max-age=31536000, immutable';

/** Sends files: single ranges, entity tags, caching for a year. Never compressed, so that ranges have one meaning. */
export class FileAnswers {
  readonly #cors: Cors;
  readonly #readRate: ReadRate;

  constructor(cors: Cors, readRate: ReadRate) {
    this.#cors = cors;
    this.#readRate = readRate;
  }

  /** `onHead`: called when the headers are sent. */
  async send(
    call: Call,
    answer: FileAnswer,
    extra: Readonly<Record<string, string>>,
    onHead: (status: number) => void,
  ): Promise<void> {
    try {
      await this.#send(call, answer, extra, onHead);
    } catch (error) {
      if (!call.gone.aborted) throw error;
    } finally {
      await answer.content.close();
    }
  }

  async #send(
    call: Call,
    answer: FileAnswer,
    extra: Readonly<Record<string, string>>,
    onHead: (status: number) => void,
  ): Promise<void> {
    const { request, response, gone } = call;
    const { bytes } = answer.content;
    if (response.closed || response.destroyed) return;
    const { 'if-none-match': known, 'if-range': ifRange } = request.headers;
    const writeHead = (status: number, more: readonly string[]) => {
      response.writeHead(status, [...this.#head(call, answer, extra), ...more]);
      onHead(status);
    };
    if (known !== undefined && matchesEtag(known, answer.etag)) {
      writeHead(304, []);
      response.end();
      return;
    }
    const isGet = request.method === 'GET';
    // A date or a weak tag in If-Range never matches: the client then gets the whole file.
    const isCurrent = ifRange === undefined || ifRange === answer.etag;
    const range = isGet && isCurrent ? requestedRange(request.headers.range, bytes) : undefined;
    if (range === 'outside')
      throw new ApiError('RANGE_NOT_SATISFIABLE', `the file has ${bytes} bytes`, {
        headers: { 'content-range': `bytes */${bytes}` },
      });
    const sent = range ?? { from: 0, to: bytes };
    const head = [...contentHead(answer, sent), ...(range ? contentRange(range, bytes) : [])];
    const status = range ? 206 : 200;
    if (!isGet) {
      writeHead(status, head);
      response.end();
      return;
    }
    const chunks = answer.content.read(sent.from, sent.to);
    await sendChunks(response, this.#readRate.monitor(response), chunks, gone, async () =>
      writeHead(status, head),
    );
  }

  #head(
    { request, ignored }: Call,
    { etag }: FileAnswer,
    extra: Readonly<Record<string, string>>,
  ): readonly string[] {
    const { origin } = request.headers;
    const allowed = origin === undefined ? [] : this.#cors.headersFor(origin);
    return [
      'etag',
      etag,
      'cache-control',
      CACHING,
      'vary',
      'Authorization, Origin',
      'accept-ranges',
      'bytes',
      ...NO_SNIFFING,
      ...Object.entries(extra).flat(),
      ...(ignored === undefined ? [] : [IGNORED_HEADER, ignored]),
      ...allowed,
      ...(allowed.length === 0 ? [] : ['access-control-expose-headers', 'Accept-Ranges, Content-Range']),
    ];
  }
}

function contentHead({ contentType, fileName }: FileAnswer, { from, to }: ByteRange): readonly string[] {
  return [
    'content-type',
    contentType,
    'content-disposition',
    `attachment; filename="${fileName}"`,
    'content-length',
    String(to - from),
  ];
}

function contentRange({ from, to }: ByteRange, bytes: number): readonly string[] {
  return ['content-range', `bytes ${from}-${to - 1}/${bytes}`];
}
