import { ERROR_STATUSES, type ErrorCode, type ErrorContent, type FieldError } from '../../contract/errors.ts';

/** An error with a documented status. All its content may be shown to clients. */
export class ApiError extends Error implements ErrorContent {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;
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

/** 503 with `Retry-After` in seconds. */
export function unavailable(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', message, retryAfter(retryAfterSeconds));
}

/** 429 with `Retry-After` in seconds. */
export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', message, retryAfter(retryAfterSeconds));
}

function retryAfter(seconds: number) {
  return { headers: { 'retry-after': String(seconds) } };
}

export function validationError(errors: readonly FieldError[]): ApiError {
  return new ApiError('BAD_REQUEST', 'validation error', { errors });
}
