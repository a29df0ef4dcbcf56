import { systemClock } from './clock.ts';
import { TidemarkError } from './errors.ts';

const LOCAL =
  /^(today|yesterday|\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?)? (UTC|[a-z_]+(?:\/[\w+-]+)+)$/i;
const LAST_MINUTE = '23:59';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Whether a text has the form of a local time. */
export function isLocalTime(text: string): boolean {
  return LOCAL.test(text);
}

/**
 * The instant of a local time with an IANA time zone, such as `2026-11-16 16:00 Europe/London`. The date may
 * be `today` or `yesterday`, relative to `now` in that zone; without a time it is 00:00. For a time that
 * clocks skip or show twice, throws an error with both possible instants, each with its offset from UTC.
 */
export function localTime(text: string, now = systemClock.now()): Date {
  const [, day = '', time = '00:00', seconds = ':00', zone = ''] = LOCAL.exec(text.trim()) ?? [];
  if (!day)
    throw new TidemarkError(`a local time is like "2026-11-16 16:00 Europe/London" (got "${String(text)}")`);
  const wallAt = wallClock(zone);
  // Date.parse accepts 24:00 as the following midnight.
  if (time > LAST_MINUTE || Number.isNaN(Date.parse(`2000-01-01T${time}${seconds}Z`)))
    throw new TidemarkError(
      `invalid time of day ${time}${seconds === ':00' ? '' : seconds}: use 00:00 to 23:59`,
    );
  const daysAgo = { today: 0, yesterday: 1 }[day.toLowerCase()];
  const date = daysAgo === undefined ? day : isoText(wallAt(now) - daysAgo * DAY_MS).slice(0, 10);
  const written = `${date}T${time}${seconds}`;
  const wall = Date.parse(`${written}Z`);
  if (Number.isNaN(wall) || !isoText(wall).startsWith(date))
    throw new TidemarkError(`${date} is not a valid date`);
  // Offsets range from -12 to +14 hours, so one of these instants is before a change of the clocks and the
  // other after it.
  const offsets = [wall - 15 * HOUR_MS, wall + 13 * HOUR_MS].map((at) => wallAt(at) - at);
  const readings = [...new Set(offsets)];
  const [only, other] = readings.filter((offset) => wallAt(wall - offset) === wall);
  if (only !== undefined && other === undefined) return new Date(wall - only);
  const choice = readings.map((offset) => `${written}${offsetText(offset)} (${isoText(wall - offset)})`);
  throw new TidemarkError(
    `clocks in ${zone} ${other === undefined ? 'skip' : 'show'} ${date} ${time}${other === undefined ? '' : ' twice'}: ` +
      `write ${choice.join(' or ')}`,
  );
}

/** Wall-clock time of a zone at an instant, as milliseconds since 1970 as if the zone were UTC. */
function wallClock(timeZone: string): (at: number) => number {
  const two = '2-digit';
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    });
  } catch (cause) {
    throw new TidemarkError(`unknown time zone ${timeZone}: use an IANA name such as Europe/London`, {
      cause,
    });
  }
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const { year, month, day, hour, minute, second } = parts;
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + (at % 1000);
  };
}

function offsetText(offsetMs: number): string {
  const hours = isoText(Math.abs(offsetMs)).slice(11, 16);
  return `${offsetMs < 0 ? '-' : '+'}${hours}`;
}

function isoText(at: number): string {
  return new Date(at).toISOString();
}
