import type { Clock } from '../../core/clock.ts';
import type { Coverage } from '../../coverage/coverage.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, formatDatetime, SLOT_MS, type Millis } from '../../core/time.ts';
import { seriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ModelledSpan } from '../../history/modelled-past.ts';
import { ReadBudget } from '../../history/read-budget.ts';
import { stepAtOrAfter } from './oldest-first.ts';

export interface IncompleteParts {
  readonly coverage: Coverage;
  readonly wallClock: Pick<Clock, 'wait'>;
  /** What is stored. */
  readonly history: Pick<HistoryReader, 'readSeriesInto' | 'readCandles'>;
  /** What can be modelled of a series where it is not stored. */
  readonly modelled?: ((series: SeriesId) => Promise<ModelledSpan | undefined>) | undefined;
  /** Values and records before this instant may still be filled in; -Infinity where none will be. */
  readonly pendingBefore: () => Millis;
}

/** What an answer lacks: from <= t < to. */
interface Lacking {
  readonly reason: string;
  readonly from: Millis;
  readonly to: Millis;
}

/** The part of a requested range that an answer covers: from <= t < to. */
export interface CoveredRange {
  readonly from: Millis;
  readonly to: Millis;
}

/** The moment that an answer is of. */
export interface AnswerMoment {
  /** The last published tick. */
  readonly at: Millis;
  /** The oldest instant that is served. */
  readonly windowFrom: Millis;
}

/** How long a page that can say what it lacks waits for what must be modelled first. */
const MODELLING_MS = 2500;

const MAX_ITEMS = 5;
/** Beyond that many gaps the answer names one range around them all. */
const MAX_GAPS = 1000;

/** Says which slots or days of a requested range an answer lacks, and why: the value of the header `Tidemark-Incomplete`. */
export class IncompleteRanges {
  readonly #parts: IncompleteParts;

  constructor(parts: IncompleteParts) {
    this.#parts = parts;
  }

  /** For the reads of one answer. An answer that cannot say what it lacks has none: it waits until it lacks nothing. */
  budget(): ReadBudget {
    return new ReadBudget(this.#parts.wallClock, MODELLING_MS);
  }

  /** Of an answer that is made of 30-second values. Undefined where nothing is missing. */
  async ofSlots(
    series: SeriesId,
    range: CoveredRange,
    { at, windowFrom }: AnswerMoment,
    budget: ReadBudget | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const window = stepAtOrAfter(windowFrom, SLOT_MS);
    const from = stepAtOrAfter(Math.max(range.from, window), SLOT_MS);
    const upTo = Math.min(stepAtOrAfter(range.to, SLOT_MS) - SLOT_MS, at);
    const lacking: Lacking[] = [];
    if (range.from < window && range.to > range.from)
      lacking.push({ reason: 'RETENTION', from: range.from, to: Math.min(window, range.to) });
    if (from <= upTo) {
      const asked = { from, upTo, fromFirst: false, at };
      const found = await this.#parts.coverage.of(series, asked, MAX_GAPS, signal);
      if (found === 'too-many-gaps') lacking.push({ reason: 'UNKNOWN', from, to: upTo + SLOT_MS });
      else
        for (const gap of found.gaps) {
          const isFirst = gap.from === from && !(await this.#hasValueBefore(series, from, window));
          lacking.push(...this.#pending(isFirst ? { ...gap, reason: 'BEFORE_FIRST' } : gap));
        }
    }
    return headerOf([...lacking, ...lackedWithin(budget, range)]);
  }

  /** Of an answer that is made of end-of-day records: `days` are those that it has, in any order. */
  async ofDays(
    series: SeriesId,
    range: CoveredRange,
    days: Iterable<Millis>,
    { at, windowFrom }: AnswerMoment,
    budget: ReadBudget | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const there = new Set(days);
    const lacked = lackedWithin(budget, range);
    const isLacked = (day: Millis) => lacked.some(({ from, to }) => from <= day && day < to);
    const lacking: Lacking[] = [];
    const first = stepAtOrAfter(range.from, DAY_MS);
    const end = Math.ceil(range.to / DAY_MS) * DAY_MS;
    const begins = await this.#firstRecord(series, first, there, end);
    if (first < begins) lacking.push({ reason: 'BEFORE_FIRST', from: range.from, to: begins });
    for (let day = Math.max(first, begins); day < range.to; day += DAY_MS) {
      if (there.has(day) || isLacked(day)) continue;
      const isKept = day >= windowFrom;
      const reason = isKept ? await this.#reasonOf(series, day, at, signal) : 'UNKNOWN';
      add(lacking, { reason, from: day, to: day + DAY_MS });
    }
    return headerOf([...lacking.flatMap((one) => this.#pending(one)), ...lacked]);
  }

  /** What may still be filled in will be. */
  #pending(lacking: Lacking): Lacking[] {
    const { from, to } = lacking;
    const pending = this.#parts.pendingBefore();
    if (from >= pending) return [lacking];
    const split = Math.min(to, pending);
    const filledIn = { reason: 'BACKFILL', from, to: split };
    return split < to ? [filledIn, { ...lacking, from: split }] : [filledIn];
  }

  async #hasValueBefore(series: SeriesId, at: Millis, notBefore: Millis): Promise<boolean> {
    const span = await this.#parts.modelled?.(series);
    if (span && at > span.valuesFrom) return true;
    const read = { series, atOrBefore: at - SLOT_MS, notBefore, limit: 1 };
    return (await this.#parts.history.readSeriesInto(read, seriesColumns(1))) > 0;
  }

  /** The first day of the range that may have a record: `end` where none has one, of the range or before. */
  async #firstRecord(
    series: SeriesId,
    first: Millis,
    there: ReadonlySet<Millis>,
    end: Millis,
  ): Promise<Millis> {
    const earlier = { series, startAtOrBefore: first - DAY_MS, limit: 1 };
    if ((await this.#parts.history.readCandles(earlier)).length > 0) return first;
    const span = await this.#parts.modelled?.(series);
    return Math.min(...there, span ? Math.max(first, span.recordsFrom) : Infinity, end);
  }

  /** Why a day has no end-of-day record: what its slots lack, where that is known. */
  async #reasonOf(series: SeriesId, day: Millis, at: Millis, signal: AbortSignal): Promise<string> {
    const asked = { from: day + SLOT_MS, upTo: Math.min(day + DAY_MS, at), fromFirst: false, at };
    const found = await this.#parts.coverage.of(series, asked, MAX_GAPS, signal);
    return found === 'too-many-gaps' ? 'UNKNOWN' : (found.gaps[0]?.reason ?? 'UNKNOWN');
  }
}

function lackedWithin(budget: ReadBudget | undefined, { from, to }: CoveredRange): Lacking[] {
  const lacked = budget?.lacked ?? [];
  return lacked
    .map((range) => ({ reason: 'BACKFILL', from: Math.max(range.from, from), to: Math.min(range.to, to) }))
    .filter((range) => range.from < range.to);
}

/** Neighbours with the same reason are one. */
function add(lacking: Lacking[], next: Lacking): void {
  const last = lacking.at(-1);
  if (last && last.to >= next.from && last.reason === next.reason)
    lacking[lacking.length - 1] = { ...last, to: Math.max(last.to, next.to) };
  else lacking.push(next);
}

/** A structured-field list (RFC 8941), ascending. Of too many items the longest are named. */
function headerOf(lacking: readonly Lacking[]): string | undefined {
  const joined: Lacking[] = [];
  for (const one of lacking.toSorted((a, b) => a.from - b.from)) add(joined, one);
  if (joined.length === 0) return undefined;
  const longest = joined.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, MAX_ITEMS);
  return longest
    .toSorted((a, b) => a.from - b.from)
    .map(({ reason, from, to }) => `${reason};from="${formatDatetime(from)}";to="${formatDatetime(to)}"`)
    .join(', ');
}
