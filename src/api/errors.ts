import { ERROR_STATUSES, type ErrorCode, type FieldError } from '../core/errors.ts';
import { formatDatetime, type Millis } from '../core/time.ts';

/** A refusal with a documented status. Everything in it is meant for the client's eyes. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
  /** Members beyond the contract's four, such as RFC 6749's `error`. */
  readonly extra: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      readonly errors?: readonly FieldError[];
      readonly headers?: Readonly<Record<string, string>>;
      readonly extra?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.code = code;
    this.status = ERROR_STATUSES[code];
    this.errors = details.errors ?? [];
    this.headers = details.headers ?? {};
    this.extra = details.extra ?? {};
  }
}

const MAX_REJECTED_LENGTH = 100;

/** Never in the middle of a character. */
export function cutRejected(value: string): string {
  return value.length > MAX_REJECTED_LENGTH
    ? value.slice(0, MAX_REJECTED_LENGTH).replace(/[\ud800-\udbff]$/, '')
    : value;
}

export function validationError(errors: readonly FieldError[]): ApiError {
  return new ApiError('BAD_REQUEST', 'validation error', { errors });
}

/** The body of every error of every route. */
export function errorBody(
  error: Pick<ApiError, 'code' | 'message' | 'errors' | 'extra'>,
  at: Millis,
  requestId?: string,
): string {
  return JSON.stringify({
    status: error.code,
    timestamp: formatDatetime(at),
    message: error.message,
    errors: error.errors,
    ...(requestId === undefined ? {} : { requestId }),
    ...error.extra,
  });
}
