import { isReal, maskOf, type FlagMask } from '../../core/index-value.ts';
import { SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import type { SeriesColumns } from '../../core/value-columns.ts';
import type { ModelledSpan } from '../../history/modelled-past.ts';

/** The state of a slot, one bit each; 0 if it has no value. */
export const HAS_VALUE = 1;
export const IS_CARRIED = 2;
export const IS_MODELLED = 4;

const MODELLED_FLAG = maskOf('MODELLED');

/**
 * The slots of a day as runs with the same state: run i reaches from the end of the previous run up to, not including, `ends[i]`.
 */
export interface DayRuns {
  readonly ends: Uint16Array;
  readonly states: Uint8Array;
}

/** `columns`: the values of the day, newest first. */
export function dayRunsOf(day: Millis, { ats, flags }: SeriesColumns, count: number): DayRuns {
  const ends: number[] = [];
  const states: number[] = [];
  const add = (end: number, state: number) => {
    if (end === (ends.at(-1) ?? 0)) return;
    if (states.at(-1) === state) ends[ends.length - 1] = end;
    else {
      ends.push(end);
      states.push(state);
    }
  };
  for (let row = count - 1; row >= 0; row--) {
    const slot = (ats[row]! - day) / SLOT_MS - 1;
    add(slot, 0);
    add(slot + 1, stateOf(flags[row]!));
  }
  add(SLOTS_PER_DAY, 0);
  return { ends: Uint16Array.from(ends), states: Uint8Array.from(states) };
}

/** Returns the runs with the slots that can be modelled marked as modelled. */
export function withModelled(
  { ends, states }: DayRuns,
  day: Millis,
  { valuesFrom, firstTick }: Pick<ModelledSpan, 'valuesFrom' | 'firstTick'>,
): DayRuns {
  const first = Math.max(0, (valuesFrom - day) / SLOT_MS - 1);
  const before = Math.min(SLOTS_PER_DAY, (firstTick - day) / SLOT_MS - 1);
  if (first >= before || !states.includes(0)) return { ends, states };
  const cuts = [...new Set([...ends, first, before])].filter((end) => end > 0).toSorted((a, b) => a - b);
  let run = 0;
  const filled = cuts.map((end) => {
    while (ends[run]! < end) run++;
    const state = states[run]!;
    return state === 0 && end > first && end <= before ? HAS_VALUE | IS_MODELLED : state;
  });
  return { ends: Uint16Array.from(cuts), states: Uint8Array.from(filled) };
}

function stateOf(flags: FlagMask): number {
  return HAS_VALUE | (isReal(flags) ? 0 : IS_CARRIED) | (flags & MODELLED_FLAG ? IS_MODELLED : 0);
}
