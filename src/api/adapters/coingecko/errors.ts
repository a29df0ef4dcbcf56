import { formatDatetime } from '../../../core/time.ts';
import { ApiError } from '../../http/errors.ts';
import type { ErrorBodyOf, ErrorForm } from '../../http/routing/error-handling.ts';

/** CoinGecko's numbers for errors of keys. Other errors have the HTTP status as their number. */
export const KEY_MISSING = '10002';
export const PLAN_RESTRICTED = '10005';
export const PRO_KEY_REFUSED = '10010';
export const DEMO_KEY_REFUSED = '10011';

/** Statuses whose body is only `{"error": text}`; the others have a `status` object. */
const PLAIN = new Set([400, 404, 405]);

export function coinNotFound(): ApiError {
  return new ApiError('NOT_FOUND', 'coin not found');
}

export function keyRefused(errorCode: string, message: string): ApiError {
  return new ApiError('UNAUTHORIZED', message, { extra: { error_code: errorCode } });
}

export function invalidParameter(name: string, why: string): ApiError {
  return new ApiError('BAD_REQUEST', `invalid ${name}: ${why}`);
}

/** The body of an error as CoinGecko's API sends it. */
const bodyOf: ErrorBodyOf = (error, at, requestId) => {
  if (PLAIN.has(error.status)) return JSON.stringify({ error: textOf(error) });
  return JSON.stringify({
    status: {
      timestamp: formatDatetime(at),
      error_code: errorCodeOf(error),
      error_message: error.message,
      ...(requestId === undefined ? {} : { request_id: requestId }),
    },
  });
};

export const COINGECKO_ERRORS: ErrorForm = { bodyOf };

function errorCodeOf({ status, extra }: ApiError): number {
  if (extra['error_code'] !== undefined) return Number(extra['error_code']);
  return status === 403 ? Number(PLAN_RESTRICTED) : status;
}

function textOf({ message, errors }: ApiError): string {
  if (errors.length === 0) return message;
  return errors
    .map(({ field, message: why }) =>
      why === 'is required' ? `Missing parameter ${field}` : `invalid ${field}: ${why}`,
    )
    .join('; ');
}
