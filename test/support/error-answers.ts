import { expect } from 'vitest';
import { ERROR_STATUSES, type ErrorCode, type FieldError } from '../../src/contract/errors.ts';

/** The contract's error body, with the extra members of some errors. */
export interface ErrorAnswer {
  readonly status: ErrorCode;
  readonly timestamp: string;
  readonly message: string;
  readonly errors: readonly FieldError[];
  readonly requestId?: string;
  readonly error?: string;
  readonly error_description?: string;
}

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const FIELD_MEMBERS = ['object', 'field', 'rejectedValue', 'message'];

/** Checks an error body against the contract and returns it. */
export function parseErrorBody(text: string, code: ErrorCode): ErrorAnswer {
  const body = JSON.parse(text) as ErrorAnswer;
  expect(body.status).toBe(code);
  expect(body.timestamp).toMatch(DATETIME);
  expect(body.message).toBeTypeOf('string');
  expect(body.message).not.toBe('');
  expect(body.errors).toBeInstanceOf(Array);
  for (const field of body.errors) {
    expect(Object.keys(field)).toEqual(FIELD_MEMBERS);
    for (const value of Object.values(field)) expect(value).toBeTypeOf('string');
    expect(field.rejectedValue.length).toBeLessThanOrEqual(100);
  }
  const others = Object.keys(body).slice(4);
  expect(Object.keys(body).slice(0, 4)).toEqual(['status', 'timestamp', 'message', 'errors']);
  expect(['requestId', 'error', 'error_description']).toEqual(expect.arrayContaining(others));
  return body;
}

/** Checks status, headers and body of a reply against the contract's section on errors. */
export async function expectError(answer: Response, code: ErrorCode): Promise<ErrorAnswer> {
  const text = await answer.text();
  expect({ status: answer.status, text }).toEqual({ status: ERROR_STATUSES[code], text });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('etag')).toBeNull();
  return parseErrorBody(text, code);
}
