import { SLOTS_PER_DAY } from '../../core/time.ts';
import { dayShareAt, fillDayShares, fillPartShares, PART_SLOTS, PARTS_PER_DAY } from './day-profile.ts';
import { hashPair } from '../hash.ts';
import { isInParts, slotInRun, type SlotRun } from '../runs/slot-run.ts';

/** How much of each day's volume one market has traded, over a run of slots. */
export interface DayShareRun {
  readonly run: SlotRun;
  /** The share of a day's volume traded after a number of its slots. Days are counted from 1970. */
  readonly shareAfter: ShareAfter;
  /** The day of each slot, and the share of its volume traded by then. */
  readonly days: Int32Array;
  readonly shares: Float64Array;
  /** The share of the previous day's volume traded 24 hours earlier. */
  readonly sharesBefore: Float64Array;
}

type ShareAfter = (day: number, slots: number) => number;
type TableOf = (day: number) => Float64Array;

const KEPT_DAYS = 4;
/** A whole day costs as much as this many single slots. */
const FEW_SLOTS = 240;

/** Many neighbouring slots come from whole days at once; the bytes are the same. */
export function dayShareRun(marketKey: number, run: SlotRun): DayShareRun {
  const days = new Int32Array(run.count);
  const shares = new Float64Array(run.count);
  const sharesBefore = new Float64Array(run.count);
  const columns = { run, days, shares, sharesBefore };
  if (run.step === 1 && run.count > FEW_SLOTS)
    return { ...columns, shareAfter: denseRun(marketKey, columns) };
  const shareAfter = isInParts(run) ? inParts(marketKey) : oneByOne(marketKey);
  for (let i = 0; i < run.count; i++) {
    const slot = slotInRun(run, i);
    const day = Math.floor(slot / SLOTS_PER_DAY);
    const slots = slot - day * SLOTS_PER_DAY;
    days[i] = day;
    shares[i] = shareAfter(day, slots);
    sharesBefore[i] = shareAfter(day - 1, slots);
  }
  return { ...columns, shareAfter };
}

/** Copies the slots of each day from its table. */
function denseRun(
  marketKey: number,
  { run, days, shares, sharesBefore }: Omit<DayShareRun, 'shareAfter'>,
): ShareAfter {
  const tableOf = wholeDays(marketKey, SLOTS_PER_DAY, fillDayShares);
  const end = run.first + run.count;
  for (let slot = run.first; slot < end;) {
    const day = Math.floor(slot / SLOTS_PER_DAY);
    const [from, to] = [slot - day * SLOTS_PER_DAY, Math.min(end - day * SLOTS_PER_DAY, SLOTS_PER_DAY)];
    const i = slot - run.first;
    days.fill(day, i, i + to - from);
    // At the beginning of a day nothing is traded yet.
    if (to > 1) {
      shares.set(tableOf(day).subarray(from, to), i);
      sharesBefore.set(tableOf(day - 1).subarray(from, to), i);
    }
    slot += to - from;
  }
  return (day, slots) => (slots === 0 ? 0 : tableOf(day)[slots]!);
}

function oneByOne(marketKey: number): ShareAfter {
  return (day, slots) => dayShareAt(hashPair(marketKey, day), slots);
}

/** For slots most of which are ends of parts of a day. */
function inParts(marketKey: number): ShareAfter {
  const tableOf = wholeDays(marketKey, PARTS_PER_DAY, fillPartShares);
  const single = oneByOne(marketKey);
  return (day, slots) => {
    if (slots === 0) return 0;
    return slots % PART_SLOTS === 0 ? tableOf(day)[slots / PART_SLOTS]! : single(day, slots);
  };
}

/** Tables of the last queried days. */
function wholeDays(
  marketKey: number,
  entries: number,
  fill: (dayKey: number, out: Float64Array) => void,
): TableOf {
  const days = new Float64Array(KEPT_DAYS).fill(NaN);
  const tables: Float64Array[] = [];
  return (day) => {
    const place = day % KEPT_DAYS;
    const table = (tables[place] ??= new Float64Array(entries + 1));
    if (days[place] !== day) {
      fill(hashPair(marketKey, day), table);
      days[place] = day;
    }
    return table;
  };
}
