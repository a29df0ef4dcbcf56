import { compareIds } from './id-order.ts';
import type { Slices } from '../async/slices.ts';

/** Ids alike in so many characters are sorted at a time: of UUIDs, one in 256. */
const PREFIX_LENGTH = 2;
const IDS_A_STEP = 500;

/** The ids in their canonical order. */
export function* sortedIds(ids: readonly string[]): Slices<string[]> {
  const alike = new Map<string, string[]>();
  for (const id of ids) {
    const prefix = id.slice(0, PREFIX_LENGTH);
    const group = alike.get(prefix);
    if (group) group.push(id);
    else alike.set(prefix, [id]);
  }
  yield;
  const sorted: string[] = [];
  let stepAt = IDS_A_STEP;
  for (const prefix of [...alike.keys()].toSorted(compareIds)) {
    sorted.push(...(alike.get(prefix) ?? []).toSorted(compareIds));
    if (sorted.length < stepAt) continue;
    stepAt = sorted.length + IDS_A_STEP;
    yield;
  }
  return sorted;
}
