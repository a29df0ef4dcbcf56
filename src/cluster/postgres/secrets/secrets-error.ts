import { OperatorError, StoreUnavailable } from '../../../core/errors.ts';
import { StoreOutdated } from '../store-away.ts';

/** Format of the codes with which PostgreSQL rejects a statement. */
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Converts a database error to one that is safe to show and log: the driver's messages may contain rows, and so keys. Returns other
 * errors unchanged.
 */
export function secretsError(error: unknown, isChange: boolean): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof OperatorError && !(error instanceof StoreUnavailable)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if ('severity' in error && SQL_STATE.test(code))
    return new OperatorError(
      `the database of clients and keys rejected the statement (SQLSTATE ${code}): see the log of the database`,
    );
  if (!(error instanceof StoreUnavailable)) return error;
  // Nothing was changed in it, and its message has nothing of the driver's.
  if (error instanceof StoreOutdated) return error;
  const what = `the database of clients and keys does not respond (${code})`;
  return new OperatorError(
    isChange ? `${what}: the change may or may not have been made, check before you try again` : what,
    // Without the driver's message.
    { cause: new StoreUnavailable(error.code, undefined) },
  );
}
