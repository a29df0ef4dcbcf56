import type { ErrorStatus, FieldProblem } from './contract.ts';

/** The class of all errors that the SDK throws itself. */
export class TidemarkError extends Error {
  override readonly name: string = 'TidemarkError';
}

/** The service could not be reached, or the connection closed early. */
export class ConnectionError extends TidemarkError {
  override readonly name = 'ConnectionError';
}

/** The service sent an invalid response: it may not be a Tidemark service. */
export class MalformedError extends TidemarkError {
  override readonly name = 'MalformedError';
}

/** Wraps a failure; a network failure becomes a ConnectionError. */
export function failureOf(cause: unknown, message: string): Error {
  return cause instanceof TidemarkError ? cause : new ConnectionError(message, { cause });
}

interface ErrorAnswer {
  readonly status?: ErrorStatus;
  readonly message?: string;
  readonly errors?: readonly FieldProblem[];
  readonly requestId?: string;
  /** For the token endpoint (RFC 6749). */
  readonly error?: string;
}

/** The service answered with an error. */
export class ApiError extends TidemarkError {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly httpStatus: number;
  /**
   * The machine-readable code: UNAUTHORIZED, NOT_FOUND, … Absent if a proxy answered instead of the service.
   */
  readonly status: ErrorStatus | undefined;
  /** One per invalid field. */
  readonly problems: readonly FieldProblem[];
  /** Quote it to the operator. */
  readonly requestId: string | undefined;
  /** RFC 6749's code, from the token endpoint. */
  readonly oauthError: string | undefined;
  /** When to retry, if the service sent it. */
  readonly retryAfterMs: number | undefined;

  constructor(httpStatus: number, answer: ErrorAnswer, retryAfterMs?: number) {
    super(describe(httpStatus, answer));
    this.httpStatus = httpStatus;
    this.status = answer.status;
    this.problems = answer.errors ?? [];
    this.requestId = answer.requestId;
    this.oauthError = answer.error;
    this.retryAfterMs = retryAfterMs;
  }
}

/** 400: `problems` names the fields. */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: no valid token, or a wrong id or secret. */
export class UnauthorizedError extends ApiError {
  override readonly name = 'UnauthorizedError';
}

/** 403: the token lacks the scope. */
export class ForbiddenError extends ApiError {
  override readonly name = 'ForbiddenError';
}

/** 404: there is nothing with this id. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 429, and retries as instructed failed or were disabled. */
export class RateLimitedError extends ApiError {
  override readonly name = 'RateLimitedError';
}

/** 502, 503 or 504, and retries as instructed failed or were disabled. */
export class UnavailableError extends ApiError {
  override readonly name = 'UnavailableError';
}

/** A possible meaning of a name: an asset or a market. */
export interface Candidate {
  /** Identifies it. */
  readonly id: string;
  readonly name: string;
  /** For a market its name, such as BTC_USD. */
  readonly symbol: string;
  /** For a market that of its base asset. */
  readonly slugName: string;
  /** By market cap, for a market that of its base asset; undefined if it has none. */
  readonly rank: number | undefined;
}

/** There is nothing, or more than one thing, with this name. */
export class NameError extends TidemarkError {
  override readonly name = 'NameError';
  readonly wanted: string;
  /** The possible meanings, largest first; empty if there are none. */
  readonly candidates: readonly Candidate[];
  /** A similar known name, if this one is unknown. */
  readonly suggestion: string | undefined;

  constructor(wanted: string, candidates: readonly Candidate[], suggestion?: string) {
    super(
      candidates[0]
        ? `"${wanted}" may be ${candidates.map(({ id, name }) => `${name} (${id})`).join(', ')}`
        : `nothing is named "${wanted}"${suggestion ? `: did you mean ${suggestion}?` : ''}`,
    );
    this.wanted = wanted;
    this.candidates = candidates;
    this.suggestion = suggestion;
  }
}

/** The stream was closed for a reason that reconnecting would not change. */
export class StreamError extends TidemarkError {
  override readonly name = 'StreamError';
  /** The websocket close code. */
  readonly closeCode: number;

  constructor(closeCode: number, reason: string) {
    super(`the stream was closed with ${closeCode}${reason && `: ${reason}`}`);
    this.closeCode = closeCode;
  }
}

/** Strict mode: a value was not computed from the inputs of its own tick, or it is missing. */
export class StrictError extends TidemarkError {
  override readonly name = 'StrictError';
  /** The affected record, or the one after the gap. */
  readonly record: unknown;

  constructor(message: string, record: unknown) {
    super(message);
    this.record = record;
  }
}

const CLASSES: Readonly<Record<number, typeof ApiError>> = {
  400: BadRequestError,
  401: UnauthorizedError,
  403: ForbiddenError,
  404: NotFoundError,
  429: RateLimitedError,
  502: UnavailableError,
  503: UnavailableError,
  504: UnavailableError,
};

/** Errors have the same meaning over REST and the stream. */
export function errorOf(httpStatus: number, answer: ErrorAnswer, retryAfterMs?: number): ApiError {
  return new (CLASSES[httpStatus] ?? ApiError)(httpStatus, answer, retryAfterMs);
}

/** `body`: the body of the response; for a proxy's page only the status is known. */
export function apiErrorOf({ status, headers }: Response, body: unknown, now: number): ApiError {
  const answer = typeof body === 'object' && body !== null ? readable(body) : {};
  return errorOf(status, answer, retryAfterMsOf(headers.get('retry-after'), now));
}

/** The maximum that is accepted. */
const LONGEST_S = 1e9;

/** Seconds, as the service sends it, or a date, as a proxy may. */
function retryAfterMsOf(text: string | null, now: number): number | undefined {
  if (text === null) return undefined;
  if (/^\d+$/.test(text)) return Math.min(Number(text), LONGEST_S) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function describe(httpStatus: number, { status, message, errors = [] }: ErrorAnswer): string {
  const problems = errors.map(({ field, message: why }) => (field ? `${field} ${why}` : why)).join('; ');
  return [`${httpStatus} ${status ?? ''}`.trim(), message, problems].filter(Boolean).join(': ');
}

/** Drops members of the wrong type, which another server may have sent. */
function readable(body: object): ErrorAnswer {
  const texts = Object.entries(body).filter(([, value]) => typeof value === 'string');
  const { errors } = body as { readonly errors?: unknown };
  const problems = ([errors].flat() as (FieldProblem | null | undefined)[]).filter(
    (each) => typeof each?.message === 'string' && typeof (each.field ?? '') === 'string',
  );
  return { ...Object.fromEntries(texts), errors: problems as FieldProblem[] };
}

/** Whether the same request may succeed later. */
export function mayPass(error: unknown): error is ConnectionError & Partial<ApiError> {
  return (
    error instanceof ConnectionError || error instanceof UnavailableError || error instanceof RateLimitedError
  );
}
