import { HOUR_MS, SECOND_MS, type Millis } from '../../core/time.ts';

/** A delivery is retried for this long; then it is dead. */
export const RETRY_FOR_MS = 72 * HOUR_MS;
const FIRST_DELAY_MS = 5 * SECOND_MS;
const MAX_DELAY_MS = HOUR_MS;

/**
 * How long to wait after the given number of failed attempts: twice as long each time, up to an hour, less up to half of it at random,
 * so that deliveries that failed together are not sent together again.
 */
export function retryDelay(attempts: number, random: () => number): Millis {
  const full = Math.min(FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 30), MAX_DELAY_MS);
  return Math.round(full * (1 - random() / 2));
}

/** When to try again, or undefined if there is no more time. A receiver may ask for a later instant, up to the end. */
export function nextAttempt(
  { attempts, retryUntil }: { readonly attempts: number; readonly retryUntil: Millis },
  now: Millis,
  retryAfterMs: Millis | undefined,
  random: () => number,
): Millis | undefined {
  if (now >= retryUntil) return undefined;
  const at = now + Math.max(retryDelay(attempts, random), retryAfterMs ?? 0);
  // The last attempt is made at the very end.
  return Math.min(at, retryUntil);
}
