import { DAY_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

/** A mistaken or hostile server may ask for more; it gets another request the next day. */
const MAX_MS = DAY_MS;

/**
 * Parses `Retry-After`: seconds, or an instant by the server's own clock. The server's `Date` makes it independent of
 * our clock. Undefined if it is neither.
 */
export function retryAfterMs(
  header: string | undefined,
  date: string | undefined,
  now: Millis,
): Millis | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_MS);
  const serverNow = Date.parse(date ?? '');
  const ms = Date.parse(text) - (Number.isNaN(serverNow) ? now : serverNow);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MAX_MS);
}
