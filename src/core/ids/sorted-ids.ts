import { compareIds } from './id-order.ts';
import type { Slices } from '../async/slices.ts';

/** Ids are sorted in groups that share this many leading characters: for UUIDs, one group of 256. */
const PREFIX_LENGTH = 2;
const IDS_PER_STEP = 500;

/** Sorts ids into canonical order. */
export function* sortedIds(ids: readonly string[]): Slices<string[]> {
  const groups = new Map<string, string[]>();
  for (const id of ids) {
    const prefix = id.slice(0, PREFIX_LENGTH);
    const group = groups.get(prefix);
    if (group) group.push(id);
    else groups.set(prefix, [id]);
  }
  yield;
  const sorted: string[] = [];
  let stepAt = IDS_PER_STEP;
  for (const prefix of [...groups.keys()].toSorted(compareIds)) {
    sorted.push(...(groups.get(prefix) ?? []).toSorted(compareIds));
    if (sorted.length < stepAt) continue;
    stepAt = sorted.length + IDS_PER_STEP;
    yield;
  }
  return sorted;
}
