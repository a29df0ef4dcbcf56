import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Encoding } from '../../../latest/answers/prepared-answer.ts';
import { IGNORED_HEADER, INCOMPLETE_HEADER, NO_SNIFFING, VARY } from '../headers.ts';
import type { Call } from '../routing/call.ts';
import type { Cors } from '../routing/cors.ts';
import { EncodingNegotiation } from './negotiation.ts';
import type { ReadRateMonitor, ReadRate } from '../limits/read-rate.ts';
import type { Representation } from './representation.ts';

/** An answer that is produced while it is sent. */
export interface StreamedAnswer {
  readonly contentType: string;
  /** File name for browsers. */
  readonly fileName: string;
  /** Whether it may be compressed in transit. */
  readonly isText: boolean;
  /**
   * The value of the header `Tidemark-Incomplete`. Called after the first chunk, so that a request over a
   * limit of `open` costs nothing; not for HEAD.
   */
  readonly incomplete?: (gone: AbortSignal) => Promise<string | undefined>;
  /**
   * Starts to read. Errors before the first chunk get a normal error response. `gone`: aborts when the client
   * has left.
   */
  readonly open: (gone: AbortSignal) => AsyncIterable<Uint8Array>;
}

/** The lowest level, because every client has its own stream. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;

/**
 * Sends answers while they are produced. The next chunk is requested after the system has taken the last one,
 * so that a slow client holds one chunk until its connection is cut. When the client leaves, reading ends. An
 * error in the middle is thrown and the connection is cut: a client never mistakes a part for the whole.
 */
export class StreamedAnswers {
  readonly #cors: Cors;
  readonly #readRate: ReadRate;
  readonly #negotiation = new EncodingNegotiation();

  constructor(cors: Cors, readRate: ReadRate) {
    this.#cors = cors;
    this.#readRate = readRate;
  }

  /** `onHead`: called when the headers are sent. */
  async send(
    call: Call,
    answer: StreamedAnswer,
    extra: Readonly<Record<string, string>>,
    onHead: (status: number) => void,
  ): Promise<void> {
    const { request, response } = call;
    const encoding = answer.isText ? this.#negotiation.choose(request.headers['accept-encoding']) : undefined;
    if (request.method === 'HEAD') {
      response.writeHead(200, this.#head(call, answer, encoding, extra)).end();
      onHead(200);
      return;
    }
    // The client may have disconnected while its token was verified.
    if (response.closed || response.destroyed) return;
    const { gone } = call;
    try {
      const chunks = encoded(answer.open(gone), encoding);
      await sendChunks(response, this.#readRate.monitor(response), chunks, gone, async () => {
        const incomplete = await answer.incomplete?.(gone);
        if (gone.aborted) return;
        const lacking = incomplete === undefined ? extra : { ...extra, [INCOMPLETE_HEADER]: incomplete };
        response.writeHead(200, this.#head(call, answer, encoding, lacking));
        onHead(200);
      });
    } catch (error) {
      if (gone.aborted) return;
      // HTTP/1.0 has no chunks and there is no length: a normal close would mean that the answer is complete.
      if (response.headersSent && request.httpVersionMinor === 0) reset(request.socket);
      throw error;
    }
  }

  #head(
    { request, ignored }: Call,
    { contentType, fileName }: StreamedAnswer,
    encoding: Encoding | undefined,
    extra: Readonly<Record<string, string>>,
  ): string[] {
    const { origin } = request.headers;
    return [
      'cache-control',
      'no-store',
      'vary',
      VARY,
      ...NO_SNIFFING,
      ...Object.entries(extra).flat(),
      ...(ignored === undefined ? [] : [IGNORED_HEADER, ignored]),
      ...(origin === undefined ? [] : this.#cors.headersFor(origin)),
      'content-type',
      contentType,
      'content-disposition',
      `attachment; filename="${fileName}"`,
      ...(encoding ? ['content-encoding', encoding] : []),
    ];
  }
}

/**
 * Ends a connection so that the client sees an error. With TLS, an end without close_notify is an error
 * anyway.
 */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

/**
 * Sends chunks at the pace of the client. Headers are sent together with the first chunk; an error before it
 * can still get an answer.
 */
export async function sendChunks(
  response: ServerResponse,
  reader: ReadRateMonitor,
  chunks: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
  writeHead: () => Promise<void>,
): Promise<void> {
  for await (const chunk of chunks) {
    if (gone.aborted) return;
    if (!response.headersSent) await writeHead();
    if (gone.aborted) return;
    if (chunk.length > 0 && !response.write(chunk)) await reader.waitFor(room(response));
    if (gone.aborted) return;
  }
  if (!response.headersSent) await writeHead();
  if (!gone.aborted) response.end();
}

/** Waits until the system has taken what was written, or the connection is closed. */
function room(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.closed) return resolve();
    const go = () => {
      response.off('drain', go);
      response.off('close', go);
      resolve();
    };
    response.on('drain', go);
    response.on('close', go);
  });
}

/** Compresses on the thread pool, at the pace of sending. */
function encoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): AsyncIterable<Uint8Array> {
  if (!encoding) return chunks;
  const encoder =
    encoding === 'gzip'
      ? createGzip({ level: GZIP_LEVEL })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  // Errors of the input are thrown to the reader of the encoder.
  pipeline(chunks, encoder, () => undefined);
  return encoder;
}

/** The same answer with its chunks, whole lines of JSON each, in another form. */
export function inForm(answer: StreamedAnswer, form: Representation | undefined): StreamedAnswer {
  return form ? { ...answer, open: (gone) => converted(answer.open(gone), form) } : answer;
}

async function* converted(
  chunks: AsyncIterable<Uint8Array>,
  { convert }: Representation,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield convert(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
}
