import { STATUS_CODES } from 'node:http';
import type { Millis } from '../core/time.ts';
import { errorBody, type ApiError } from './errors.ts';

/** An error as it goes over a connection that no framework writes to, and that is closed after it. */
export function rawErrorAnswer(error: ApiError, at: Millis): string {
  const body = errorBody(error, at);
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
