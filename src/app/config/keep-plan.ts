import { DailyInstants, parseDailyTime } from '../../core/clocks/daily-time.ts';
import type { SettingKind } from '../../core/setting.ts';
import type { Millis } from '../../core/time.ts';

/** Names of indices, and the daily times whose receipts are kept. */
interface KeepGroup {
  readonly names: readonly string[];
  /** Such as `16:00 Europe/London`. */
  readonly times: readonly string[];
}

export type KeepPlan = readonly KeepGroup[];

export const DEFAULT_KEEP_PLAN: KeepPlan = [
  { names: ['BTC', 'ETH', 'BTC_USD'], times: ['00:00 UTC', '16:00 Europe/London'] },
];

/** A file holds a month of receipts and must fit into memory when it is opened. */
const MAX_PER_DAY = 250;
const NAME = /^[^\s,;@]{1,64}$/;

/** `BTC,ETH@00:00 UTC,16:00 Europe/London; BLX@12:00 UTC`. Throws a RangeError that says what is wrong. */
export function parseKeepPlan(text: string): KeepPlan {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === 'off') return [];
  const plan = trimmed.split(';').map(groupIn);
  const perDay = plan.reduce((sum, { names, times }) => sum + names.length * times.length, 0);
  if (perDay > MAX_PER_DAY)
    throw new RangeError(`the plan keeps ${perDay} receipts per day: the maximum is ${MAX_PER_DAY}`);
  return plan;
}

function groupIn(text: string): KeepGroup {
  const [names = '', times, ...others] = text.split('@');
  if (times === undefined || others.length > 0)
    throw new RangeError(
      `"${text.trim()}" must be names, one @ and times, such as BTC,ETH@16:00 Europe/London`,
    );
  return {
    names: itemsOf(names, (name) => {
      if (!NAME.test(name)) throw new RangeError(`"${name}" is not a name such as BTC, BTC_USD or BLX`);
      return name;
    }),
    times: itemsOf(times, (time) => parseDailyTime(time).text),
  };
}

function itemsOf(text: string, read: (item: string) => string): string[] {
  return [...new Set(text.split(',').map((item) => read(item.trim())))];
}

export const keepPlan: SettingKind<KeepPlan> = {
  placeholder: 'NAMES@TIMES;...',
  parse: (text) => (explainError(text) === undefined ? parseKeepPlan(text) : undefined),
  explainError,
  expects:
    'must be off, or names and daily times such as "BTC,BTC_USD@00:00 UTC,16:00 Europe/London", groups separated by ;',
  format: (plan) =>
    plan.length === 0
      ? 'off'
      : plan.map(({ names, times }) => `${names.join(',')}@${times.join(',')}`).join('; '),
};

function explainError(text: string): string | undefined {
  try {
    parseKeepPlan(text);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error.message;
    throw error;
  }
}

/** A name whose receipt is kept at an instant, and the daily times that are due then. */
export interface DueName {
  readonly name: string;
  readonly times: readonly string[];
}

export class KeepSchedule {
  readonly #groups: readonly {
    readonly names: readonly string[];
    readonly times: readonly DailyInstants[];
  }[];

  constructor(plan: KeepPlan) {
    this.#groups = plan.map(({ names, times }) => ({
      names,
      times: times.map((time) => new DailyInstants(parseDailyTime(time))),
    }));
  }

  get names(): readonly string[] {
    return [...new Set(this.#groups.flatMap(({ names }) => names))];
  }

  /** Empty at instants that are not in the plan. */
  dueAt(at: Millis): readonly DueName[] {
    const due = new Map<string, string[]>();
    for (const { names, times } of this.#groups)
      for (const instants of times) {
        if (instants.atOrAfter(at) !== at) continue;
        for (const name of names) {
          const known = due.get(name) ?? [];
          if (!known.includes(instants.time.text)) due.set(name, [...known, instants.time.text]);
        }
      }
    return [...due].map(([name, times]) => ({ name, times }));
  }

  /** Instants with from <= t <= to, oldest first. */
  between(from: Millis, to: Millis): readonly Millis[] {
    const found = new Set<Millis>();
    for (const { times } of this.#groups)
      for (const instants of times)
        for (let at = instants.atOrAfter(from); at <= to; at = instants.atOrAfter(at + 1)) found.add(at);
    return [...found].toSorted((a, b) => a - b);
  }
}
