import { DAY_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

/** Whatever a server asks for: one that is mistaken, or hostile, is asked again the next day. */
const MOST_MS = DAY_MS;

/**
 * What a `Retry-After` asks for: seconds, or an instant by the server's own clock, which its `Date` tells, so that it does not
 * matter whether ours is right. Undefined where it says neither.
 */
export function retryAfterMs(
  header: string | undefined,
  date: string | undefined,
  now: Millis,
): Millis | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, MOST_MS);
  const serverNow = Date.parse(date ?? '');
  const ms = Date.parse(text) - (Number.isNaN(serverNow) ? now : serverNow);
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), MOST_MS);
}
