import { join } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import { dayStart, formatDatetime, slotAtOrBefore, type Millis } from '../../core/time.ts';
import { HistorySnapshot } from '../../history/embedded/read/history-snapshot.ts';
import type { StorageDamage } from '../../history/scrub/finding.ts';
import { StoredParts } from '../../history/scrub/stored-parts.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { Recomputation } from '../../receipts/recomputation.ts';
import { verify, verifyChain, type VerificationReport } from '../../receipts/verification.ts';
import { existingDirectory, identityOf } from '../directory/data-directory.ts';
import { sha256 } from '../sha256.ts';
import { checkParts } from '../storage/verify-storage.ts';
import { storedReferences } from './stored-references.ts';

export interface VerifyOptions {
  readonly data: string;
  /** By default from the oldest inputs that are kept to the newest tick. */
  readonly from?: Millis;
  readonly to?: Millis;
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
}

/** Verifies a data directory, whether a service is running on it or not: nothing in it is changed. */
export async function verifyDirectory({
  data,
  onProgress,
  ...wanted
}: VerifyOptions): Promise<VerifiedDirectory> {
  const folder = existingDirectory(data);
  if (!identityOf(folder))
    throw new OperatorError(`${folder} has never been served: there is nothing to verify`);
  const damaged = new Set<string>();
  const history = HistorySnapshot.open(join(folder, 'history'), ({ file }) => damaged.add(file));
  try {
    if (history.newest === -Infinity) throw new OperatorError(`${folder} holds no tick yet`);
    const inputsFolder = join(folder, 'inputs');
    const inputs = new FileInputReader(inputsFolder);
    refuseWhereNothingIs(history, wanted);
    const to = slotAtOrBefore(Math.min(wanted.to ?? Infinity, history.newest));
    const from = firstOf(wanted.from, history, to) ?? inputs.firstAfter(-Infinity) ?? to;
    const recomputation = new Recomputation(storedReferences(folder), inputs, sha256);
    const report = await verify(
      { history, inputs, recomputation, hash: sha256, onTick: (at) => onProgress?.(at, from, to) },
      from,
      to,
    );
    const chain = await verifyChain(history.records(wanted.from ?? 0, to), sha256);
    const storage = await checkDays(folder, wanted.from ?? 0, to);
    for (const { file } of storage.damage) damaged.add(join(folder, file));
    // A range inside what is stored may still be empty: a service that was stopped leaves a gap.
    if (report.ticks === 0 && damaged.size === 0) throw emptyRange(history, wanted);
    return {
      ...report,
      from,
      to,
      storedDays: storage.days,
      records: chain.records,
      alteredRecords: joined(report.alteredRecords, chain.alteredRecords),
      brokenLinks: joined(report.brokenLinks, chain.brokenLinks),
      damagedHistory: [...damaged],
      damage: storage.damage,
    };
  } finally {
    history.close();
  }
}

type Range = Pick<VerifyOptions, 'from' | 'to'>;

/** A range that has nothing in it would be verified without a difference, which says nothing. */
function refuseWhereNothingIs(history: HistorySnapshot, range: Range): void {
  const { from = -Infinity, to = Infinity } = range;
  if (from > history.newest || to < oldestOf(history)) throw emptyRange(history, range);
}

function emptyRange(history: HistorySnapshot, { from, to }: Range): OperatorError {
  const first = from === undefined ? '' : ` from ${formatDatetime(from)}`;
  const last = to === undefined ? '' : ` to ${formatDatetime(to)}`;
  const stored = `${formatDatetime(oldestOf(history)).slice(0, 10)} to ${formatDatetime(history.newest)}`;
  return new OperatorError(`there is nothing to verify${first}${last}: ticks are stored from ${stored}`);
}

function oldestOf({ summary, newest }: HistorySnapshot): Millis {
  return summary.ticks?.oldest ?? newest;
}

/** The checksums of everything that is stored of these days, years included. */
async function checkDays(
  folder: string,
  from: Millis,
  to: Millis,
): Promise<{ readonly days: number; readonly damage: readonly StorageDamage[] }> {
  const segments = new StoredParts(folder).segments(from, to);
  const days = new Set(segments.flatMap(({ span, start }) => (span === 'year' ? [] : dayStart(start))));
  return { days: days.size, damage: await checkParts(segments) };
}

function joined(a: readonly Millis[], b: readonly Millis[]): Millis[] {
  return [...new Set([...a, ...b])].toSorted((x, y) => x - y);
}

/** Nothing is stored before the oldest tick: there is nothing to count either. */
function firstOf(wanted: Millis | undefined, history: HistorySnapshot, to: Millis): Millis | undefined {
  const { ticks } = history.summary;
  return wanted === undefined ? undefined : Math.max(wanted, Math.min(ticks?.oldest ?? to, to));
}
