import { SystemClock } from '../core/clock.ts';
import type { SettingKind } from '../core/setting.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, parseDatetime, SECOND_MS, type Millis } from '../core/time.ts';

/** An instant, or one so long before the newest record. */
export type Moment = { readonly at: Millis } | { readonly agoMs: Millis };

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
/** What may be left out at the end of a datetime: seconds, the time, and that it is UTC. */
const SHORT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?(?:Z|\+00:00)?$/;

/** Instants are UTC; `now` is the newest record, `10m` and `10m ago` are ten minutes before it. The one reader of times. */
export const moment: SettingKind<Moment> = {
  placeholder: 'TIME',
  parse: (text) => {
    if (text === 'now') return { agoMs: 0 };
    const agoMs = spanIn(text.replace(AGO, ''));
    if (agoMs !== undefined) return { agoMs };
    const [, day, time = '00:00', seconds = ':00'] = SHORT.exec(text) ?? [];
    const at = day === undefined ? undefined : parseDatetime(`${day}T${time}${seconds}Z`);
    return at === undefined ? undefined : { at };
  },
  expects:
    'must be a time in UTC such as 2026-01-31T12:00Z or 2026-01-31, a time before now such as 10m or "2h ago", or now',
  wrongIn: tooLong,
};

/** `now` is asked for where it matters. */
export function instantOf(when: Moment, now: Millis): Millis {
  return 'at' in when ? when.at : now - when.agoMs;
}

/** So long before another moment; of none, before the newest record. */
export function momentBefore(when: Moment | undefined, spanMs: Millis): Moment {
  if (when && 'at' in when) return { at: when.at - spanMs };
  return { agoMs: (when?.agoMs ?? 0) + spanMs };
}

/** Of what this machine has itself: spans count back from its own clock. */
export function instantHere(when: Moment | undefined): Millis | undefined {
  return when && instantOf(when, new SystemClock().now());
}
