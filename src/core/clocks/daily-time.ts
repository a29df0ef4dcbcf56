import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../time.ts';

/** A time of day in a time zone, such as `16:00 Europe/London`. */
export interface DailyTime {
  /** The text as entered. */
  readonly text: string;
  /** Time after midnight on the zone's clocks. */
  readonly offsetMs: Millis;
  /** `UTC` or an IANA name. */
  readonly zone: string;
}

const FORM = /^([01]\d|2[0-3]):([0-5]\d) (UTC|[A-Za-z_]+(?:\/[\w+-]+)+)$/;

/** Throws a RangeError that explains what is wrong. */
export function parseDailyTime(text: string): DailyTime {
  const [, hours, minutes, zone] = FORM.exec(text) ?? [];
  if (zone === undefined)
    throw new RangeError(`"${text}" is not a time such as 00:00 UTC or 16:00 Europe/London`);
  if (!isZone(zone)) throw new RangeError(`there is no time zone ${zone}: IANA names are like Europe/London`);
  return { text, offsetMs: Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS, zone };
}

/**
 * The instants of a daily time. A local time that the clocks skip is moved forward by the length of the gap. If the clocks show a
 * local time twice, the first instant counts.
 */
export class DailyInstants {
  readonly time: DailyTime;
  readonly #wallAt: (at: Millis) => Millis;
  /** No instant lies between `after` and `next`. */
  #known: { readonly after: Millis; readonly next: Millis } | undefined;

  constructor(time: DailyTime) {
    this.time = time;
    this.#wallAt = wallClock(time.zone);
  }

  /** The first instant at or after this one. */
  atOrAfter(at: Millis): Millis {
    const known = this.#known;
    if (known && known.after <= at && at <= known.next) return known.next;
    const today = this.dateAt(at);
    const days = [-1, 0, 1, 2].map((days) => this.onDate(today + days * DAY_MS));
    const next = Math.min(...days.filter((instant) => instant >= at));
    this.#known = { after: at, next };
    return next;
  }

  /** The date in the zone at an instant, as the UTC midnight of that date. */
  dateAt(at: Millis): Millis {
    return Math.floor(this.#wallAt(at) / DAY_MS) * DAY_MS;
  }

  /** The instant of the daily time on a date. `day`: as `dateAt` returns it. */
  onDate(day: Millis): Millis {
    const wall = day + this.time.offsetMs;
    const offsetAt = (at: Millis) => this.#wallAt(at) - at;
    // If the clocks change on that day, one is the offset before the change and the other the offset after it.
    const before = offsetAt(wall - DAY_MS);
    const offsets = [before, offsetAt(wall + DAY_MS)].filter((offset) => offsetAt(wall - offset) === offset);
    return wall - (offsets.length > 0 ? Math.max(...offsets) : before);
  }
}

function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The local time of a zone, written as if the zone were UTC. */
function wallClock(timeZone: string): (at: Millis) => Millis {
  const two = '2-digit';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  return (at) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % 1000) + 1000) % 1000);
  };
}
