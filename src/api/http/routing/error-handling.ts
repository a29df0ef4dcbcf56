import { RevocationsUnknown } from '../../../auth/secrets-watch.ts';
import { StoreUnavailable } from '../../../core/errors.ts';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { errorBody, type ErrorCode } from '../../../contract/errors.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import { ApiError, unavailable } from '../errors.ts';
import { IGNORED_HEADER, JSON_TYPE, VARY } from '../headers.ts';
import { refuseSocket } from '../answers/raw-answer.ts';
import type { RequestLog } from '../request-log.ts';
import { sendText, type Call } from './call.ts';
import type { Cors } from './cors.ts';

const UNREADABLE = {
  BAD_REQUEST: 'the request cannot be read',
  REQUEST_TIMEOUT: 'the request took too long to arrive',
  PAYLOAD_TOO_LARGE: 'the request body is too large',
  UNSUPPORTED_MEDIA_TYPE: 'the content type of the request body is not supported',
  REQUEST_HEADER_FIELDS_TOO_LARGE: 'the request headers are too large',
} as const satisfies Partial<Record<ErrorCode, string>>;

type UnreadableCode = keyof typeof UNREADABLE;

const ERROR_HEADERS = ['cache-control', 'no-store', 'vary', VARY];

/** Not sent to any client: the code proxies use when a client disconnects before the answer. */
const CLIENT_LEFT = 499;

export interface ErrorHandlingParts {
  readonly log: Logger;
  readonly wallClock: Clock;
  readonly cors: Cors;
  readonly requestLog: RequestLog;
}

/** `requestId`: only for internal errors. */
export type ErrorBodyOf = (error: ApiError, at: Millis, requestId?: string) => string;

/** How another protocol than the contract's sends errors. */
export interface ErrorForm {
  readonly bodyOf: ErrorBodyOf;
  /** By default JSON. */
  readonly contentType?: string;
  /** Replaces the status of the error on the wire; logs and metrics keep it. */
  readonly sentStatus?: number | undefined;
}

const CONTRACT_FORM: ErrorForm = { bodyOf: errorBody };

/** Turns every error into the contract's error body. */
export class ErrorHandling {
  readonly #parts: ErrorHandlingParts;

  constructor(parts: ErrorHandlingParts) {
    this.#parts = parts;
  }

  /** An internal error shows only a request id; the log has the details under that id. */
  answer(thrown: unknown, call: Call, form: ErrorForm = CONTRACT_FORM): void {
    if (call.isGoneFor(thrown)) {
      // The client has left, so no response is sent. If sending had begun, the request is counted already.
      if (!call.response.headersSent) this.#parts.requestLog.answered(call, CLIENT_LEFT);
      return;
    }
    const error = asApiError(thrown);
    const internal = error.status >= 500;
    if (internal) this.#log(thrown, call);
    if (call.response.headersSent) {
      // The headers are sent: the client must not take the partial body for a complete one.
      call.response.destroy();
      return;
    }
    const { cors, wallClock, requestLog } = this.#parts;
    const ignored = call.ignored === undefined ? [] : [IGNORED_HEADER, call.ignored];
    const { bodyOf, contentType = JSON_TYPE, sentStatus = error.status } = form;
    const type = ['content-type', contentType];
    const headers = [...Object.entries(error.headers).flat(), ...ERROR_HEADERS, ...type, ...ignored];
    const body = bodyOf(error, wallClock.now(), internal ? call.id : undefined);
    sendText(call, sentStatus, headers, body, cors.headersFor(call.request.headers.origin));
    requestLog.answered(call, error.status);
  }

  /** An intended refusal (not ready, busy) is a warning, anything else an error. */
  #log(thrown: unknown, { id, route }: Call): void {
    // Logged when the condition begins and ends.
    if (thrown instanceof RevocationsUnknown) return;
    const line = { requestId: id, route };
    if (thrown instanceof ApiError)
      this.#parts.log.warn({ ...line, reason: thrown.message }, 'request refused');
    else this.#parts.log.error({ ...line, err: thrown }, 'request failed');
  }

  /** For bytes that never became a request: then Node has no request object, only the socket. */
  answerSocket(fault: NodeJS.ErrnoException, socket: Socket): void {
    if (fault.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const code = socketFault(fault.code);
    refuseSocket(socket, unreadable(code), this.#parts.wallClock.now());
  }
}

function socketFault(code: string | undefined): UnreadableCode {
  if (code === 'HPE_HEADER_OVERFLOW') return 'REQUEST_HEADER_FIELDS_TOO_LARGE';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST';
}

const STORE_AWAY_SECONDS = 5;

/** An error without a message for clients is an internal error. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof StoreUnavailable)
    return unavailable('stored data cannot be read at the moment', STORE_AWAY_SECONDS);
  if (thrown instanceof RevocationsUnknown) return unavailable(thrown.message, STORE_AWAY_SECONDS);
  return thrown instanceof ApiError ? thrown : new ApiError('INTERNAL_SERVER_ERROR', 'internal error');
}

/** The error for a malformed request, whatever its route. */
export function unreadable(code: UnreadableCode, headers: Readonly<Record<string, string>> = {}): ApiError {
  return new ApiError(code, UNREADABLE[code], { headers });
}
