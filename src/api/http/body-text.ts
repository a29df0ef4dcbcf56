import type { IncomingMessage } from 'node:http';
import { Deferred } from '../../core/async/deferred.ts';
import { ApiError } from './errors.ts';
import { unreadable } from './routing/error-handling.ts';

/** Larger JSON bodies and forms are refused. */
export const MAX_BODY_BYTES = 16 * 1024;

/** For refused bodies: the rest of an incompletely read one may still arrive. */
export const CLOSE = { connection: 'close' };

/** The media type of the body, without parameters; empty if the request names none. */
export function mediaTypeOf({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]!.trim().toLowerCase();
}

/** As `bodyBytes`. Bytes that are not UTF-8 become U+FFFD. */
export async function bodyText(request: IncomingMessage, maxBytes: number): Promise<string> {
  return (await bodyBytes(request, maxBytes)).toString();
}

/** The body as JSON is sent. Throws 400 also if it is not UTF-8. */
export async function jsonText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const bytes = await bodyBytes(request, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new ApiError('BAD_REQUEST', 'the request body is not UTF-8', { headers: CLOSE });
  }
}

/** The whole body. Throws 413 if it is longer than `maxBytes`, and 400 if it breaks off. */
async function bodyBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > maxBytes) throw tooLarge();
  const ended = new Deferred<Buffer>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = () => request.off('data', take).off('end', end).off('error', fail);
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
    else {
      stop();
      ended.reject(tooLarge());
    }
  };
  const end = () => ended.resolve(Buffer.concat(chunks));
  // The connection is closed: no answer arrives, but the request is counted.
  const fail = () => ended.reject(unreadable('BAD_REQUEST'));
  request.on('data', take).on('end', end).on('error', fail);
  return ended.promise;
}

/** Throws 400. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'the request body is not valid JSON', { headers: CLOSE });
  }
}

function tooLarge() {
  return unreadable('PAYLOAD_TOO_LARGE', CLOSE);
}
