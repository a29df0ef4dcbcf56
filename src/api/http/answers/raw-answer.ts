import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '../../../contract/errors.ts';
import type { Millis } from '../../../core/time.ts';
import type { ApiError } from '../errors.ts';
import { JSON_TYPE, NO_SNIFFING, VARY } from '../headers.ts';

/** An error as bytes, for a socket without a response object. The connection is closed after it. */
export function rawAnswer(error: ApiError, at: Millis): string {
  const body = errorBody(error, at);
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `Vary: ${VARY}`,
    NO_SNIFFING.join(': '),
    ...Object.entries(error.headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Writes the error to a socket and closes it. */
export function refuseSocket(socket: Duplex, error: ApiError, at: Millis): void {
  socket.on('error', () => socket.destroy());
  socket.end(rawAnswer(error, at), () => socket.destroy());
}
