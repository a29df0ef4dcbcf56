import { ApiError } from '../http/errors.ts';

/** A second less than a day. */
const LONGEST_EXPIRES_IN = 86_399;

/** The claim `sub`. */
export function originalSubject(clientId: string): string {
  return `${clientId}@clients`;
}

export function originalExpiresIn(lifetimeSeconds: number): number {
  return Math.min(lifetimeSeconds, LONGEST_EXPIRES_IN);
}

/** Without the members of RFC 6749; another grant type is forbidden. */
export function originalTokenError({ code, message, errors, headers, extra }: ApiError): ApiError {
  const isGrantType = extra['error'] === 'unsupported_grant_type';
  return new ApiError(isGrantType ? 'FORBIDDEN' : code, message, { errors, headers });
}
