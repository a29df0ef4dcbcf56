import { TidemarkError } from '../../sdk/src/errors.ts';
import { isLocalTime, localTime } from '../../sdk/src/local-time.ts';
import { lastFrom, type RangeKind } from '../../sdk/src/durations.ts';
import { SystemClock } from '../core/clocks/clock.ts';
import { DailyInstants, parseDailyTime } from '../core/clocks/daily-time.ts';
import type { SettingKind } from '../core/setting.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDatetime, SECOND_MS, type Millis } from '../core/time.ts';
import { UsageError } from './command.ts';

/** An instant, or one so long before the newest record, or before a local time of its day or the day before. */
export type Moment =
  | { readonly at: Millis }
  | {
      readonly agoMs: Millis;
      /** `yesterday 16:00 Europe/London` */
      readonly local?: string;
      /** The local time means the instant at which a daily time is due, also if clocks skip it or show it twice. */
      readonly isDaily?: true;
    };

const WEEK_MS = 7 * DAY_MS;
/** Further back there are no prices, and soon no dates. */
const MOST_YEARS = 100;
const LONGEST_MS = MOST_YEARS * 366 * DAY_MS;

const UNITS: readonly (readonly [words: readonly string[], ms: Millis])[] = [
  [['s', 'sec', 'secs', 'second', 'seconds'], SECOND_MS],
  [['m', 'min', 'mins', 'minute', 'minutes'], MINUTE_MS],
  [['h', 'hr', 'hrs', 'hour', 'hours'], HOUR_MS],
  [['d', 'day', 'days'], DAY_MS],
  [['w', 'week', 'weeks'], WEEK_MS],
];

const SPAN = /^(?:\d{1,15} ?[a-z]+ ?)+$/;
const PART = /(\d+) ?([a-z]+)/g;

/** `15m`, `15 min` or `1h 30m`, however long; undefined where it is no span. */
function anySpan(text: string): Millis | undefined {
  const trimmed = text.trim();
  if (!SPAN.test(trimmed)) return undefined;
  let sum = 0;
  for (const [, digits, word = ''] of trimmed.matchAll(PART)) {
    const unit = UNITS.find(([words]) => words.includes(word));
    if (!unit) return undefined;
    sum += Number(digits) * unit[1];
  }
  return sum;
}

function spanIn(text: string): Millis | undefined {
  const ms = anySpan(text);
  return ms !== undefined && ms <= LONGEST_MS ? ms : undefined;
}

function tooLong(text: string): string | undefined {
  const ms = anySpan(text.replace(AGO, ''));
  return ms !== undefined && ms > LONGEST_MS ? `that is more than ${MOST_YEARS} years` : undefined;
}

/** A length of time, as people write it. */
export const span: SettingKind<Millis> = {
  placeholder: 'SPAN',
  parse: (text) => spanIn(text) || undefined,
  expects: `must be a length of time such as 90s, 15m, "15 min", 24h, 7d or 2w`,
  wrongIn: tooLong,
  show: (ms) => {
    const [words, size] = UNITS.findLast(([, each]) => ms % each === 0 && each !== WEEK_MS)!;
    return `${ms / size}${words[0]}`;
  },
};

const AGO = / ?ago$/;
/** What may be left out at the end of a datetime: seconds, the time, and the offset from UTC. */
const SHORT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))?$/;
const RELATIVE = /^(?:today|yesterday)\b/i;

/**
 * Instants are UTC unless they have an offset or a time zone; `now` is the newest record, `10m` and `10m ago` are ten minutes
 * before it. The one reader of times.
 */
export const moment: SettingKind<Moment> = {
  placeholder: 'TIME',
  parse: (text) => {
    if (text === 'now') return { agoMs: 0 };
    const agoMs = spanIn(text.replace(AGO, ''));
    if (agoMs !== undefined) return { agoMs };
    if (isLocalTime(text)) return localMoment(text);
    const at = instantIn(text);
    return at === undefined ? undefined : { at };
  },
  expects:
    'must be a time in UTC such as 2026-01-31T12:00Z or 2026-01-31, a local time such as "2026-01-31 16:00 Europe/London", a time before now such as 10m or "2h ago", or now',
  wrongIn: (text) => tooLong(text) ?? wrongLocal(text),
};

/**
 * The same, for instants of daily times: a local time that clocks skip or show twice is the instant at which receipts are kept
 * (docs/reference/formats/kept-receipts.md).
 */
export const dailyMoment: SettingKind<Moment> = {
  ...moment,
  parse: (text) => {
    const daily = dailyIn(text);
    if (daily === undefined) return moment.parse(text);
    return typeof daily === 'string' ? undefined : { agoMs: 0, local: text, isDaily: true };
  },
  wrongIn: (text) => {
    const daily = dailyIn(text);
    if (daily === undefined) return moment.wrongIn?.(text);
    return typeof daily === 'string' ? daily : undefined;
  },
};

interface DatedTime {
  /** Midnight of the date as if the zone were UTC, or how many days it is before today. */
  readonly date: { readonly day: Millis } | { readonly daysAgo: number };
  readonly instants: DailyInstants;
}

const DAILY =
  /^(?:(today|yesterday)|(\d{4}-\d{2}-\d{2}))(?:[T ](\d{2}:\d{2}))? (UTC|[A-Za-z_]+(?:\/[\w+-]+)+)$/;

/** A date with a daily time; in words what is wrong with it; undefined if the text has another form. */
function dailyIn(text: string): DatedTime | string | undefined {
  const [, relative, dayText, time = '00:00', zone] = DAILY.exec(text) ?? [];
  if (zone === undefined) return undefined;
  const day = dayText === undefined ? undefined : parseDatetime(`${dayText}T00:00:00Z`);
  if (dayText !== undefined && day === undefined) return `there is no date ${dayText}`;
  try {
    const instants = new DailyInstants(parseDailyTime(`${time} ${zone}`));
    const date = day === undefined ? { daysAgo: relative === 'yesterday' ? 1 : 0 } : { day };
    return { date, instants };
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

function dailyInstant({ date, instants }: DatedTime, now: Millis): Millis {
  return instants.onDate('day' in date ? date.day : instants.dateAt(now) - date.daysAgo * DAY_MS);
}

function instantIn(text: string): Millis | undefined {
  const [, day, time = '00:00', seconds = ':00', sign, hours, minutes] = SHORT.exec(text) ?? [];
  const at = day === undefined ? undefined : parseDatetime(`${day}T${time}${seconds}Z`);
  if (at === undefined || sign === undefined) return at;
  const offsetMs = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  return sign === '+' ? at - offsetMs : at + offsetMs;
}

function localMoment(text: string): Moment | undefined {
  if (wrongLocal(text) !== undefined) return undefined;
  // Which day today is depends on the service, whose market may have another time than this machine.
  return RELATIVE.test(text) ? { agoMs: 0, local: text } : { at: localTime(text).getTime() };
}

/** An abbreviation in place of a zone. `EST` may be New York or Brisbane, and is not the time of New York in summer. */
const ABBREVIATED = /^(?:today|yesterday|\d{4}-\d{2}-\d{2}).* ([A-Za-z]{2,5})$/;

/** Why a text that has the form of a local time is none. */
function wrongLocal(text: string): string | undefined {
  if (!isLocalTime(text)) {
    const [, zone] = ABBREVIATED.exec(text) ?? [];
    return zone === undefined
      ? undefined
      : `${zone} is not an IANA time zone: write one such as America/New_York, or an offset such as 2026-01-31T16:00-05:00`;
  }
  // Of a day that is not known yet the zone and the time of day are checked.
  const known = text.replace(RELATIVE, '2026-01-15');
  try {
    localTime(known);
    return undefined;
  } catch (error) {
    if (error instanceof TidemarkError) return error.message;
    throw error;
  }
}

/** `now` is asked for where it matters. Throws a UsageError for a local time that clocks skip or show twice on that day. */
export function instantOf(when: Moment, now: Millis): Millis {
  if ('at' in when) return when.at;
  if (when.local === undefined) return now - when.agoMs;
  const daily = when.isDaily && dailyIn(when.local);
  if (typeof daily === 'object') return dailyInstant(daily, now);
  try {
    return localTime(when.local, now).getTime() - when.agoMs;
  } catch (error) {
    throw error instanceof TidemarkError ? new UsageError(error.message) : error;
  }
}

export interface GivenRange {
  readonly from?: Moment | undefined;
  /** In place of `from`: so long before `to`, else before now. */
  readonly last?: Millis | undefined;
  readonly to?: Moment | undefined;
}

/** Where a range begins; undefined if it has no beginning. */
export function startOf({ from, last, to }: GivenRange, kind: RangeKind, now: Millis): Millis | undefined {
  if (last === undefined) return from && instantOf(from, now);
  return to === undefined ? lastFrom(kind, last, now) : instantOf(to, now) - last;
}

/** Whether a range counts back from now. */
export function countsFromNow({ from, last, to }: GivenRange): boolean {
  const isRelative = (when: Moment | undefined) => when !== undefined && !('at' in when);
  return isRelative(from) || isRelative(to) || last !== undefined;
}

/** Of what this machine has itself: spans count back from its own clock. */
export function instantHere(when: Moment | undefined): Millis | undefined {
  return when && instantOf(when, new SystemClock().now());
}

/** The same of the beginning of a range. */
export function fromHere(range: GivenRange, kind: RangeKind): Millis | undefined {
  return startOf(range, kind, new SystemClock().now());
}
