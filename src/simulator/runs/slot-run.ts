import { SLOTS_PER_DAY } from '../../core/time.ts';
import { PART_SLOTS } from '../volumes/day-profile.ts';

/** Slots at equal distances: first, first + step, first + 2 x step, and so on. */
export interface SlotRun {
  readonly first: number;
  readonly step: number;
  readonly count: number;
}

export function slotInRun({ first, step }: SlotRun, i: number): number {
  return first + i * step;
}

/** Whether all slots of the run are ends of parts of days. */
export function isInParts({ first, step }: SlotRun): boolean {
  return first % PART_SLOTS === 0 && step % PART_SLOTS === 0;
}

/** The ends of parts of days around a run; the run itself if all its slots are such ends. */
export function partsAround(run: SlotRun): SlotRun {
  if (isInParts(run)) return run;
  const first = Math.floor(run.first / PART_SLOTS);
  const last = Math.ceil(slotInRun(run, run.count - 1) / PART_SLOTS);
  return { first: first * PART_SLOTS, step: PART_SLOTS, count: last - first + 1 };
}

/** Whether the slots of the run are the midnights of consecutive days. */
export function isMidnights({ first, step }: SlotRun): boolean {
  return first % SLOTS_PER_DAY === 0 && step === SLOTS_PER_DAY;
}

/** Values at the slots of a run, interpolated linearly between those at parts of days. */
export function betweenParts(values: Float64Array, parts: SlotRun, run: SlotRun): Float64Array {
  if (parts === run) return values;
  const out = new Float64Array(run.count);
  for (let i = 0; i < run.count; i++) {
    const place = (slotInRun(run, i) - parts.first) / PART_SLOTS;
    const before = Math.floor(place);
    const from = values[before] ?? 0;
    out[i] = place === before ? from : from + ((values[before + 1] ?? 0) - from) * (place - before);
  }
  return out;
}
