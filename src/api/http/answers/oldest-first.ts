import type { Millis } from '../../../core/time.ts';

/** From the first instant to the last, both included and both multiples of the step. */
export interface InstantRange {
  readonly from: Millis;
  readonly upTo: Millis;
}

/** Reads a time range newest first, as history does. */
export type NewestFirst<T> = (range: InstantRange, limit: number) => Promise<readonly T[]>;

/**
 * The oldest values of a time range, oldest first. There must be at most one value per step: then a part with
 * as many steps as rows fits, and is read from its end and reversed. Gaps are skipped by bisection.
 */
export async function oldestFirst<T>(
  read: NewestFirst<T>,
  { from, upTo }: InstantRange,
  stepMs: Millis,
  limit: number,
): Promise<T[]> {
  const values: T[] = [];
  let at = from;
  while (values.length < limit && at <= upTo) {
    const room = limit - values.length;
    const piece = { from: at, upTo: Math.min(upTo, at + (room - 1) * stepMs) };
    const found = await read(piece, room);
    values.push(...found.toReversed());
    at = piece.upTo + stepMs;
    if (found.length === 0) at = await oldestAt(read, { from: at, upTo }, stepMs);
  }
  return values;
}

/** The same for many series with at most one value per step: one instant after the other. */
export async function oldestFirstAcross<T>(
  read: NewestFirst<T>,
  { from, upTo }: InstantRange,
  stepMs: Millis,
  limit: number,
  /** Whether a value of the first instant is after the cursor. */
  isToCome: (value: T) => boolean = () => true,
): Promise<T[]> {
  const values: T[] = [];
  let at = from;
  while (values.length < limit && at <= upTo) {
    const found = (await read({ from: at, upTo: at }, Number.MAX_SAFE_INTEGER)).toReversed();
    const wanted = at === from ? found.filter(isToCome) : found;
    values.push(...wanted.slice(0, limit - values.length));
    at += stepMs;
    if (found.length === 0) at = await oldestAt(read, { from: at, upTo }, stepMs);
  }
  return values;
}

/** The first instant with a value; Infinity if there is none. */
async function oldestAt<T>(
  read: NewestFirst<T>,
  { from, upTo }: InstantRange,
  stepMs: Millis,
): Promise<Millis> {
  const has = async (range: InstantRange) => (await read(range, 1)).length > 0;
  if (from > upTo || !(await has({ from, upTo }))) return Infinity;
  let [low, high] = [from, upTo];
  while (low < high) {
    const middle = low + Math.floor((high - low) / stepMs / 2) * stepMs;
    if (await has({ from: low, upTo: middle })) high = middle;
    else low = middle + stepMs;
  }
  return low;
}

/** The first multiple of a step at or after an instant. */
export function stepAtOrAfter(at: Millis, stepMs: Millis): Millis {
  return Math.ceil(at / stepMs) * stepMs;
}

/** The last multiple of a step at or before an instant. */
export function stepAtOrBefore(at: Millis, stepMs: Millis): Millis {
  return Math.floor(at / stepMs) * stepMs;
}
