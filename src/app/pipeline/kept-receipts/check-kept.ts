import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { IndexReceipt } from '../../../../sdk/src/contract.ts';
import { isProvable, verifyProof, verifyReceipt } from '../../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { LoopTurns } from '../../../core/async/loop-turns.ts';
import { EVENT_LOOP } from '../../../core/async/loop.ts';
import type { ReferenceContent } from '../../../core/reference-data.ts';
import { dayOfTick, type Millis } from '../../../core/time.ts';
import { hashRecord, rootsOf, type TickRecord } from '../../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { readRecord } from '../../../values/receipts/stored-record.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import type { IntegrityKey } from '../integrity/check-heads.ts';
import { sha256 } from '../../process/sha256.ts';
import { seriesNamed } from './kept-names.ts';
import { readKeptCounts } from './kept-count.ts';
import {
  KeptBodyDamaged,
  loadKeptFile,
  readDay,
  readReceipt,
  readTexts,
  type DayPart,
  type KeptFileContent,
  type PlacedEntry,
} from './kept-file.ts';
import { keptFiles, withDayHead } from './kept-reader.ts';

export interface KeptToVerify {
  readonly folder: string;
  readonly keys: readonly IntegrityKey[];
  /** Heads of complete days whose signatures are valid. */
  readonly dayHeads: readonly SignedHead[];
  readonly history: Pick<HistoryReader, 'records'>;
  readonly references: (hash: string) => ReferenceContent | undefined;
  /** Receipts of ticks with from <= t <= to. */
  readonly from: Millis;
  readonly to: Millis;
}

export interface KeptFault {
  readonly id: string;
  readonly name: string;
  readonly at: Millis;
  readonly reason: string;
}

export interface VerifiedKept {
  readonly receipts: number;
  /** Receipts whose value follows from their inputs, and whose proof leads to a head signed by a key of the directory. */
  readonly verified: number;
  /** Receipts of ticks before methodology 3 and of days without a signed head: only their values were recomputed. */
  readonly unsigned: number;
  readonly faults: readonly KeptFault[];
  /** Files from which lines may have been removed unnoticed. */
  readonly uncounted: readonly UncountedFile[];
}

export interface UncountedFile {
  readonly file: string;
  /** Lines written since then are counted; undefined if no lines are, as in files of older versions. */
  readonly since?: Millis | undefined;
}

/**
 * Checks the kept receipts of a data directory without changing them. Damaged lines are reported as damage of
 * their file.
 */
export async function verifyKept({ folder, from, to, ...parts }: KeptToVerify): Promise<VerifiedKept> {
  const files = await readableFiles(folder);
  const { days, disputed } = await daysIn(files);
  const report = {
    receipts: 0,
    verified: 0,
    unsigned: 0,
    faults: [] as KeptFault[],
    uncounted: uncountedOf(folder, files),
  };
  for (const { path, content } of files) {
    const texts = await readTexts(path, content);
    for (const entry of content.receipts) {
      const { id, name, at } = entry;
      if (at < from || at > to) continue;
      report.receipts++;
      const day = days.get(at);
      const outcome = await unlessDamaged(async () => {
        const kept = await readReceipt(path, entry, texts);
        return outcomeOf((day ? withDayHead(kept, day) : kept) as IndexReceipt, entry, parts);
      });
      if (outcome === 'verified' || outcome === 'unsigned') report[outcome]++;
      else report.faults.push({ id, name, at, reason: outcome.reason });
      if (disputed.has(at)) report.faults.push({ id, name, at, reason: OTHER_DAY_LINE });
    }
  }
  return report;
}

interface ReadFile {
  readonly name: string;
  readonly path: string;
  readonly content: KeptFileContent;
}

/** Skips unreadable files: they are reported as damage. */
async function readableFiles(folder: string): Promise<readonly ReadFile[]> {
  const turns = new LoopTurns(EVENT_LOOP);
  const files: ReadFile[] = [];
  for (const name of keptFiles(folder)) {
    const path = join(folder, KEPT_RECEIPTS, name);
    try {
      files.push({ name, path, content: await loadKeptFile(path, turns) });
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
    }
  }
  return files;
}

function uncountedOf(folder: string, files: readonly ReadFile[]): readonly UncountedFile[] {
  const counts = readKeptCounts(folder);
  return files.flatMap(({ name }) => {
    const count = counts instanceof Map ? counts.get(name) : undefined;
    const file = `${KEPT_RECEIPTS}/${name}`;
    if (!count) return [{ file }];
    return count.since === undefined ? [] : [{ file, since: count.since }];
  });
}

const OTHER_DAY_LINE = 'a second day line of its tick has different content: the first is used';

interface FoundDays {
  /** The first valid line of each tick, which the service uses. */
  readonly days: ReadonlyMap<Millis, DayPart>;
  /** Ticks with a second valid line whose content differs. */
  readonly disputed: ReadonlySet<Millis>;
}

async function daysIn(files: readonly ReadFile[]): Promise<FoundDays> {
  const days = new Map<Millis, DayPart>();
  const disputed = new Set<Millis>();
  for (const { path, content } of files)
    for (const place of content.days) {
      const day = await unlessDamaged(() => readDay(path, place));
      if ('reason' in day) continue;
      const first = days.get(place.at);
      if (!first) days.set(place.at, day);
      else if (!isDeepStrictEqual(first, day)) disputed.add(place.at);
    }
  return { days, disputed };
}

async function unlessDamaged<T>(read: () => Promise<T>): Promise<T | { readonly reason: string }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof KeptBodyDamaged) return { reason: error.message };
    throw error;
  }
}

async function outcomeOf(
  receipt: IndexReceipt,
  entry: PlacedEntry,
  { keys, dayHeads, history, references }: Omit<KeptToVerify, 'folder' | 'from' | 'to'>,
): Promise<'verified' | 'unsigned' | { readonly reason: string }> {
  const { at } = entry;
  const misnamed = nameFault(receipt, entry, references);
  if (misnamed !== undefined) return { reason: misnamed };
  const { isRight, isChecked, differences } = verifyReceipt(receipt);
  if (!isRight)
    return { reason: isChecked ? `${differences[0]?.field} does not match` : 'its methodology is newer' };
  const record = await recordAt(Date.parse(receipt.timestamp), history);
  if (record && hashRecord(record, sha256) !== receipt.recordHash)
    return { reason: 'history has another record of its tick' };
  if (!receipt.proof) {
    // A tick before methodology 3 has no proof, because its record has no roots.
    const hasNone = !isProvable(receipt) || (record !== undefined && rootsOf(record) === undefined);
    return hasNone ? 'unsigned' : { reason: 'its proof is missing' };
  }
  if (!receipt.proof.head) {
    const isDaySigned = dayHeads.some(({ slot }) => slot >= at && dayOfTick(slot) === dayOfTick(at));
    return isDaySigned ? { reason: 'its proof leads to no head, although its day has one' } : 'unsigned';
  }
  const proven = await verifyProof(receipt, { keys: keys.map(({ kid, x }) => ({ kid, x: String(x) })) });
  return proven.isRight ? 'verified' : { reason: proven.because ?? 'its proof is not valid' };
}

/** Checks that the name means this index in the reference data of the tick. The proof covers the reference data. */
function nameFault(
  { referenceVersion, market, asset, name: indexName }: IndexReceipt,
  { name, indexType, indexId }: PlacedEntry,
  references: KeptToVerify['references'],
): string | undefined {
  const reference = references(referenceVersion);
  if (!reference) {
    if (name === (market ?? asset ?? indexName)) return undefined;
    return `the name ${name} cannot be checked: the reference data of its tick is missing`;
  }
  const named = seriesNamed(name, reference);
  const isNamed = named.some((each) => each.indexType === indexType && each.indexId === indexId);
  return isNamed ? undefined : `its index does not have the name ${name}`;
}

/** Undefined if history no longer reaches back to the tick. */
async function recordAt(
  at: Millis,
  history: Pick<HistoryReader, 'records'>,
): Promise<TickRecord | undefined> {
  for await (const { record } of history.records(at, at)) return readRecord(record);
  return undefined;
}
