import { join } from 'node:path';
import type { IndexReceipt } from '../../../sdk/src/contract.ts';
import { verifyProof, verifyReceipt } from '../../../sdk/src/verify/index.ts';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { hashRecord } from '../../engine/record/tick-record.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import { readRecord } from '../../receipts/stored-record.ts';
import { KEPT_RECEIPTS } from '../directory/data-format.ts';
import type { IntegrityKey } from '../integrity/check-heads.ts';
import { sha256 } from '../sha256.ts';
import {
  KeptBodyDamaged,
  readDay,
  readKeptFile,
  readReceipt,
  readTexts,
  type DayPart,
  type KeptFileContent,
  type PlacedEntry,
} from './kept-file.ts';
import { keptFiles, ledToDay } from './kept-store.ts';

export interface KeptToVerify {
  readonly folder: string;
  readonly keys: readonly IntegrityKey[];
  readonly history: Pick<HistoryReader, 'records'>;
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
  /** Those whose value follows from their inputs, and whose proof leads to a head that a key of the directory has signed. */
  readonly verified: number;
  /** Those of ticks before methodology 3, and those whose head is not signed yet: their values were computed again. */
  readonly unsigned: number;
  readonly faults: readonly KeptFault[];
}

/** Checks the kept receipts of a data directory, and changes nothing. Damaged lines are told as damage of their file. */
export async function verifyKept({ folder, keys, history, from, to }: KeptToVerify): Promise<VerifiedKept> {
  const files = readable(folder);
  const days = await daysIn(files);
  const report = { receipts: 0, verified: 0, unsigned: 0, faults: [] as KeptFault[] };
  for (const { path, content } of files) {
    const texts = await readTexts(path, content);
    for (const entry of content.receipts) {
      const { id, name, at } = entry;
      if (at < from || at > to) continue;
      report.receipts++;
      const day = days.get(at);
      const outcome = await unlessDamaged(async () => {
        const kept = await readReceipt(path, entry, texts);
        return outcomeOf((day ? ledToDay(kept, day) : kept) as IndexReceipt, entry, { keys, history });
      });
      if (outcome === 'verified' || outcome === 'unsigned') report[outcome]++;
      else report.faults.push({ id, name, at, reason: outcome.reason });
    }
  }
  return report;
}

interface ReadFile {
  readonly path: string;
  readonly content: KeptFileContent;
}

/** A file that cannot be understood is told as damage. */
function readable(folder: string): readonly ReadFile[] {
  return keptFiles(folder).flatMap((name) => {
    const path = join(folder, KEPT_RECEIPTS, name);
    try {
      return [{ path, content: readKeptFile(path) }];
    } catch (error) {
      if (error instanceof OperatorError) return [];
      throw error;
    }
  });
}

async function daysIn(files: readonly ReadFile[]): Promise<ReadonlyMap<Millis, DayPart>> {
  const days = new Map<Millis, DayPart>();
  for (const { path, content } of files)
    for (const place of content.days) {
      const day = await unlessDamaged(() => readDay(path, place));
      if (!('reason' in day)) days.set(place.at, day);
    }
  return days;
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
  { id, indexId }: PlacedEntry,
  { keys, history }: Pick<KeptToVerify, 'keys' | 'history'>,
): Promise<'verified' | 'unsigned' | { readonly reason: string }> {
  if (receipt.id !== id || receipt.indexId !== indexId)
    return { reason: 'it is the receipt of another value' };
  const { isRight, isChecked, differences } = verifyReceipt(receipt);
  if (!isRight)
    return { reason: isChecked ? `${differences[0]?.field} does not hold` : 'its methodology is newer' };
  if (await isOtherHistory(receipt, history)) return { reason: 'history has another record of its tick' };
  if (!receipt.proof?.head) return 'unsigned';
  const proven = await verifyProof(receipt, { keys: keys.map(({ kid, x }) => ({ kid, x: String(x) })) });
  return proven.isRight ? 'verified' : { reason: proven.because ?? 'its proof does not hold' };
}

/** A tick that history does not reach back to any more says nothing. */
async function isOtherHistory(
  { timestamp, recordHash }: IndexReceipt,
  history: Pick<HistoryReader, 'records'>,
): Promise<boolean> {
  const at = Date.parse(timestamp);
  for await (const { record } of history.records(at, at)) {
    const own = readRecord(record);
    return own !== undefined && hashRecord(own, sha256) !== recordHash;
  }
  return false;
}
