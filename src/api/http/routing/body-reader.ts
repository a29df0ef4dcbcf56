import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { BodyFields, BodyValues } from '../../../contract/body-fields.ts';
import { cutRejected, type ErrorObject, type FieldError } from '../../../contract/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { jsonText, CLOSE, MAX_BODY_BYTES, mediaTypeOf, parseJson } from '../body-text.ts';
import { ApiError } from '../errors.ts';
import { unreadable } from './error-handling.ts';

const JSON_MEDIA_TYPE = 'application/json';

/** A body as it was sent. */
export interface SentBody {
  readonly members: Readonly<Record<string, unknown>>;
  /** SHA-256 of its text. */
  readonly hash: string;
}

/** Reads a JSON object. Throws 400, 413 or 415. */
export async function readJsonBody(request: IncomingMessage): Promise<SentBody> {
  if (mediaTypeOf(request) !== JSON_MEDIA_TYPE) throw unreadable('UNSUPPORTED_MEDIA_TYPE', CLOSE);
  const text = await jsonText(request, MAX_BODY_BYTES);
  const members = parseJson(text);
  if (!isObject(members)) throw new ApiError('BAD_REQUEST', 'the request body must be a JSON object');
  return { members, hash: createHash('sha256').update(text).digest('hex') };
}

export interface CheckedBody<F extends BodyFields> {
  readonly values: BodyValues<F>;
  readonly errors: readonly FieldError[];
}

/** Parses the declared members. Unknown members are errors: a misspelt one must not be lost. */
export function checkBody<F extends BodyFields>(
  members: SentBody['members'],
  fields: F,
  required: readonly string[],
  object: ErrorObject,
): CheckedBody<F> {
  const values: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const refuse = (field: string, given: unknown, message: string) =>
    void errors.push({ object, field, rejectedValue: cutRejected(textOf(given)), message });
  for (const [field, { parse, expects }] of Object.entries(fields)) {
    const given = members[field];
    if (given === undefined) {
      if (required.includes(field)) refuse(field, '', 'is required');
      continue;
    }
    const value = parse(given);
    if (value === undefined) refuse(field, given, expects);
    else values[field] = value;
  }
  for (const field of Object.keys(members))
    if (!Object.hasOwn(fields, field)) refuse(cutRejected(field), '', 'is not a known member');
  return { values: values as BodyValues<F>, errors };
}

function textOf(given: unknown): string {
  return typeof given === 'string' ? given : JSON.stringify(given);
}
