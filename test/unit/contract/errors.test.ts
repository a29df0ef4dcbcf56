import { STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { ERROR_OBJECTS, ERROR_STATUSES, errorCodeOf } from '../../../src/contract/errors.ts';

describe('error codes', () => {
  test('are exactly those of the contract', () => {
    expect(ERROR_STATUSES).toEqual({
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
    });
  });

  test('each status maps back to its code, and exists in HTTP', () => {
    for (const [code, status] of Object.entries(ERROR_STATUSES)) {
      expect(errorCodeOf(status)).toBe(code);
      expect(STATUS_CODES[status]).toBeDefined();
    }
  });

  test('a status that the contract does not have becomes the nearest general one', () => {
    expect(errorCodeOf(418)).toBe('BAD_REQUEST');
    expect(errorCodeOf(417)).toBe('BAD_REQUEST');
    expect(errorCodeOf(599)).toBe('INTERNAL_SERVER_ERROR');
    expect(errorCodeOf(501)).toBe('INTERNAL_SERVER_ERROR');
  });
});

test('the objects of field errors are those of the contract', () => {
  expect([...ERROR_OBJECTS]).toEqual([
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
  ]);
});
