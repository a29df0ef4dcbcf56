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
import type { AnswerReader, ReadRate } from '../limits/read-rate.ts';
import type { Representation } from './representation.ts';

/** An answer that is made while it is sent. */
export interface StreamedAnswer {
  readonly contentType: string;
  /** What a browser saves it as. */
  readonly fileName: string;
  /** Whether it may be compressed on its way. */
  readonly isText: boolean;
  /**
   * What it will lack, as the header `Tidemark-Incomplete` says it. Called once the first chunk is there, so that a request over a
   * limit of `open` costs nothing; not for HEAD.
   */
  readonly incomplete?: (gone: AbortSignal) => Promise<string | undefined>;
  /** Begins to read. What it throws before the first chunk is answered as anywhere. `gone`: aborted when the client has left. */
  readonly open: (gone: AbortSignal) => AsyncIterable<Uint8Array>;
}

/** Little, because it is done once for each client. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;

/**
 * Sends answers while they are made. The next chunk is asked for when the system has taken the last one, so that a client that
 * does not read, or too slowly, holds one chunk until its connection is cut. One that has left ends the reading. What
 * fails midway is thrown, and the connection is cut: a client never takes a part for the whole.
 */
export class StreamedAnswers {
  readonly #cors: Cors;
  readonly #readRate: ReadRate;
  readonly #negotiation = new EncodingNegotiation();

  constructor(cors: Cors, readRate: ReadRate) {
    this.#cors = cors;
    this.#readRate = readRate;
  }

  /** `onHead`: called when the headers go out. */
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
    // It may have closed while its token was verified.
    if (response.closed || response.destroyed) return;
    const { gone } = call;
    try {
      const chunks = encoded(answer.open(gone), encoding);
      await sendChunks(response, this.#readRate.reader(response), chunks, gone, async () => {
        const incomplete = await answer.incomplete?.(gone);
        if (gone.aborted) return;
        const lacking = incomplete === undefined ? extra : { ...extra, [INCOMPLETE_HEADER]: incomplete };
        response.writeHead(200, this.#head(call, answer, encoding, lacking));
        onHead(200);
      });
    } catch (error) {
      if (gone.aborted) return;
      // HTTP/1.0 knows neither chunks nor, here, a length: a connection that only ends would say that the answer is whole.
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

/** Ends a connection so that the client sees a failure. TLS does by itself, where nothing says that it is over. */
function reset(socket: Socket): void {
  if (socket instanceof TLSSocket) socket.destroy();
  else socket.resetAndDestroy();
}

/** Headers go out with the first chunk, not before it is there. */
async function sendChunks(
  response: ServerResponse,
  reader: AnswerReader,
  chunks: AsyncIterable<Uint8Array>,
  gone: AbortSignal,
  writeHead: () => Promise<void>,
): Promise<void> {
  for await (const chunk of chunks) {
    if (gone.aborted) return;
    if (!response.headersSent) await writeHead();
    if (gone.aborted) return;
    if (chunk.length > 0 && !response.write(chunk)) await reader.until(room(response));
    if (gone.aborted) return;
  }
  if (!response.headersSent) await writeHead();
  if (!gone.aborted) response.end();
}

/** Until what was written is with the system, or the connection gone. */
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

/** On the thread pool; what is compressed is asked for as it is sent. */
function encoded(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): AsyncIterable<Uint8Array> {
  if (!encoding) return chunks;
  const encoder =
    encoding === 'gzip'
      ? createGzip({ level: GZIP_LEVEL })
      : createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  // What fails on the way in is thrown to the reader of the encoder.
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
