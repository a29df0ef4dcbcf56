import { OperatorError, StoreAway } from '../../../core/errors.ts';

/** What PostgreSQL answers with where it refuses a statement. */
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * What a database refused, or did not answer, in words that an operator may read and a log may keep: those of the driver can hold rows, and
 * so keys. Other errors are given back as they are.
 */
export function secretsError(error: unknown, isChange: boolean): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof OperatorError && !(error instanceof StoreAway)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if ('severity' in error && SQL_STATE.test(code))
    return new OperatorError(`the database of clients and keys refused it: see its log (SQLSTATE ${code})`);
  if (!(error instanceof StoreAway)) return error;
  const what = `the database of clients and keys does not answer (${code})`;
  return new OperatorError(
    isChange ? `${what}: whether the change was made is not known, look before you try again` : what,
    // Without the words of the driver.
    { cause: new StoreAway(error.code, undefined) },
  );
}
