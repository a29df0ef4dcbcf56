import type { Candle, IndexTicker, OpenHighLowCloseVolume } from './contract.ts';
import { instantText, type Instant } from './api.ts';
import { DAY_MS, TICK_MS } from './durations.ts';
import { StrictError } from './errors.ts';
import { timeOf } from './ticks.ts';

/** A tick is available at most two ticks after its time. */
const LATE_MS = 2 * TICK_MS;
/** The record of a day is final five minutes after its end. */
const DAY_LATE_MS = 5 * 60_000 + LATE_MS;

type Timed = Pick<IndexTicker, 'indexId' | 'timestamp'>;

/** Flags of values that were not computed from the inputs of their own tick. */
const NOT_OF_THIS_TICK: ReadonlySet<string> = new Set(['CARRIED', 'MODELLED', 'SEEDED']);

/** Throws if a value was carried, modelled or seeded. */
export function checkValue(record: Timed & Pick<IndexTicker, 'flags'>): void {
  const flags = (record.flags ?? []).filter((flag) => NOT_OF_THIS_TICK.has(flag));
  if (flags.length > 0) throw faultOf(record, `the value is ${flags.join(', ')}`);
}

/** Throws if the latest value is too old: one tick may be on its way, another may be late. */
export function checkAge(record: Timed, now: number): void {
  const ageMs = now - timeOf(record);
  if (ageMs > LATE_MS) throw faultOf(record, `the latest value, ${Math.round(ageMs / 1000)} s old`);
}

/** Throws if a candle lacks ticks, has carried ones, or may still change. */
export function checkCandle(candle: Candle): void {
  checkValue(candle);
  if (!candle.complete) throw faultOf(candle, 'the candle is not complete');
  checkTicks(candle, candle.expected);
}

/** The same for a day. */
export function checkDay(day: OpenHighLowCloseVolume): void {
  checkValue(day);
  checkTicks(day, String(DAY_MS / TICK_MS));
}

function checkTicks(record: Timed & Pick<Candle, 'ticks' | 'carried'>, expected: string): void {
  if (record.ticks !== expected || record.carried !== '0')
    throw faultOf(record, `${record.ticks} of ${expected} ticks, ${record.carried} of them carried`);
}

function faultOf(record: Timed, problem: string): StrictError {
  return new StrictError(`${record.indexId} at ${record.timestamp}: ${problem}`, record);
}

interface StrictRangeParts {
  readonly indexId: string;
  readonly from: Instant;
  readonly to?: Instant | undefined;
  readonly order: 'asc' | 'desc';
  readonly stepMs: number;
  readonly now: number;
}

/** Checks that a range is complete, from its first record to its last. */
export class StrictRange {
  readonly #indexId: string;
  readonly #stepMs: number;
  /** Records before this are complete. */
  readonly #over: number;
  #before: number | undefined;
  /** Timestamp that would follow the last record; undefined if none has to. */
  #after: number | undefined;

  constructor({ indexId, from, to, order, stepMs, now }: StrictRangeParts) {
    this.#indexId = indexId;
    // A tick has the time of its timestamp; all other records begin with it.
    this.#over = now - (stepMs === TICK_MS ? 0 : stepMs) - (stepMs === DAY_MS ? DAY_LATE_MS : LATE_MS);
    this.#stepMs = order === 'asc' ? stepMs : -stepMs;
    const end = Math.min(to === undefined ? now : Date.parse(instantText(to)), this.#over);
    const before = Math.ceil(Date.parse(instantText(from)) / stepMs) * stepMs - stepMs;
    const after = Math.ceil(end / stepMs) * stepMs;
    if (after - before > stepMs)
      [this.#before, this.#after] = order === 'asc' ? [before, after] : [after, before];
  }

  /** Whether a record's time is not over yet. */
  isUnderWay(record: Timed): boolean {
    return timeOf(record) >= this.#over;
  }

  /** Throws if a record is missing before it. */
  see(record: Timed): void {
    const at = timeOf(record);
    checkGap(this.#indexId, this.#before, at, this.#stepMs, record);
    this.#before = at;
  }

  /** Throws if a record is missing after the last. */
  end(): void {
    if (this.#after !== undefined) checkGap(this.#indexId, this.#before, this.#after, this.#stepMs);
  }
}

/** Throws if a record is missing between two. */
export function checkFollows(before: Timed | undefined, record: Timed, stepMs: number): void {
  checkGap(record.indexId, before && timeOf(before), timeOf(record), stepMs, record);
}

/** `stepMs`: negative for newest first. */
function checkGap(
  indexId: string,
  before: number | undefined,
  at: number,
  stepMs: number,
  record?: unknown,
): void {
  if (before === undefined) return;
  const missing = (at - before) / stepMs - 1;
  const [from, to] = [before, at].map((each) => new Date(each).toISOString());
  if (missing > 0) throw new StrictError(`${indexId}: ${missing} missing between ${from} and ${to}`, record);
}
