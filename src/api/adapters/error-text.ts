import type { ApiError } from '../http/errors.ts';

/** An error in one sentence, for protocols without fields. `requestId`: only for internal errors. */
export function errorText({ message, errors }: ApiError, requestId?: string): string {
  const text =
    errors.length === 0 ? message : errors.map(({ field, message: why }) => `${field} ${why}`).join('; ');
  return requestId === undefined ? text : `${text} (request ${requestId})`;
}
