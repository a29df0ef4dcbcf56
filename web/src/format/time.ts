/** All instants are shown in UTC, like the times of ticks and the ends of days. */

/** 12:03:10 */
export function timeText(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19);
}

/** 2026-11-16 12:03:10 */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}

/** A span in one unit, such as 40 s, 12 min, 3 h, 5 d. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
