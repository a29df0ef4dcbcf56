import type { IncomingMessage } from 'node:http';
import { Deferred } from '../../../core/async/deferred.ts';
import { ApiError } from '../../http/errors.ts';
import { unreadable } from '../../http/routing/error-handling.ts';
import { parseForm } from './token-request.ts';

const MAX_BODY_BYTES = 16 * 1024;
/** The rest of an incompletely read body may still arrive. */
const CLOSE = { connection: 'close' };

const PARSERS: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ['application/json', parseJson],
  ['application/x-www-form-urlencoded', parseForm],
]);

/** Undefined if the request has no body. Throws 400, 413 or 415. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const { headers } = request;
  const type = headers['content-type'];
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (type === undefined && isEmpty) return undefined;
  const parse = PARSERS.get((type ?? '').split(';', 1)[0]!.trim().toLowerCase());
  if (!parse) throw unreadable('UNSUPPORTED_MEDIA_TYPE');
  return parse(await textOf(request));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'the request body is not valid JSON', { headers: CLOSE });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw tooLarge();
  const ended = new Deferred<string>();
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stop = () => request.off('data', take).off('end', end).off('error', fail);
  const take = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    else {
      stop();
      ended.reject(tooLarge());
    }
  };
  const end = () => ended.resolve(Buffer.concat(chunks).toString());
  // The connection is closed: no answer arrives, but the request is counted.
  const fail = () => ended.reject(unreadable('BAD_REQUEST'));
  request.on('data', take).on('end', end).on('error', fail);
  return ended.promise;
}

function tooLarge(): ApiError {
  return unreadable('PAYLOAD_TOO_LARGE', CLOSE);
}
