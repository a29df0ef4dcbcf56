import { join } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import { DAY_MS, formatDatetime, SLOT_MS, slotAtOrBefore, type Millis } from '../../core/time.ts';
import type { HistoryBackend } from '../../history/history-backend.ts';
import type { HistorySummary } from '../../history/history-store.ts';
import type { StorageDamage } from '../../history/scrub/finding.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { Recomputation } from '../../receipts/recomputation.ts';
import {
  verify,
  verifyChain,
  type NamedReference,
  type VerificationReport,
} from '../../receipts/verification.ts';
import { historyBackend } from '../compose/backends.ts';
import { existingDirectory, identityOf } from '../directory/data-directory.ts';
import { sha256 } from '../sha256.ts';
import { referencePart } from '../storage/stored-parts.ts';
import { checkParts } from '../storage/verify-storage.ts';
import { ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import { REFERENCE_FILE } from '../directory/data-format.ts';
import { storedReferences } from './stored-references.ts';
import { checkHeads, type CheckedHead, type IntegrityKey } from '../integrity/check-heads.ts';
import { readHeads } from '../integrity/head-log.ts';
import { KeyFile } from '../../auth/key-file.ts';
import type { SignedHead } from '../../core/integrity-head.ts';
import { verifyCandles, type CandleReport } from './verify-candles.ts';

export interface VerifyOptions {
  readonly data: string;
  /** By default every stored day whose ticks have records. */
  readonly from?: Millis;
  readonly to?: Millis;
  /** Signed heads that a client has kept. */
  readonly heads?: readonly SignedHead[];
  /** By default those of the directory. */
  readonly keys?: readonly IntegrityKey[];
  readonly onProgress?: (at: Millis, from: Millis, to: Millis) => void;
}

export interface VerifiedDirectory extends VerificationReport {
  readonly from: Millis;
  readonly to: Millis;
  /** Of the whole of history, or of the range that was asked for: days that are stored, and records of ticks in them. */
  readonly storedDays: number;
  readonly records: number;
  /** Files of history that could not be read, or hold something that is not what was written. */
  readonly damagedHistory: readonly string[];
  readonly damage: readonly StorageDamage[];
  /** Versions of the reference data that stored ticks name and that are not there. */
  readonly lackingReferences: readonly NamedReference[];
  /** End-of-day records of those days. */
  readonly candles: CandleReport;
  /** Heads that the service has kept, and those that were given. */
  readonly heads: readonly CheckedHead[];
}

/** Verifies a data directory, whether a service is running on it or not: nothing in it is changed. */
export async function verifyDirectory({
  data,
  heads = [],
  keys,
  onProgress,
  ...wanted
}: VerifyOptions): Promise<VerifiedDirectory> {
  const folder = existingDirectory(data);
  if (!identityOf(folder))
    throw new OperatorError(`${folder} has never been served: there is nothing to verify`);
  const damaged = new Set<string>();
  const backend = historyBackend(folder);
  const history = await backend.openReader(({ file }) => damaged.add(file));
  try {
    const stored = storedTicks(folder, await history.summary());
    const inputsFolder = join(folder, 'inputs');
    const inputs = new FileInputReader(inputsFolder);
    refuseWhereNothingIs(stored, wanted);
    const to = slotAtOrBefore(Math.min(wanted.to ?? Infinity, stored.newest));
    const from = Math.max(wanted.from ?? 0, Math.min(stored.oldest, to));
    const { days: recordedDays, ...chain } = await verifyChain(history.records(from, to), sha256);
    const recomputation = new Recomputation(storedReferences(folder), inputs, sha256);
    const report = await verify(
      { history, inputs, recomputation, hash: sha256, onTick: (at) => onProgress?.(at, from, to) },
      from,
      to,
      // Days without any record hold what was modelled, which says nothing that could be checked: they are counted on demand.
      wanted.from === undefined ? [...recordedDays.keys()] : stored.days,
    );
    const days = [...recordedDays].map(([startAt, names]) => ({ startAt, references: [...names] }));
    const references = new ReferenceLogReader(join(folder, REFERENCE_FILE));
    const whole = days.filter(({ startAt }) => startAt >= from - SLOT_MS && startAt + DAY_MS <= to);
    const candles = await verifyCandles({ history, references }, whole, stored.newest);
    const storage = await checkDays(folder, backend, from, to);
    for (const { file } of storage.damage) damaged.add(join(folder, file));
    // A range inside what is stored may still be empty: a service that was stopped leaves a gap.
    if (report.ticks === 0 && damaged.size === 0) throw emptyRange(stored, wanted);
    return {
      ...report,
      from: wanted.from === undefined ? (chain.first ?? from) : from,
      to,
      storedDays: storage.days,
      records: chain.records,
      alteredRecords: joined(report.alteredRecords, chain.alteredRecords),
      brokenLinks: joined(report.brokenLinks, chain.brokenLinks),
      damagedHistory: [...damaged],
      damage: storage.damage,
      lackingReferences: chain.references.filter(({ hash }) => references.named(hash) === undefined),
      candles,
      heads: await checkHeads(
        history,
        [...readHeads(folder), ...heads],
        keys ?? (await keysOf(folder)),
        stored.oldest,
      ),
    };
  } finally {
    await history.close();
  }
}

/** The public halves of the keys that this directory signs heads with. */
async function keysOf(folder: string): Promise<readonly IntegrityKey[]> {
  const stored = await new KeyFile(folder, 'integrity-keys.json').read();
  return stored.map(({ kid, privateJwk: { kty, crv, x } }) => ({ kid, kty, crv, x }) as IntegrityKey);
}

type Range = Pick<VerifyOptions, 'from' | 'to'>;

/** From the oldest day that has ticks to the newest tick. */
interface StoredTicks {
  readonly oldest: Millis;
  readonly newest: Millis;
  readonly days: readonly Millis[];
}

function storedTicks(folder: string, { lastTick, ticks, days }: HistorySummary): StoredTicks {
  if (lastTick === undefined) throw new OperatorError(`${folder} holds no tick yet`);
  return { oldest: ticks?.oldest ?? lastTick, newest: lastTick, days };
}

/** A range that has nothing in it would be verified without a difference, which says nothing. */
function refuseWhereNothingIs(stored: StoredTicks, range: Range): void {
  const { from = -Infinity, to = Infinity } = range;
  if (from > stored.newest || to < stored.oldest) throw emptyRange(stored, range);
}

function emptyRange({ oldest, newest }: StoredTicks, { from, to }: Range): OperatorError {
  const first = from === undefined ? '' : ` from ${formatDatetime(from)}`;
  const last = to === undefined ? '' : ` to ${formatDatetime(to)}`;
  const stored = `${formatDatetime(oldest).slice(0, 10)} to ${formatDatetime(newest)}`;
  return new OperatorError(`there is nothing to verify${first}${last}: ticks are stored from ${stored}`);
}

/** The checksums of everything that is stored of these days, years included, and of the reference data. */
async function checkDays(
  folder: string,
  backend: HistoryBackend,
  from: Millis,
  to: Millis,
): Promise<{ readonly days: number; readonly damage: readonly StorageDamage[] }> {
  const parts = await backend.partsWithin(from, to);
  const days = new Set(parts.flatMap(({ tickDay }) => tickDay ?? []));
  return { days: days.size, damage: await checkParts([...parts, ...referencePart(folder)]) };
}

function joined(a: readonly Millis[], b: readonly Millis[]): Millis[] {
  return [...new Set([...a, ...b])].toSorted((x, y) => x - y);
}
