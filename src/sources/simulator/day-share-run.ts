import { SLOTS_A_DAY } from '../../core/time.ts';
import { dayShareAt, fillDayShares } from './day-profile.ts';
import { hashPair } from './hash.ts';
import { slotInRun, type SlotRun } from './slot-run.ts';

/** How the days of one market pass over a run of slots. */
export interface DayShareRun {
  /** The share of a day, counted from 1970, that is over after so many of its slots. */
  readonly shareAfter: (day: number, slots: number) => number;
  /** The day of each slot, and the share of it that is over by then. */
  readonly days: Int32Array;
  readonly shares: Float64Array;
  /** The share of the day before that was over 24 hours earlier. */
  readonly sharesBefore: Float64Array;
}

const KEPT_DAYS = 4;
/** A whole day costs as much as this many single slots. */
const FEW_SLOTS = 240;

/** Many neighbouring slots come from whole days at once; the bytes are the same. */
export function dayShareRun(marketKey: number, run: SlotRun): DayShareRun {
  const shareAfter = run.step === 1 && run.count > FEW_SLOTS ? wholeDays(marketKey) : oneByOne(marketKey);
  const days = new Int32Array(run.count);
  const shares = new Float64Array(run.count);
  const sharesBefore = new Float64Array(run.count);
  for (let i = 0; i < run.count; i++) {
    const slot = slotInRun(run, i);
    const day = Math.floor(slot / SLOTS_A_DAY);
    const slots = slot - day * SLOTS_A_DAY;
    days[i] = day;
    shares[i] = shareAfter(day, slots);
    sharesBefore[i] = shareAfter(day - 1, slots);
  }
  return { shareAfter, days, shares, sharesBefore };
}

function oneByOne(marketKey: number): (day: number, slots: number) => number {
  return (day, slots) => dayShareAt(hashPair(marketKey, day), slots);
}

function wholeDays(marketKey: number): (day: number, slots: number) => number {
  const days = new Float64Array(KEPT_DAYS).fill(NaN);
  const tables: Float64Array[] = [];
  return (day, slots) => {
    if (slots === 0) return 0;
    const place = day % KEPT_DAYS;
    if (days[place] !== day) {
      const table = (tables[place] ??= new Float64Array(SLOTS_A_DAY + 1));
      fillDayShares(hashPair(marketKey, day), table);
      days[place] = day;
    }
    return tables[place]?.[slots] ?? 0;
  };
}
