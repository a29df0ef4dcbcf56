import { DAY_MS, HOUR_MS, MINUTE_MS, type Millis } from '../time.ts';

/** A time of day in a time zone, such as `16:00 Europe/London`. */
export interface DailyTime {
  /** As it was written. */
  readonly text: string;
  /** After midnight on the clocks of the zone. */
  readonly offsetMs: Millis;
  /** `UTC` or an IANA name. */
  readonly zone: string;
}

const FORM = /^([01]\d|2[0-3]):([0-5]\d) (UTC|[A-Za-z_]+(?:\/[\w+-]+)+)$/;

/** Throws a RangeError that says what is wrong. */
export function parseDailyTime(text: string): DailyTime {
  const [, hours, minutes, zone] = FORM.exec(text) ?? [];
  if (zone === undefined)
    throw new RangeError(`"${text}" is not a time such as 00:00 UTC or 16:00 Europe/London`);
  if (!isZone(zone)) throw new RangeError(`there is no time zone ${zone}: IANA names are like Europe/London`);
  return { text, offsetMs: Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS, zone };
}

/**
 * The instants of a daily time. A local time that the clocks skip is moved forward by the length of the gap; one that they
 * show twice is the first of the two.
 */
export class DailyInstants {
  readonly time: DailyTime;
  readonly #wallAt: (at: Millis) => Millis;
  /** No instant lies between the two. */
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

  /** The date in the zone at an instant: its midnight, written as if the zone were UTC. */
  dateAt(at: Millis): Millis {
    return Math.floor(this.#wallAt(at) / DAY_MS) * DAY_MS;
  }

  /** The instant on a date. `day`: as `dateAt` gives it. */
  onDate(day: Millis): Millis {
    const wall = day + this.time.offsetMs;
    const offsetAt = (at: Millis) => this.#wallAt(at) - at;
    // One is the offset before a change of the clocks on that day, the other the one after it.
    const before = offsetAt(wall - DAY_MS);
    const readings = [before, offsetAt(wall + DAY_MS)].filter((offset) => offsetAt(wall - offset) === offset);
    return wall - (readings.length > 0 ? Math.max(...readings) : before);
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

/** What the clocks of a zone show, written as if the zone were UTC. */
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
