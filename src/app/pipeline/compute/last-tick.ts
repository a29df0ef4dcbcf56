import { join } from 'node:path';
import { INDEX_TYPES } from '../../../core/index-value.ts';
import { dayOfTick, SLOT_MS, formatDatetime, type Millis } from '../../../core/time.ts';
import { decodeMemory } from '../../../engine/engine-memory.ts';
import type {
  HistoryReader,
  LastTick,
  StoredRecord,
  StoredState,
  HistoryStore,
} from '../../../history/history-store.ts';
import { FileInputReader } from '../../../history/inputs/file-input-reader.ts';
import { hashRecord } from '../../../engine/record/tick-record.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import { sha256 } from '../../process/sha256.ts';
import type { StoredTick } from '../tick-loop.ts';
import { hashOfStored } from '../unstored-ticks.ts';
import type { InputReader, RecordedInputs } from '../../../history/input-store.ts';
import { recordedTickOf } from '../../../values/receipts/recorded-input.ts';
import type { InputSettings } from '../pipeline-messages.ts';
import type { ComputeParts } from '../compute-parts.ts';

/** The last stored tick with its values; undefined if there is none. */
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

/** Hashes of the records of a tick's day, up to the tick. Skips unreadable records: verification reports them. */
async function dayRecords(history: Pick<HistoryReader, 'records'>, at: Millis): Promise<string[]> {
  const hashes: string[] = [];
  for await (const { record } of history.records(dayOfTick(at) + 1, at)) {
    const own = readRecord(record);
    if (own) hashes.push(hashRecord(own, sha256));
  }
  return hashes;
}

/** Treats a state that cannot be decoded as lost, even if its checksum is right. */
function decodable(stored: StoredState | undefined): StoredState | undefined {
  try {
    if (stored) decodeMemory(stored.state);
    return stored;
  } catch (error) {
    // Too few or too many bytes, or invalid numbers.
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface ChainEnd {
  readonly at: Millis;
  readonly hash: string;
}

interface Continuation {
  /** Market time continues here; undefined if there is nothing to continue from. */
  readonly goesOnAt: Millis | undefined;
  /** First and last slot of lost published ticks, as far as inputs are kept; undefined if no loss is known. */
  readonly lost: { readonly from: Millis; readonly to: Millis } | undefined;
}

/**
 * Finds where history continues after its last tick, and which published ticks it has lost according to
 * recorded inputs.
 */
export async function continuationOf(
  last: LastTick | undefined,
  newestStored: Millis | undefined,
  inputs: Pick<FileInputReader, 'newest' | 'between'>,
): Promise<Continuation> {
  const end = last && { at: last.at, hash: hashOfStored(last, sha256) };
  const newest = Math.max(end?.at ?? -Infinity, newestStored ?? -Infinity);
  const first = inputs.newest().find((at) => at > newest);
  const links: RecordedLink[] = [];
  if (first !== undefined) for await (const link of linksBetween(inputs, first, Infinity)) links.push(link);
  const goesOnAt = resumeAfter(end, newestStored, links);
  if (goesOnAt === undefined || goesOnAt === end?.at) return { goesOnAt, lost: undefined };
  const to = goesOnAt - SLOT_MS;
  const from = await firstPublished(linksBetween(inputs, newest + 1, to), end?.hash ?? '');
  return { goesOnAt, lost: from === undefined ? undefined : { from, to } };
}

/**
 * Where market time may continue after the last tick, so that no slot is published twice: usually at that
 * tick. If the journal has lost ticks, segments or recorded inputs may show later published ticks: then at
 * the slot after them.
 *
 * Each recorded tick names its predecessor. If that is not the last tick of history, the predecessor was
 * published and is lost; if it is, all ticks between them were refused. No later tick says whether the newest
 * recorded tick was published: a single one, as a crash or a refusal leaves it, does not count as lost, but
 * one after lost ticks does. Ticks with damaged inputs that no readable tick follows count as lost if there
 * may be two or more.
 */
export function resumeAfter(
  last: ChainEnd | undefined,
  newestStored: Millis | undefined,
  recorded: readonly RecordedLink[],
): Millis | undefined {
  const lastAt = last?.at ?? -Infinity;
  const newest = Math.max(lastAt, newestStored ?? -Infinity);
  const later = recorded.filter(({ at }) => at > newest);
  const known = later.length > 0 && (newest !== lastAt || showsLoss(later, last?.hash ?? ''));
  const goesOnAfter = known ? later.at(-1)!.at : newest;
  if (goesOnAfter === -Infinity) return undefined;
  return goesOnAfter === last?.at ? goesOnAfter : goesOnAfter + SLOT_MS;
}

function showsLoss(later: readonly RecordedLink[], stored: string): boolean {
  const undecided =
    later.length -
    Math.max(
      0,
      later.findLastIndex(({ record }) => record),
    );
  return undecided > 1 || later.some((link) => namesAnother(link, stored));
}

/** The journal stores the newest tick separately from its values, for the next start. */
export const JOURNAL = 'history/journal';
export const RECORD_MISMATCH = 'its separately stored record differs from the one stored with its values';

/** The newest tick, with the record that is stored with its values, which is part of the record chain. */
interface CheckedLastTick extends LastTick {
  /** Whether the separately stored record differs, or no tick is stored at that instant. */
  readonly isDoubtful: boolean;
}

export async function checkedLastTick(
  history: Pick<HistoryReader, 'lastTick' | 'records'>,
): Promise<CheckedLastTick | undefined> {
  const last = await history.lastTick();
  if (!last) return undefined;
  for await (const { record } of history.records(last.at, last.at))
    return { at: last.at, record, isDoubtful: Buffer.compare(record, last.record) !== 0 };
  return { ...last, isDoubtful: true };
}

/**
 * The place of a tick in the record chain, from its recorded inputs. Inputs are recorded before a tick is
 * stored and published, even if history then refuses it. Only a later tick shows whether it was published:
 * each names the tick that was last published when it was computed. For the newest recorded tick this is
 * unknown, and for a tick whose successors cannot be read.
 */
export interface RecordedLink {
  readonly at: Millis;
  readonly record?: {
    readonly hash: string;
    /** The hash of the previously published tick; empty if there was none. */
    readonly previous: string;
  };
}

/** Links of the ticks with from <= t <= to, oldest first. */
async function* linksBetween(
  inputs: Pick<InputReader, 'between'>,
  from: Millis,
  to: Millis,
): AsyncGenerator<RecordedLink> {
  for await (const recorded of inputs.between(from, to)) yield linkOf(recorded);
}

function linkOf({ at, inputs }: RecordedInputs): RecordedLink {
  if (inputs === 'damaged') return { at };
  try {
    const { record } = recordedTickOf(inputs);
    return { at, record: { hash: hashRecord(record, sha256), previous: record.previous } };
  } catch (error) {
    // A frame that this version cannot read counts as damaged.
    if (error instanceof RangeError) return { at };
    throw error;
  }
}

/** Whether it names a published tick other than the one with the hash `stored`. */
function namesAnother({ record }: RecordedLink, stored: string): boolean {
  return record !== undefined && record.previous !== '' && record.previous !== stored;
}

/** The first of these ticks that is known to have been published; the last, if no later one names any of them. */
export async function firstPublished(
  links: AsyncIterable<RecordedLink> | Iterable<RecordedLink>,
  stored: string,
): Promise<Millis | undefined> {
  const byHash = new Map<string, Millis>();
  let unreadable: Millis | undefined;
  let last: Millis | undefined;
  for await (const link of links) {
    const named = link.record && byHash.get(link.record.previous);
    if (named !== undefined) return named;
    // It names a tick whose inputs are damaged or not kept.
    if (namesAnother(link, stored) && unreadable !== undefined) return unreadable;
    if (link.record) byHash.set(link.record.hash, link.at);
    else unreadable ??= link.at;
    last = link.at;
  }
  return unreadable ?? last;
}

interface StartPoint {
  readonly last: StoredTick | undefined;
  /** Market time continues here; undefined if there is nothing to continue from. */
  readonly goesOnAt: Millis | undefined;
  /** No slot up to this one is published again, whatever the clock says. */
  readonly known: Millis | undefined;
  readonly hasTicks: boolean;
}

/** A store that several processes share has every published tick. */
export async function findSharedStart(history: HistoryStore): Promise<StartPoint> {
  const last = await lastTickOf(history);
  return { last, goesOnAt: last?.at, known: last?.at, hasTicks: last !== undefined };
}

/** Finds where history continues. Published ticks that history has lost are counted and never published again. */
export async function findStart(
  { folder, log, health, wallClock }: ComputeParts,
  history: HistoryStore,
  inputs: InputSettings,
): Promise<StartPoint> {
  const last = await lastTickOf(history);
  if (last?.isDoubtful)
    health.recordDamage({
      file: join(folder, JOURNAL),
      series: undefined,
      reason: `the newest tick: ${RECORD_MISMATCH}`,
    });
  const { lastTick } = await history.summary();
  const { goesOnAt, lost } = await continuationOf(last, lastTick, new FileInputReader(inputs.folder));
  const hasTicks = lastTick !== undefined;
  if (goesOnAt === undefined || goesOnAt === last?.at) return { last, goesOnAt, known: goesOnAt, hasTicks };
  const known = goesOnAt - SLOT_MS;
  history.skipUpTo(known);
  log.error(
    { goesOnAt: formatDatetime(goesOnAt) },
    'history lacks ticks that were recorded: their slots are not published again',
  );
  if (lost) health.recordLostTicks({ ...lost, foundAt: wallClock.now() });
  return { last, goesOnAt, known, hasTicks };
}
