import { Deferred } from '../../core/async/deferred.ts';
import type { Gap, GapReason } from '../../core/gap.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import type { ListingChange } from '../../reference/listing-changes.ts';
import type { MissingSlots } from './coverage-count.ts';
import type { TickSlots } from './tick-slots.ts';

export interface GapReasonsParts {
  /** The recorded reasons for slots without a tick, in any order. If two cover the same slot, the later one counts. */
  readonly recordedGaps: () => readonly Gap[];
  readonly ticks: Pick<TickSlots, 'ofDay'>;
  /**
   * When exchanges began or ceased to list the markets of the index, ascending. Before the first entry nothing is
   * known.
   */
  readonly listings: (series: SeriesId) => Promise<readonly ListingChange[]>;
  /** Lets other work run on the event loop. */
  readonly yieldTurn: () => Promise<void>;
}

export interface SplitOptions {
  /** The last published tick. */
  readonly at: Millis;
  /** Gives up if there are more gaps than this. */
  readonly maxGaps: number;
  readonly signal: AbortSignal;
}

/** Slots and gaps processed in one turn of the event loop: about a millisecond. */
const STEPS_PER_TURN = 3000;

/** The cost of reading the ticks of a day, in steps. */
const STEPS_PER_READ = 1000;

/** What is known about the slots of a day that have no recorded reason. */
interface DayKnowledge {
  readonly day: Millis;
  /** Which slots of the day had a tick of any index. */
  readonly ticks: Uint8Array;
  readonly changes: readonly ListingChange[];
}

/** Consecutive missing slots of one day. */
interface DayPart {
  readonly day: Millis;
  readonly start: Millis;
  readonly end: Millis;
  readonly at: Millis;
}

/**
 * Finds the reasons why slots have no value. A recorded reason comes first. If a tick has values of other indices but not of this
 * one, either no exchange listed the index, or the input from exchanges gave no value for it.
 */
export class GapReasons {
  readonly #parts: GapReasonsParts;

  constructor(parts: GapReasonsParts) {
    this.#parts = parts;
  }

  /** `missing`: ascending. Rejects with the signal's reason soon after it aborts. */
  async split(
    series: SeriesId,
    missing: readonly MissingSlots[],
    { at, maxGaps, signal }: SplitOptions,
  ): Promise<Gap[] | 'too-many-gaps'> {
    const gaps: Gap[] = [];
    if (missing.length === 0) return gaps;
    const recorded = recordedByDay(this.#parts.recordedGaps(), missing[0]!.from, missing.at(-1)!.to);
    const listings = new Listings(() => untilAborted(this.#parts.listings(series), signal));
    let steps = 0;
    for (const { from, to } of missing)
      for (let start = from; start < to;) {
        const day = dayOfTick(start);
        const end = Math.min(to, day + DAY_MS + SLOT_MS);
        steps += await this.#splitDay({ day, start, end, at }, recorded.get(day) ?? [], listings, gaps);
        if (gaps.length > maxGaps) return 'too-many-gaps';
        start = end;
        if (steps < STEPS_PER_TURN) continue;
        steps = 0;
        await this.#parts.yieldTurn();
        signal.throwIfAborted();
      }
    return gaps;
  }

  /** Returns the number of steps taken: slots with the same reason are processed together. */
  async #splitDay(
    { day, start, end, at }: DayPart,
    recorded: readonly Gap[],
    listings: Listings,
    gaps: Gap[],
  ): Promise<number> {
    const recordedNear = recorded.filter(({ from, to }) => from < end && to > start);
    let steps = 1 + recorded.length;
    let knowledge: DayKnowledge | undefined;
    for (let slot = start; slot < end; steps += 1 + recordedNear.length) {
      const place = recordedNear.findLastIndex(({ from, to }) => from <= slot && slot < to);
      let run: { readonly upTo: Millis; readonly reason: GapReason };
      if (place >= 0) run = { upTo: endOf(recordedNear, place, slot), reason: recordedNear[place]!.reason };
      else {
        if (!knowledge) steps += STEPS_PER_READ;
        knowledge ??= {
          day,
          ticks: await this.#parts.ticks.ofDay(day, at),
          changes: await listings.changes(),
        };
        const found = unrecordedRun(knowledge, slot);
        run = { ...found, upTo: Math.min(found.upTo, endOf(recordedNear, -1, slot)) };
      }
      const upTo = Math.min(end, run.upTo);
      add(gaps, slot, upTo, run.reason);
      slot = upTo;
    }
    return steps;
  }
}

/**
 * The first slot after this one to which another recorded gap applies. `place`: the index of the gap that contains the slot, or
 * -1.
 */
function endOf(recordedNear: readonly Gap[], place: number, slot: Millis): Millis {
  let end = recordedNear[place]?.to ?? Infinity;
  for (let later = place + 1; later < recordedNear.length; later++)
    if (recordedNear[later]!.from > slot) end = Math.min(end, recordedNear[later]!.from);
  return Math.ceil(end / SLOT_MS) * SLOT_MS;
}

/** Groups the recorded gaps by the day of their slots, in recording order. A range has at most 200 days. */
function recordedByDay(recorded: readonly Gap[], from: Millis, to: Millis): Map<Millis, Gap[]> {
  const byDay = new Map<Millis, Gap[]>();
  for (const gap of recorded) {
    const last = dayOfTick(Math.min(gap.to, to) - SLOT_MS);
    for (let day = dayOfTick(Math.max(gap.from, from)); day <= last; day += DAY_MS) {
      const ofDay = byDay.get(day);
      if (ofDay) ofDay.push(gap);
      else byDay.set(day, [gap]);
    }
  }
  return byDay;
}

/** The run of slots from this one on that lack a value for the same reason, according to the day's ticks and the listings. */
function unrecordedRun(
  { day, ticks, changes }: DayKnowledge,
  slot: Millis,
): { upTo: Millis; reason: GapReason } {
  const change = changes.findLastIndex(({ from }) => from <= slot);
  const listedUpTo = Math.ceil((changes[change + 1]?.from ?? Infinity) / SLOT_MS) * SLOT_MS;
  if (changes[change]?.isListed === false) return { upTo: listedUpTo, reason: 'NOT_LISTED' };
  const place = (slot - day) / SLOT_MS - 1;
  const hadTick = ticks[place] === 1;
  const other = ticks.indexOf(hadTick ? 0 : 1, place + 1);
  const sameUpTo = other < 0 ? Infinity : day + (other + 1) * SLOT_MS;
  return { upTo: Math.min(listedUpTo, sameUpTo), reason: hadTick ? 'SOURCE' : 'UNKNOWN' };
}

function add(gaps: Gap[], from: Millis, to: Millis, reason: GapReason): void {
  const before = gaps.at(-1);
  if (before?.to === from && before.reason === reason)
    gaps[gaps.length - 1] = { from: before.from, to, reason };
  else gaps.push({ from, to, reason });
}

/** Loads the listings once, and only if needed. */
class Listings {
  readonly #load: () => Promise<readonly ListingChange[]>;
  #changes: Promise<readonly ListingChange[]> | undefined;

  constructor(load: () => Promise<readonly ListingChange[]>) {
    this.#load = load;
  }

  changes(): Promise<readonly ListingChange[]> {
    return (this.#changes ??= this.#load());
  }
}

/** Rejects with the signal's reason as soon as it aborts. The pending request is not cancelled. */
async function untilAborted<T>(pending: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Deferred<never>();
  const onAbort = () => aborted.reject(signal.reason as Error);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([aborted.promise, pending]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
