import { ApiError, NameError } from '@tidemark/sdk';

/** 4xx responses that may change when the same request is repeated. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether the same request would fail again. Then the page repeats it only when the reader asks for it. */
export function isPermanent(error: unknown): boolean {
  if (error instanceof NameError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.httpStatus >= 400 && error.httpStatus < 500 && !PASSING.has(error.httpStatus);
}
