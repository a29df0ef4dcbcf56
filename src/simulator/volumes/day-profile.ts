import { SLOTS_PER_DAY } from '../../core/time.ts';
import { hashPairMixed, mix, symmetric } from '../hash.ts';

/** Relative activity of the hours of a day, UTC: quiet after midnight, busy while Europe and America overlap. */
const HOURS = [8, 8, 8, 8, 8, 8, 8, 9, 10, 10, 10, 10, 11, 13, 15, 15, 15, 14, 12, 11, 10, 9, 9, 8];
const SLOTS_PER_HOUR = SLOTS_PER_DAY / 24;
const USUAL = usualShares();
/** Below 0.25, so that every slot has a part of the day. */
const UNEVENNESS = 0.2;
/** 2,880 slots are halved twelve times at most. */
const MAX_NODES = 2 ** 12;
/**
 * For each node of the halving (the root is 1): the usual share of its left half, how far a hash may move it, and its
 * own hash.
 */
const NODES = usualNodes();
/** The day halved six times: the smallest parts that all have the same length. */
export const PART_SLOTS = 45;
export const PARTS_PER_DAY = SLOTS_PER_DAY / PART_SLOTS;

/** Entry k is the share of a usual day's volume that is traded in the first k slots. */
function usualShares(): Float64Array {
  const total = HOURS.reduce((sum, hour) => sum + hour, 0) * SLOTS_PER_HOUR;
  const shares = new Float64Array(SLOTS_PER_DAY + 1);
  let traded = 0;
  for (let k = 1; k <= SLOTS_PER_DAY; k++) {
    traded += HOURS[Math.floor((k - 1) / SLOTS_PER_HOUR)] ?? 0;
    shares[k] = traded / total;
  }
  return shares;
}

/**
 * The share of a day's volume that is traded in its first `slots` slots: 0 at 0, 1 at a full day, rising in between.
 * The day is halved down to single slots, each half with a hashed part of the whole.
 */
export function dayShareAt(dayKey: number, slots: number): number {
  if (slots >= SLOTS_PER_DAY) return 1;
  let low = 0;
  let high = SLOTS_PER_DAY;
  let traded = 0;
  let part = 1;
  let node = 1;
  while (low < slots) {
    const middle = (low + high) >> 1;
    const left = part * leftShare(dayKey, node);
    if (slots < middle) {
      high = middle;
      part = left;
      node *= 2;
    } else {
      low = middle;
      traded += left;
      part -= left;
      node = node * 2 + 1;
    }
  }
  return traded;
}

/** The share of a usual day's volume that is traded in its first slots. */
export function usualShareAt(slots: number): number {
  return USUAL[slots] ?? 1;
}

/** `out[k]` becomes `dayShareAt(dayKey, k)` for k from 0 to a full day, bit for bit. */
export function fillDayShares(dayKey: number, out: Float64Array): void {
  fillHalves(dayKey, out, 1, 0, SLOTS_PER_DAY, 0, 1, 1);
  out[SLOTS_PER_DAY] = 1;
}

/** `out[k]` becomes the share after k parts of the day: `dayShareAt(dayKey, k * PART_SLOTS)`. */
export function fillPartShares(dayKey: number, out: Float64Array): void {
  fillHalves(dayKey, out, PART_SLOTS, 0, SLOTS_PER_DAY, 0, 1, 1);
  out[PARTS_PER_DAY] = 1;
}

/** Halves the day down to parts of the given number of slots. */
function fillHalves(
  dayKey: number,
  out: Float64Array,
  slots: number,
  low: number,
  high: number,
  traded: number,
  part: number,
  node: number,
): void {
  if (high - low === slots) {
    out[low / slots] = traded;
    return;
  }
  const middle = (low + high) >> 1;
  const left = part * leftShare(dayKey, node);
  fillHalves(dayKey, out, slots, low, middle, traded, left, node * 2);
  fillHalves(dayKey, out, slots, middle, high, traded + left, part - left, node * 2 + 1);
}

function leftShare(dayKey: number, node: number): number {
  const hash = hashPairMixed(dayKey, NODES.mixed[node] ?? 0);
  return (NODES.usual[node] ?? 0) * (1 + (NODES.reach[node] ?? 0) * symmetric(hash));
}

function usualNodes() {
  const nodes = {
    usual: new Float64Array(2 * MAX_NODES),
    reach: new Float64Array(2 * MAX_NODES),
    mixed: Uint32Array.from({ length: 2 * MAX_NODES }, (_, node) => mix(node)),
  };
  const enter = (low: number, high: number, node: number) => {
    if (high - low === 1) return;
    const middle = (low + high) >> 1;
    const before = USUAL[low] ?? 0;
    const usual = ((USUAL[middle] ?? 0) - before) / ((USUAL[high] ?? 1) - before);
    nodes.usual[node] = usual;
    nodes.reach[node] = 4 * (1 - usual) * UNEVENNESS;
    enter(low, middle, node * 2);
    enter(middle, high, node * 2 + 1);
  };
  enter(0, SLOTS_PER_DAY, 1);
  return nodes;
}
