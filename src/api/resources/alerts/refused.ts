import { AlertRefusal } from '../../../alerts/alert-refusal.ts';
import type { ErrorCode, ErrorObject } from '../../../contract/errors.ts';
import { ApiError, validationError } from '../../http/errors.ts';

const CODES: Readonly<Record<AlertRefusal['reason'], ErrorCode>> = {
  unknown: 'NOT_FOUND',
  conflict: 'CONFLICT',
  invalid: 'BAD_REQUEST',
  quota: 'CONFLICT',
  rate: 'TOO_MANY_REQUESTS',
};
const RETRY_SECONDS = '60';

/** Runs a call of the alert services; their refusals become errors for the client. */
export async function refused<T>(object: ErrorObject, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asError(object, error);
  }
}

function asError(object: ErrorObject, error: unknown): unknown {
  if (!(error instanceof AlertRefusal)) return error;
  const { reason, field, message } = error;
  if (field !== undefined) return validationError([{ object, field, rejectedValue: '', message }]);
  return new ApiError(
    CODES[reason],
    message,
    reason === 'rate' ? { headers: { 'retry-after': RETRY_SECONDS } } : {},
  );
}
