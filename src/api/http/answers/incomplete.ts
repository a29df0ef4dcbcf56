import type { Clock } from '../../../core/clocks/clock.ts';
import type { Coverage } from '../../../values/coverage/coverage.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import {
  DAY_MS,
  formatDatetime,
  parseDatetime,
  SECOND_MS,
  SLOT_MS,
  type Millis,
} from '../../../core/time.ts';
import { seriesColumns } from '../../../core/value-columns.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import type { ModelledSpan } from '../../../history/modelled-past.ts';
import { ReadBudget } from '../../../history/read-budget.ts';
import { unavailable } from '../errors.ts';
import { stepAtOrAfter } from './oldest-first.ts';
import type { JobOwner } from '../limits/fair-queue.ts';

export interface IncompleteParts {
  readonly coverage: Coverage;
  readonly wallClock: Pick<Clock, 'wait'>;
  /** Stored values. */
  readonly history: Pick<HistoryReader, 'readSeriesInto' | 'readCandles' | 'records'>;
  /** The time range that can be modelled for a series that is not stored. */
  readonly modelled?: ((series: SeriesId) => Promise<ModelledSpan | undefined>) | undefined;
  /** Values and end-of-day records before this instant may still be filled in; -Infinity if none will be. */
  readonly pendingBefore: () => Millis;
  readonly recordsPendingBefore: () => Millis;
}

/** A gap in an answer: from <= t < to. */
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

export interface AnswerMoment {
  /** The last published tick. */
  readonly at: Millis;
  /** The oldest instant that can be requested. */
  readonly windowFrom: Millis;
}

/** The same for end-of-day records. */
export interface DaysMoment extends AnswerMoment {
  /** The last day that is published. */
  readonly lastDay: Millis;
  /** The last complete day, if its record is held back until the earlier part of the day is filled in. */
  readonly finalDay?: Millis | undefined;
}

/** How long a page that can report gaps waits for modelling. */
const MODELLING_MS = 2500;

/** How long a page that cannot report gaps waits before it is refused. */
const PATIENCE_MS = 20 * SECOND_MS;

const PENDING = 'BACKFILL';
const MAX_ITEMS = 5;
/** With more gaps than this, the answer reports one range around them all. */
const MAX_GAPS = 1000;

/**
 * Determines which slots or days of a requested range an answer lacks, and why: the value of the header
 * `Tidemark-Incomplete`.
 */
export class IncompleteRanges {
  readonly #parts: IncompleteParts;
  #firstTick: Millis | undefined;

  constructor(parts: IncompleteParts) {
    this.#parts = parts;
  }

  /**
   * The read budget of one answer. `saysSo`: whether the answer can report gaps; otherwise it must be
   * complete.
   */
  budget(saysSo: boolean, { clientId, address, gone: signal }: JobOwner): ReadBudget {
    const client = address?.network ?? clientId;
    return new ReadBudget(this.#parts.wallClock, saysSo ? MODELLING_MS : PATIENCE_MS, { client, signal });
  }

  /** Throws if an answer has gaps and cannot report them. */
  requireComplete({ omitted }: ReadBudget): void {
    if (omitted.length === 0) return;
    const message = 'this part of the past is being modelled: try again, or give from to get what is there';
    throw unavailable(message, 2);
  }

  /** For an answer made of 30-second values. Undefined if nothing is missing. */
  async slotGaps(
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
    const begin = stepAtOrAfter(range.from, SLOT_MS);
    if (begin < window && range.to > begin)
      lacking.push({ reason: 'RETENTION', from: begin, to: Math.min(window, range.to) });
    if (from <= upTo) {
      const range = { from, upTo, fromFirst: false, at };
      const found = await this.#parts.coverage.of(series, range, MAX_GAPS, signal);
      if (found === 'too-many-gaps') lacking.push({ reason: 'UNKNOWN', from, to: upTo + SLOT_MS });
      else
        for (const gap of found.gaps) {
          const isFirst = gap.from === from && !(await this.#hasValueBefore(series, from, window));
          const begins = isFirst ? gap.to : await this.#beginOfService(gap);
          const pending = this.#parts.pendingBefore();
          for (const part of beforeFirst(gap, begins)) lacking.push(...split(part, pending));
        }
    }
    return headerOf([...lacking, ...lackedWithin(budget, { from, to: range.to })]);
  }

  /**
   * For an answer made of end-of-day records: `days` are the days it contains, in any order. Days after the
   * last final one come from values, if the answer has any.
   */
  async dayGaps(
    series: SeriesId,
    range: CoveredRange,
    days: Iterable<Millis>,
    { at, windowFrom, lastDay, finalDay = lastDay }: DaysMoment,
    budget: ReadBudget | undefined,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    const there = new Set(days);
    const lacked = lackedWithin(budget, range);
    const isLacked = (day: Millis) => lacked.some(({ from, to }) => from <= day && day < to);
    const lacking: Lacking[] = [];
    const first = stepAtOrAfter(range.from, DAY_MS);
    const running = lastDay + DAY_MS;
    const end = Math.min(Math.ceil(range.to / DAY_MS) * DAY_MS, running);
    const pendingValues = Math.min(this.#parts.pendingBefore(), range.to, at + SLOT_MS);
    const pendingDays = Math.min(finalDay + DAY_MS, Math.ceil(range.to / DAY_MS) * DAY_MS);
    const pendingTo = Math.max(pendingValues, pendingDays);
    if (pendingTo > Math.max(running, range.from))
      lacking.push({ reason: PENDING, from: Math.max(running, range.from), to: pendingTo });
    const begins = await this.#firstRecord(series, first, there, end);
    if (first < begins) lacking.push({ reason: 'BEFORE_FIRST', from: range.from, to: begins });
    for (let day = Math.max(first, begins); day < end; day += DAY_MS) {
      if (there.has(day) || isLacked(day)) continue;
      const isKept = day >= windowFrom;
      const reason = isKept ? await this.#reasonOf(series, day, at, signal) : 'UNKNOWN';
      add(lacking, { reason, from: day, to: day + DAY_MS });
    }
    const pending = this.#parts.recordsPendingBefore();
    return headerOf([...lacking.flatMap((one) => split(one, pending)), ...lacked]);
  }

  /**
   * Start of the service, for a gap in which it did not run. Earlier single values, such as those that
   * changes are measured from, do not count. -Infinity if the past is modelled: then nothing is missing for
   * this reason.
   */
  async #beginOfService({ reason }: Lacking): Promise<Millis> {
    if (reason !== 'DOWN' || this.#parts.modelled) return -Infinity;
    if (this.#firstTick === undefined)
      for await (const { at } of this.#parts.history.records(0, Infinity)) {
        this.#firstTick = at;
        break;
      }
    return this.#firstTick ?? -Infinity;
  }

  async #hasValueBefore(series: SeriesId, at: Millis, notBefore: Millis): Promise<boolean> {
    const span = await this.#parts.modelled?.(series);
    if (span && at > span.valuesFrom) return true;
    const read = { series, atOrBefore: at - SLOT_MS, notBefore, limit: 1 };
    return (await this.#parts.history.readSeriesInto(read, seriesColumns(1))) > 0;
  }

  /** The first day of the range that may have a record; `end` if there is none in or before the range. */
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

  /** Why a day has no end-of-day record: the reason of its missing slots, if known. */
  async #reasonOf(series: SeriesId, day: Millis, at: Millis, signal: AbortSignal): Promise<string> {
    const range = { from: day + SLOT_MS, upTo: Math.min(day + DAY_MS, at), fromFirst: false, at };
    const found = await this.#parts.coverage.of(series, range, MAX_GAPS, signal);
    return found === 'too-many-gaps' ? 'UNKNOWN' : (found.gaps[0]?.reason ?? 'UNKNOWN');
  }
}

/** The part before `begins` is BEFORE_FIRST, whatever else is known about it. */
function beforeFirst(gap: Lacking, begins: Millis): Lacking[] {
  if (gap.from >= begins) return [gap];
  const end = Math.min(gap.to, begins);
  const before = { reason: 'BEFORE_FIRST', from: gap.from, to: end };
  return end < gap.to ? [before, { ...gap, from: end }] : [before];
}

/** The part before `pending` will be filled in. */
function split(lacking: Lacking, pending: Millis): Lacking[] {
  const { from, to } = lacking;
  if (from >= pending) return [lacking];
  const end = Math.min(to, pending);
  const filledIn = { reason: PENDING, from, to: end };
  return end < to ? [filledIn, { ...lacking, from: end }] : [filledIn];
}

function lackedWithin(budget: ReadBudget | undefined, { from, to }: CoveredRange): Lacking[] {
  const lacked = budget?.omitted ?? [];
  return lacked
    .map((range) => ({ reason: PENDING, from: Math.max(range.from, from), to: Math.min(range.to, to) }))
    .filter((range) => range.from < range.to);
}

/**
 * Joins the two closest gaps. The reason is their common one, or BACKFILL if one will be filled in, otherwise
 * UNKNOWN.
 */
function withNearestJoined(lacking: readonly Lacking[]): Lacking[] {
  let nearest = 0;
  const between = (place: number) => lacking[place + 1]!.from - lacking[place]!.to;
  for (let place = 1; place < lacking.length - 1; place++)
    if (between(place) < between(nearest)) nearest = place;
  const [a, b] = [lacking[nearest]!, lacking[nearest + 1]!];
  const isPending = a.reason === PENDING || b.reason === PENDING;
  const reason = a.reason === b.reason ? a.reason : isPending ? PENDING : 'UNKNOWN';
  const joined = { reason, from: a.from, to: Math.max(a.to, b.to) };
  return [...lacking.slice(0, nearest), joined, ...lacking.slice(nearest + 2)];
}

/** Joins neighbours with the same reason. */
function add(lacking: Lacking[], next: Lacking): void {
  const last = lacking.at(-1);
  if (last && last.to >= next.from && last.reason === next.reason)
    lacking[lacking.length - 1] = { ...last, to: Math.max(last.to, next.to) };
  else lacking.push(next);
}

/** Whether the next request may find something that the answer lacks. */
export function isToBeFilled(incomplete: string | undefined): boolean {
  return incomplete?.includes(PENDING) ?? false;
}

const ITEM = /(\w+);from="([^"]+)";to="([^"]+)"/g;

/** The value for several answers as if one had their content. */
export function joinIncomplete(values: readonly (string | undefined)[]): string | undefined {
  const items = values.flatMap((value) => [...(value ?? '').matchAll(ITEM)]);
  const instant = (text = '') => parseDatetime(text) ?? NaN;
  return headerOf(
    items.map(([, reason = '', from, to]) => ({ reason, from: instant(from), to: instant(to) })),
  );
}

/** A structured-field list (RFC 8941), ascending. If there are too many items, neighbours are joined. */
function headerOf(lacking: readonly Lacking[]): string | undefined {
  let joined: Lacking[] = [];
  for (const one of lacking.toSorted((a, b) => a.from - b.from)) add(joined, one);
  if (joined.length === 0) return undefined;
  while (joined.length > MAX_ITEMS) joined = withNearestJoined(joined);
  return joined
    .map(({ reason, from, to }) => `${reason};from="${formatDatetime(from)}";to="${formatDatetime(to)}"`)
    .join(', ');
}
