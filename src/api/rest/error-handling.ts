import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { errorCodeOf, type ErrorCode, errorBody } from '../../contract/errors.ts';
import type { Clock } from '../../core/clock.ts';
import { ApiError } from '../errors.ts';
import { JSON_TYPE, NO_SNIFFING, VARY } from '../headers.ts';
import { refuseSocket } from '../raw-answer.ts';
import type { RequestLog } from '../request-log.ts';
import type { Cors } from './cors.ts';

/** What the client reads where the framework, not a route, refused. */
const FRAMEWORK_MESSAGES: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'the request cannot be read',
  REQUEST_TIMEOUT: 'the request took too long to arrive',
  PAYLOAD_TOO_LARGE: 'the request body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'the content type of the request body is not supported',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'the request headers are too large',
};

export interface ErrorHandlingParts {
  readonly log: Logger;
  readonly wallClock: Clock;
  readonly cors: Cors;
  readonly requestLog: RequestLog;
}

/** Turns everything that can go wrong into the contract's error body. */
export class ErrorHandling {
  readonly #parts: ErrorHandlingParts;

  constructor(parts: ErrorHandlingParts) {
    this.#parts = parts;
  }

  /** An internal error says nothing but a request id; what happened is in the log under the same id. */
  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = asApiError(thrown);
    const internal = error.status >= 500;
    if (internal) this.#log(thrown, request);
    reply.code(error.status);
    reply.removeHeader('etag');
    reply.removeHeader('content-encoding');
    reply.headers(error.headers);
    reply.header('cache-control', 'no-store');
    reply.header('vary', VARY);
    reply.header('content-type', JSON_TYPE);
    reply.header(...NO_SNIFFING);
    this.#parts.cors.apply(reply, request.headers.origin);
    reply.send(errorBody(error, this.#parts.wallClock.now(), internal ? String(request.id) : undefined));
    this.#parts.requestLog.answered(request, request.routeOptions.url ?? 'none', error.status);
  }

  /** A refusal that was meant (not ready, busy) is worth a warning, anything else is a fault. */
  #log(thrown: unknown, request: FastifyRequest): void {
    const line = { requestId: request.id, route: request.routeOptions.url };
    if (thrown instanceof ApiError)
      this.#parts.log.warn({ ...line, reason: thrown.message }, 'request refused');
    else this.#parts.log.error({ ...line, err: thrown }, 'request failed');
  }

  /** For bytes that never became a request: Node has no request object then, only the socket. */
  answerSocket(fault: NodeJS.ErrnoException, socket: Socket): void {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = socketFault(fault.code);
    const error = new ApiError(code, FRAMEWORK_MESSAGES[code] ?? 'the request cannot be read');
    refuseSocket(socket, error, this.#parts.wallClock.now());
  }
}

function socketFault(code: string | undefined): ErrorCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'REQUEST_HEADER_FIELDS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

/** The framework's refusals keep their status and lose their text, which may quote the URL. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = (thrown as { statusCode?: unknown } | undefined)?.statusCode;
  if (typeof status === 'number' && status >= 400 && status < 500) {
    const code = errorCodeOf(status);
    return new ApiError(code, FRAMEWORK_MESSAGES[code] ?? 'the request cannot be read');
  }
  return new ApiError('INTERNAL_SERVER_ERROR', 'internal error');
}
