import { type ErrorObject, type FieldError, cutRejected } from '../../../contract/errors.ts';
import { ApiError } from '../../http/errors.ts';

/** RFC 6749 and RFC 8707 error codes. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'invalid_target'
  | 'invalid_scope';

export interface TokenRequest {
  readonly clientId: string;
  readonly clientSecret: string;
  /** No secret was sent: the key of the request authenticates the client. */
  readonly isByKey: boolean;
  readonly audience: string;
  /** Undefined: all scopes of the client. */
  readonly scope: string | undefined;
  /** The client used HTTP Basic, so a refusal names that scheme. */
  readonly basic: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const OBJECT: ErrorObject = 'TokenRequest';
const SECRETS = new Set(['client_secret']);
const GRANT_TYPE = 'client_credentials';

/**
 * An error with the contract's body and the two members of RFC 6749. The description names the invalid
 * fields.
 */
export function oauthError(
  error: OAuthError,
  description: string,
  details: {
    readonly errors?: readonly FieldError[];
    readonly headers?: Readonly<Record<string, string>>;
  } = {},
): ApiError {
  const code = error === 'invalid_client' ? 'UNAUTHORIZED' : 'BAD_REQUEST';
  const named = details.errors?.map(({ field, message }) => `${field} ${message}`).join('; ');
  return new ApiError(code, description, {
    ...details,
    extra: { error, error_description: named ?? description },
  });
}

export function fieldError(field: string, value: unknown, message: string): FieldError {
  const shown = SECRETS.has(field) || typeof value !== 'string' ? '' : value;
  return { object: OBJECT, field, rejectedValue: cutRejected(shown), message };
}

/**
 * Parses a token request from its body (JSON or form) and its Authorization header. `hasKey`: it may do without
 * client id and secret. Throws 400.
 */
export function readTokenRequest(
  body: unknown,
  authorization: string | undefined,
  hasKey = false,
): TokenRequest {
  const fields = asFields(body);
  const basic = basicCredentials(authorization);
  const errors = malformedFields(fields);
  const text = (name: string) =>
    typeof fields[name] === 'string' && fields[name] !== '' ? fields[name] : undefined;
  const grantType = text('grant_type');
  const clientId = basic?.id ?? text('client_id');
  const clientSecret = basic?.secret ?? text('client_secret');
  const audience = text('audience') ?? text('resource');
  const isByKey = hasKey && clientSecret === undefined;
  const credentials = isByKey ? {} : { client_id: clientId, client_secret: clientSecret };
  const wanted = { grant_type: grantType, ...credentials, audience };
  for (const [field, value] of Object.entries(wanted)) {
    const reported = errors.some((error) => error.field === field);
    if (value === undefined && !reported) errors.push(fieldError(field, '', 'is required'));
  }
  if (basic && (text('client_secret') !== undefined || (text('client_id') ?? basic.id) !== basic.id)) {
    errors.push(fieldError('client_id', text('client_id'), 'must not differ from the Authorization header'));
  }
  if (
    text('audience') !== undefined &&
    text('resource') !== undefined &&
    text('audience') !== text('resource')
  ) {
    errors.push(fieldError('resource', text('resource'), 'must not differ from audience'));
  }
  if (errors.length > 0) throw oauthError('invalid_request', 'validation error', { errors });
  if (grantType !== GRANT_TYPE) {
    throw oauthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPE}`, {
      errors: [fieldError('grant_type', grantType, `must be ${GRANT_TYPE}`)],
    });
  }
  return {
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    isByKey,
    audience: audience ?? '',
    scope: text('scope'),
    basic: basic !== undefined,
  };
}

const KNOWN_FIELDS = ['grant_type', 'client_id', 'client_secret', 'audience', 'resource', 'scope'];

function malformedFields(fields: Fields): FieldError[] {
  return KNOWN_FIELDS.flatMap((field) => {
    const value = fields[field];
    if (value === undefined || typeof value === 'string') return [];
    return [fieldError(field, '', Array.isArray(value) ? 'must be given once' : 'must be a string')];
  });
}

function asFields(body: unknown): Fields {
  if (body === undefined || body === null) return {};
  if (typeof body === 'object' && !Array.isArray(body)) return body as Fields;
  throw oauthError('invalid_request', 'the body must be one JSON object or a form');
}

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
function basicCredentials(
  header: string | undefined,
): { readonly id: string; readonly secret: string } | undefined {
  if (header === undefined) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(header)?.[1];
  const decoded = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const id = colon < 0 ? undefined : formDecode(decoded.slice(0, colon));
  const secret = colon < 0 ? undefined : formDecode(decoded.slice(colon + 1));
  if (!id || !secret)
    throw oauthError('invalid_request', 'the Authorization header must be HTTP Basic with id and secret');
  return { id, secret };
}

function formDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/** Form fields; a repeated one becomes an array of its first two values, which is refused. */
export function parseForm(text: string): Fields {
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields[name];
    if (before === undefined) fields[name] = value;
    else if (!Array.isArray(before)) fields[name] = [before, value];
  }
  return fields;
}
