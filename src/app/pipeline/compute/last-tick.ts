import { INDEX_TYPES } from '../../../core/index-value.ts';
import { dayOfTick, SLOT_MS, type Millis } from '../../../core/time.ts';
import { decodeMemory } from '../../../engine/engine-memory.ts';
import type { HistoryReader, LastTick, StoredRecord, StoredState } from '../../../history/history-store.ts';
import type { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { hashRecord } from '../../../engine/record/tick-record.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import { sha256 } from '../../process/sha256.ts';
import { checkedLastTick } from './newest-record.ts';
import {
  firstPublished,
  hashOfStored,
  linksBetween,
  namesAnother,
  type RecordedLink,
} from './recorded-links.ts';
import type { StoredTick } from '../tick-loop.ts';

/** The last tick that was stored, with its values; undefined where there is none. */
export async function lastTickOf(history: HistoryReader): Promise<StoredTick | undefined> {
  const last = await checkedLastTick(history);
  if (!last) return undefined;
  const { at } = last;
  const state = decodable(await history.lastState());
  const since: StoredRecord[] = [];
  if (state) for await (const record of history.records(state.at + 1, at)) since.push(record);
  const limit = Number.MAX_SAFE_INTEGER;
  const values = await history.readAcross({ types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit });
  return { ...last, state, since, values, dayRecords: await dayRecords(history, at) };
}

/** The hashes of the records of the day of a tick, up to it. One that cannot be read is damage, which others report. */
async function dayRecords(history: Pick<HistoryReader, 'records'>, at: Millis): Promise<string[]> {
  const hashes: string[] = [];
  for await (const { record } of history.records(dayOfTick(at) + 1, at)) {
    const own = readRecord(record);
    if (own) hashes.push(hashRecord(own, sha256));
  }
  return hashes;
}

/** A state that cannot be understood is as good as lost, whatever its checksum says. */
function decodable(stored: StoredState | undefined): StoredState | undefined {
  try {
    if (stored) decodeMemory(stored.state);
    return stored;
  } catch (error) {
    // Bytes that are too few or too many, and numbers that are none.
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The newest tick of history, by its place in the chain of records. */
export interface ChainEnd {
  readonly at: Millis;
  readonly hash: string;
}

export interface Continuation {
  /** Market time goes on here; undefined where there is nothing to go on from. */
  readonly goesOnAt: Millis | undefined;
  /**
   * From the first to the last slot of ticks that were published and that history does not have, as far as their inputs
   * are kept; undefined where none is known. Slots in between may have been refused by history.
   */
  readonly lost: { readonly from: Millis; readonly to: Millis } | undefined;
}

/** Where history goes on after its last tick, and what it has lost, as far as recorded inputs tell. */
export async function continuationOf(
  last: LastTick | undefined,
  newestStored: Millis | undefined,
  inputs: Pick<FileInputReader, 'newest' | 'between'>,
): Promise<Continuation> {
  const end = last && { at: last.at, hash: hashOfStored(last.record) };
  const newest = Math.max(end?.at ?? -Infinity, newestStored ?? -Infinity);
  const first = inputs.newest().find((at) => at > newest);
  const links: RecordedLink[] = [];
  if (first !== undefined) for await (const link of linksBetween(inputs, first, Infinity)) links.push(link);
  const goesOnAt = goesOnFrom(end, newestStored, links);
  if (goesOnAt === undefined || goesOnAt === end?.at) return { goesOnAt, lost: undefined };
  const to = goesOnAt - SLOT_MS;
  const from = await firstPublished(linksBetween(inputs, newest + 1, to), end?.hash ?? '');
  return { goesOnAt, lost: from === undefined ? undefined : { from, to } };
}

/**
 * Where market time may go on after the last tick, so that no slot is published twice. Usually that tick itself. Where the
 * journal has lost ticks, segments or recorded inputs may know of later ones, which were published: then the slot after
 * those. A recorded tick tells of a lost one by naming it as the one before; one that names the last tick of history tells
 * that those between were refused. Whether the newest recorded tick was published cannot be known: alone it is what a
 * crash or a refusal leaves, after lost ones it is taken for lost as well. Ticks whose inputs are damaged, and that no later one
 * tells of, are taken for lost where that could be two or more.
 */
export function goesOnFrom(
  last: ChainEnd | undefined,
  newestStored: Millis | undefined,
  recorded: readonly RecordedLink[],
): Millis | undefined {
  const lastAt = last?.at ?? -Infinity;
  const newest = Math.max(lastAt, newestStored ?? -Infinity);
  const later = recorded.filter(({ at }) => at > newest);
  const known = later.length > 0 && (newest !== lastAt || tellsOfLost(later, last?.hash ?? ''));
  const goesOnAfter = known ? later.at(-1)!.at : newest;
  if (goesOnAfter === -Infinity) return undefined;
  return goesOnAfter === last?.at ? goesOnAfter : goesOnAfter + SLOT_MS;
}

function tellsOfLost(later: readonly RecordedLink[], stored: string): boolean {
  const undecided =
    later.length -
    Math.max(
      0,
      later.findLastIndex(({ record }) => record),
    );
  return undecided > 1 || later.some((link) => namesAnother(link, stored));
}
