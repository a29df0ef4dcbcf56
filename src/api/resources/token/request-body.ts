import type { IncomingMessage } from 'node:http';
import { bodyText, MAX_BODY_BYTES, mediaTypeOf, parseJson } from '../../http/body-text.ts';
import { unreadable } from '../../http/routing/error-handling.ts';
import { parseForm } from './token-request.ts';

const PARSERS: ReadonlyMap<string, (text: string) => unknown> = new Map([
  ['application/json', parseJson],
  ['application/x-www-form-urlencoded', parseForm],
]);

/** Undefined if the request has no body. Throws 400, 413 or 415. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const { headers } = request;
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
  if (headers['content-type'] === undefined && isEmpty) return undefined;
  const parse = PARSERS.get(mediaTypeOf(request));
  if (!parse) throw unreadable('UNSUPPORTED_MEDIA_TYPE');
  return parse(await bodyText(request, MAX_BODY_BYTES));
}
