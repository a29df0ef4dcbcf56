import { TidemarkError } from '../../sdk/src/errors.ts';
import { isLocalTime, localTime } from '../../sdk/src/local-time.ts';
import { lastFrom, type RangeKind } from '../../sdk/src/durations.ts';
import { SystemClock } from '../core/clocks/clock.ts';
import { DailyInstants, parseDailyTime } from '../core/clocks/daily-time.ts';
import type { SettingKind } from '../core/setting.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDatetime, SECOND_MS, type Millis } from '../core/time.ts';
import { UsageError } from './command.ts';

/**
 * An instant, a span before the newest record, or a local time on the day of the newest record or the day
 * before.
 */
export type Moment =
  | { readonly at: Millis }
  | {
      readonly agoMs: Millis;
      /** `yesterday 16:00 Europe/London` */
      readonly local?: string;
      /**
       * The local time is resolved as the due instant of a daily time, even if clocks skip it or show it
       * twice.
       */
      readonly isDaily?: true;
    };

const WEEK_MS = 7 * DAY_MS;
/** There are no prices further back, and dates soon become invalid. */
const MAX_YEARS = 100;
const MAX_SPAN_MS = MAX_YEARS * 366 * DAY_MS;

const UNITS: readonly (readonly [words: readonly string[], ms: Millis])[] = [
  [['s', 'sec', 'secs', 'second', 'seconds'], SECOND_MS],
  [['m', 'min', 'mins', 'minute', 'minutes'], MINUTE_MS],
  [['h', 'hr', 'hrs', 'hour', 'hours'], HOUR_MS],
  [['d', 'day', 'days'], DAY_MS],
  [['w', 'week', 'weeks'], WEEK_MS],
];

const SPAN = /^(?:\d{1,15} ?[a-z]+ ?)+$/;
const PART = /(\d+) ?([a-z]+)/g;

/** `15m`, `15 min` or `1h 30m`, of any length; undefined if the text is not a span. */
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
  return ms !== undefined && ms <= MAX_SPAN_MS ? ms : undefined;
}

function tooLong(text: string): string | undefined {
  const ms = anySpan(text.replace(AGO, ''));
  return ms !== undefined && ms > MAX_SPAN_MS ? `the maximum is ${MAX_YEARS} years` : undefined;
}

/** A duration, as people write it. */
export const span: SettingKind<Millis> = {
  placeholder: 'SPAN',
  parse: (text) => spanIn(text) || undefined,
  expects: `must be a length of time such as 90s, 15m, "15 min", 24h, 7d or 2w`,
  explainError: tooLong,
  format: (ms) => {
    const [words, size] = UNITS.findLast(([, each]) => ms % each === 0 && each !== WEEK_MS)!;
    return `${ms / size}${words[0]}`;
  },
};

const AGO = / ?ago$/;
/** The end of a datetime may be left out: seconds, the time, and the offset from UTC. */
const SHORT =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?(?:Z|([+-])([01]\d|2[0-3]):([0-5]\d))?$/;
const RELATIVE = /^(?:today|yesterday)\b/i;

/**
 * Instants are UTC unless they have an offset or a time zone; `now` is the newest record, `10m` and `10m ago`
 * are ten minutes before it. All commands parse times with this.
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
  explainError: (text) => tooLong(text) ?? wrongLocal(text),
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
  explainError: (text) => {
    const daily = dailyIn(text);
    if (daily === undefined) return moment.explainError?.(text);
    return typeof daily === 'string' ? daily : undefined;
  },
};

interface DatedTime {
  /** Midnight of the date as if the zone were UTC, or the number of days before today. */
  readonly date: { readonly day: Millis } | { readonly daysAgo: number };
  readonly instants: DailyInstants;
}

const DAILY =
  /^(?:(today|yesterday)|(\d{4}-\d{2}-\d{2}))(?:[T ](\d{2}:\d{2}))? (UTC|[A-Za-z_]+(?:\/[\w+-]+)+)$/;

/** Parses a date with a daily time; returns the problem as text; undefined if the text has another form. */
function dailyIn(text: string): DatedTime | string | undefined {
  const [, relative, dayText, time = '00:00', zone] = DAILY.exec(text) ?? [];
  if (zone === undefined) return undefined;
  const day = dayText === undefined ? undefined : parseDatetime(`${dayText}T00:00:00Z`);
  if (dayText !== undefined && day === undefined) return `${dayText} is not a valid date`;
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
  // The current day depends on the service, whose market may have another time than this machine.
  return RELATIVE.test(text) ? { agoMs: 0, local: text } : { at: localTime(text).getTime() };
}

/**
 * An abbreviation instead of a zone. `EST` may be New York or Brisbane, and is not the time of New York in
 * summer.
 */
const ABBREVIATED = /^(?:today|yesterday|\d{4}-\d{2}-\d{2}).* ([A-Za-z]{2,5})$/;

/** Why a text in the form of a local time is not valid. */
function wrongLocal(text: string): string | undefined {
  if (!isLocalTime(text)) {
    const [, zone] = ABBREVIATED.exec(text) ?? [];
    return zone === undefined
      ? undefined
      : `${zone} is not an IANA time zone: use one such as America/New_York, or an offset such as 2026-01-31T16:00-05:00`;
  }
  // If the day is not known yet, the zone and the time of day are checked.
  const known = text.replace(RELATIVE, '2026-01-15');
  try {
    localTime(known);
    return undefined;
  } catch (error) {
    if (error instanceof TidemarkError) return error.message;
    throw error;
  }
}

/**
 * `now` is only called if needed. Throws a UsageError for a local time that clocks skip or show twice on that
 * day.
 */
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
  /** Instead of `from`: a span before `to`, or before now. */
  readonly last?: Millis | undefined;
  readonly to?: Moment | undefined;
}

/** The start of a range; undefined if it has none. */
export function startOf({ from, last, to }: GivenRange, kind: RangeKind, now: Millis): Millis | undefined {
  if (last === undefined) return from && instantOf(from, now);
  return to === undefined ? lastFrom(kind, last, now) : instantOf(to, now) - last;
}

/** Whether a range counts back from now. */
export function countsFromNow({ from, last, to }: GivenRange): boolean {
  const isRelative = (when: Moment | undefined) => when !== undefined && !('at' in when);
  return isRelative(from) || isRelative(to) || last !== undefined;
}

/** For data of this machine: spans count back from its own clock. */
export function instantHere(when: Moment | undefined): Millis | undefined {
  return when && instantOf(when, new SystemClock().now());
}

/** The same for the start of a range. */
export function fromHere(range: GivenRange, kind: RangeKind): Millis | undefined {
  return startOf(range, kind, new SystemClock().now());
}
