import { Type } from './schema.ts';
import { formatDatetime, type Millis } from '../core/time.ts';
import { datetime } from './schemas.ts';

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
  RANGE_NOT_SATISFIABLE: 416,
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

/** The code for a status. A status that is not in the table gets the general code of its class. */
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
  'Candle',
  'Coverage',
  'Export',
  'MarketCap',
  'DerivativeContract',
  'DerivativeTicker',
  'Conversion',
  'Quality',
  'Alert',
  'AlertEndpoint',
  'TokenRequest',
] as const;
export type ErrorObject = (typeof ERROR_OBJECTS)[number];

/** One invalid field. */
export interface FieldError {
  readonly object: ErrorObject;
  readonly field: string;
  /** The value sent, cut at 100 characters; empty if missing, and never a secret. */
  readonly rejectedValue: string;
  readonly message: string;
}

const MAX_REJECTED_LENGTH = 100;

/** Never cuts within a surrogate pair. */
export function cutRejected(value: string): string {
  return value.length > MAX_REJECTED_LENGTH
    ? value.slice(0, MAX_REJECTED_LENGTH).replace(/[\ud800-\udbff]$/, '')
    : value;
}

export const ErrorBody = Type.Record('Error', {
  status: Type.Enum(Object.keys(ERROR_STATUSES), { description: 'The machine-readable code' }),
  timestamp: datetime('When the error happened'),
  message: Type.String(),
  errors: Type.Array(
    Type.Closed({
      object: Type.Enum([...ERROR_OBJECTS]),
      field: Type.String(),
      rejectedValue: Type.String({ maxLength: MAX_REJECTED_LENGTH }),
      message: Type.String(),
    }),
    { description: 'One entry per invalid field; empty if there is none' },
  ),
  requestId: Type.Optional(Type.String({ description: 'On 5xx: the id to quote to the operator' })),
});

/** The client-visible content of an error. */
export interface ErrorContent {
  readonly code: ErrorCode;
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** Members beyond the four of the contract, such as `error` of RFC 6749. */
  readonly extra: Readonly<Record<string, string>>;
}

/** The error body that all routes use. */
export function errorBody(error: ErrorContent, at: Millis, requestId?: string): string {
  return JSON.stringify({
    status: error.code,
    timestamp: formatDatetime(at),
    message: error.message,
    errors: error.errors,
    ...(requestId === undefined ? {} : { requestId }),
    ...error.extra,
  });
}
