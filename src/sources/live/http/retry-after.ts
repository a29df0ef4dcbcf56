import { DAY_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

/** What a `Retry-After` asks for, at most a day: seconds, or an instant by the server's own clock. */
export function retryAfterMs(header: string | undefined, now: Millis): Millis | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), DAY_MS) : undefined;
}
