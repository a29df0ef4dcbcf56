import type { ErrorForm } from '../../http/routing/error-handling.ts';
import { validationError } from '../../http/errors.ts';
import { errorText } from '../error-text.ts';

/** Errors as UDF clients read them, whatever their HTTP status. */
export const UDF_ERRORS: ErrorForm = {
  bodyOf: (error, _at, requestId) => JSON.stringify({ s: 'error', errmsg: errorText(error, requestId) }),
};

/** Throws 400. */
export function refuse(field: string, message: string): never {
  throw validationError([{ object: 'Candle', field, rejectedValue: '', message }]);
}
