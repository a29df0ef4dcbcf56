import { SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import type { DayCoverage } from './coverage.ts';
import { IS_CARRIED, IS_MODELLED, HAS_VALUE, type DayRuns } from './day-runs.ts';

/** Slots from <= t < to without a value. */
export interface MissingSlots {
  readonly from: Millis;
  readonly to: Millis;
}

interface SlotRange {
  /** The first and the last slot, inclusive. */
  readonly from: Millis;
  readonly upTo: Millis;
  /** Whether slots before the first value count as missing. */
  readonly fromFirst: boolean;
}

/** Counts the coverage of days. Days must be added in chronological order. */
export class CoverageCount {
  readonly days: DayCoverage[] = [];
  readonly missing: MissingSlots[] = [];
  readonly #range: SlotRange;
  #first: Millis | undefined;
  #last: Millis | undefined;

  constructor(range: SlotRange) {
    this.#range = range;
  }

  get first(): Millis | undefined {
    return this.#first;
  }

  get last(): Millis | undefined {
    return this.#last;
  }

  /** `isSeeded`: whether the end-of-day record of the day is SEEDED. */
  add(day: Millis, { ends, states }: DayRuns, isSeeded: boolean): void {
    const { from, upTo, fromFirst } = this.#range;
    const firstSlot = Math.max(0, Math.ceil((from - day) / SLOT_MS) - 1);
    const endSlot = Math.min(SLOTS_PER_DAY, Math.floor((upTo - day) / SLOT_MS));
    const counts = { ticks: 0, carried: 0, modelled: 0, seeded: isSeeded ? 1 : 0, missing: 0 };
    for (let run = 0, start = 0; run < ends.length; start = ends[run++]!) {
      const [begin, end] = [Math.max(start, firstSlot), Math.min(ends[run]!, endSlot)];
      if (begin >= end) continue;
      const state = states[run]!;
      const slots = end - begin;
      const startAt = day + (begin + 1) * SLOT_MS;
      if (state & HAS_VALUE) {
        counts.ticks += slots;
        if (state & IS_CARRIED) counts.carried += slots;
        if (state & IS_MODELLED) counts.modelled += slots;
        this.#first ??= startAt;
        this.#last = day + end * SLOT_MS;
      } else if (!fromFirst || this.#first !== undefined) {
        counts.missing += slots;
        this.#addMissing(startAt, startAt + slots * SLOT_MS);
      }
    }
    const expected = counts.ticks + counts.missing;
    if (expected > 0 || isSeeded) this.days.push({ day, expected, ...counts });
  }

  #addMissing(from: Millis, to: Millis): void {
    const before = this.missing.at(-1);
    if (before?.to === from) this.missing[this.missing.length - 1] = { from: before.from, to };
    else this.missing.push({ from, to });
  }
}
