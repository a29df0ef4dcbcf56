import { randomBytes } from 'node:crypto';
import { OperatorError } from '../../core/errors.ts';
import type { UrlTokenLimits } from './long-lived-token.ts';

/** Enough for a sheet that is recalculated often, too little to copy history. */
export const URL_TOKEN_PER_MINUTE = 120;
export const MAX_URL_TOKEN_PER_MINUTE = 60_000;
const MAX_NAMES = 100;

/** Begins every URL token, so that scanners for leaked secrets can find one. */
const PREFIX = 'tmu_';
const RANDOM_BYTES = 32;
const FORM = /^tmu_[\w-]{43}$/;

/** A token for programs that cannot send headers: 256 random bits, which tell nothing about its client. */
export function newUrlToken(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64url');
}

export function isUrlToken(text: string): boolean {
  return FORM.test(text);
}

/** Reads the limits of a request for a token. Throws if they are not valid. */
export function urlLimitsIn(url: unknown): UrlTokenLimits {
  const { perMinute = URL_TOKEN_PER_MINUTE, names } = (url ?? {}) as {
    readonly perMinute?: unknown;
    readonly names?: unknown;
  };
  if (
    !Number.isSafeInteger(perMinute) ||
    Number(perMinute) < 1 ||
    Number(perMinute) > MAX_URL_TOKEN_PER_MINUTE
  )
    throw new OperatorError(
      `the rate of a token is out of range: use 1 to ${MAX_URL_TOKEN_PER_MINUTE} requests per minute`,
    );
  const limits = { perMinute: Number(perMinute) };
  if (names === undefined) return limits;
  const isList = Array.isArray(names) && names.every((each) => typeof each === 'string' && each !== '');
  if (!isList || names.length === 0 || names.length > MAX_NAMES)
    throw new OperatorError(
      `the names of a token are not valid: give 1 to ${MAX_NAMES} indices, such as BTC,BTC_USD,BLX`,
    );
  return { ...limits, names: names as string[] };
}
