/** Every error that a client can see: its machine-readable code and its HTTP status. */
export const ERROR_STATUSES = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  REQUEST_HEADER_FIELDS_TOO_LARGE: 431,
  INTERNAL_SERVER_ERROR: 500,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUSES;

const CODE_BY_STATUS = new Map<number, ErrorCode>(
  Object.entries(ERROR_STATUSES).map(([code, status]) => [status, code as ErrorCode]),
);

/** The code of a status; the nearest general one for a status that the table does not have. */
export function errorCodeOf(status: number): ErrorCode {
  return CODE_BY_STATUS.get(status) ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
}

export const ERROR_OBJECTS = [
  'Asset',
  'Market',
  'Exchange',
  'Tick',
  'IndexTicker',
  'OpenHighLowCloseVolume',
  'MarketCap',
  'DerivativeContract',
  'DerivativeTicker',
  'Conversion',
  'TokenRequest',
] as const;
export type ErrorObject = (typeof ERROR_OBJECTS)[number];

/** One field at fault. */
export interface FieldError {
  readonly object: ErrorObject;
  readonly field: string;
  /** What was sent, cut at 100 characters; empty when missing, and never a secret. */
  readonly rejectedValue: string;
  readonly message: string;
}

/** A refusal of what the operator asked for: its message is written for him and shown without a stack. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';
}
