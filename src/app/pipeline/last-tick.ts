import { INDEX_TYPES } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader, StoredRecord } from '../../history/history-store.ts';
import type { StoredTick } from './tick-loop.ts';

/** The last tick that was stored, with its values; undefined where there is none. */
export async function lastTickOf(history: HistoryReader): Promise<StoredTick | undefined> {
  const last = await history.lastTick();
  if (!last) return undefined;
  const { at } = last;
  const state = await history.lastState();
  const since: StoredRecord[] = [];
  if (state) for await (const record of history.records(state.at + 1, at)) since.push(record);
  const limit = Number.MAX_SAFE_INTEGER;
  const values = await history.readAcross({ types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit });
  return { ...last, state, since, values };
}

/**
 * Where market time may go on after the last tick, so that no slot is published twice. Usually that tick itself. Where the
 * journal has lost ticks, segments or recorded inputs may know of later ones, which were published: then the slot after
 * those. One recorded input without a tick is what a crash leaves, unless more is known to be lost; two are lost ticks.
 */
export function goesOnFrom(
  lastAt: Millis | undefined,
  newestStored: Millis | undefined,
  recorded: readonly Millis[],
): Millis | undefined {
  const newest = Math.max(lastAt ?? -Infinity, newestStored ?? -Infinity);
  const later = recorded.filter((at) => at > newest);
  const isKnownToBeLost = newest !== (lastAt ?? -Infinity);
  const known = later.length > (isKnownToBeLost ? 0 : 1) ? later.at(-1)! : newest;
  if (known === -Infinity) return undefined;
  return known === lastAt ? known : known + SLOT_MS;
}

/**
 * The first and the last slot of ticks that were published and that history does not have, as far as their inputs are
 * kept; undefined where none is known. History goes on at `goesOnAt`.
 */
export function lostTicks(
  lastAt: Millis | undefined,
  newestStored: Millis | undefined,
  goesOnAt: Millis | undefined,
  firstRecordedAfter: (at: Millis) => Millis | undefined,
): { readonly from: Millis; readonly to: Millis } | undefined {
  if (goesOnAt === undefined || goesOnAt === lastAt) return undefined;
  const from = firstRecordedAfter(Math.max(lastAt ?? -Infinity, newestStored ?? -Infinity));
  const to = goesOnAt - SLOT_MS;
  return from !== undefined && to >= from ? { from, to } : undefined;
}
