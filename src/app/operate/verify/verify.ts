import type { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, formatDatetime, SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';
import type { HistoryBackend } from '../../../history/history-backend.ts';
import type { HistoryReader, HistorySummary } from '../../../history/history-store.ts';
import type { InputReader } from '../../../history/input-store.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import { Recomputation } from '../../../values/receipts/recomputation.ts';
import { verifyChain, type NamedReference } from '../../../values/receipts/chain.ts';
import { verify, type VerificationReport } from '../../../values/receipts/verification.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { checkGaps, type GapAnchor } from '../../pipeline/gaps/check-gaps.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { historyBackend } from '../../directory/backends.ts';
import { openInputReader } from '../../directory/input-reader.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { checkedLastTick, JOURNAL, OTHER_RECORD } from '../../pipeline/compute/last-tick.ts';
import { sha256 } from '../../process/sha256.ts';
import { keptParts, partsOf, referencePart } from '../scrub/stored-parts.ts';
import { secretParts } from '../scrub/secret-parts.ts';
import { checkParts } from '../scrub/verify-storage.ts';
import { ReferenceLogReader } from '../../../reference/versions/reference-log.ts';
import { REFERENCE_FILE } from '../../directory/data-format.ts';
import { refuseWithoutStore } from '../../directory/store-node.ts';
import { storedReferences } from '../../pipeline/compute/stored-references.ts';
import type { CheckedHead, IntegrityKey } from '../../pipeline/integrity/check-heads.ts';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { verifyKept, type VerifiedKept } from '../../pipeline/kept-receipts/check-kept.ts';
import {
  headKeys,
  isBeginning,
  verifyHeads,
  type CheckedTimestamp,
} from '../../pipeline/integrity/verify-heads.ts';
import { verifyCandles, type CandleReport } from './verify-candles.ts';

export interface VerifyOptions {
  readonly data: string;
  /** Where history and the keys of heads are not in it. */
  readonly store?: ServerAddress | undefined;
  /** By default every stored day whose ticks have records. */
  readonly from?: Millis;
  /** Exclusive. */
  readonly to?: Millis;
  /** Signed heads that a client has kept. */
  readonly heads?: readonly SignedHead[];
  /** Those that the given heads were signed with; by default those of the directory. */
  readonly keys?: readonly IntegrityKey[];
  /** Timestamp authorities that are trusted; without any, timestamps are checked by the certificates that they carry. */
  readonly timestampAuthorities?: readonly X509Certificate[] | undefined;
  /** Where inputs are read from; by default the files of the directory, or the store. */
  readonly inputs?: InputReader;
  readonly onProgress?: (at: Millis, from: Millis, to: Millis) => void;
  /** What may just be changing is looked at again after a moment. By default of the machine. */
  readonly clock?: Clock;
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
  readonly candles: CandleReport;
  /** Ticks whose record begins a chain, though there were ticks before: nothing links them to those. */
  readonly restarts: readonly Millis[];
  readonly heads: readonly CheckedHead[];
  /** Days that are over and whose head was not kept, though those of others were. */
  readonly lackingHeads: readonly Millis[];
  readonly timestamps: readonly CheckedTimestamp[];
  /** The log of gaps; what is wrong with it is among the damage. */
  readonly gaps: { readonly lines: number; readonly anchor: GapAnchor };
  /** Receipts that are kept for ever, also of ticks that history does not reach back to. */
  readonly kept: VerifiedKept;
}

/** Verifies a data directory, whether a service is running on it or not: nothing in it is changed. */
export async function verifyDirectory({
  data,
  store,
  heads = [],
  keys,
  timestampAuthorities,
  inputs: otherInputs,
  onProgress,
  clock,
  ...wanted
}: VerifyOptions): Promise<VerifiedDirectory> {
  const folder = existingDirectory(data);
  if (!identityOf(folder))
    throw new OperatorError(`${folder} has never been served: there is nothing to verify`);
  const damaged = new Set<string>();
  refuseWithoutStore(folder, store);
  const backend = await historyBackend(folder, store);
  const history = await backend.openReader(({ file }) => damaged.add(file));
  const place = { folder: join(folder, 'inputs'), store };
  const kept = await openInputReader(place, (file) => damaged.add(file));
  const inputs = otherInputs ?? kept;
  try {
    const stored = storedTicks(await history.summary()) ?? (await refuseWithoutTicks(folder, clock));
    refuseWhereNothingIs(stored, wanted);
    const to = slotAtOrBefore(Math.min((wanted.to ?? Infinity) - 1, stored.newest));
    const from = Math.max(wanted.from ?? 0, Math.min(stored.oldest, to));
    const chain = await verifyChain(history.records(from, to), sha256, (at) =>
      isBeginning(folder, history, at),
    );
    const recordedDays = chain.days;
    const recomputation = new Recomputation(storedReferences(folder), inputs, sha256);
    const report = await verify(
      { history, inputs, recomputation, hash: sha256, onTick: (at) => onProgress?.(at, from, to) },
      from,
      to,
      // Days without any record hold what was modelled, which says nothing that could be checked: they are counted on demand.
      wanted.from === undefined
        ? { days: [...recordedDays.keys()], apartBefore: chain.first }
        : { days: stored.days },
    );
    const days = [...recordedDays].map(([startAt, day]) => ({ startAt, references: [...day.references] }));
    const references = new ReferenceLogReader(join(folder, REFERENCE_FILE));
    const whole = days.filter(({ startAt }) => startAt >= from - SLOT_MS && startAt + DAY_MS <= to);
    const candles = await verifyCandles({ history, references }, whole, stored.newest);
    const isWhole = wanted.from === undefined && wanted.to === undefined;
    const storage = await checkStorage({ folder, backend, clock }, isWhole ? undefined : { from, to });
    const damage = [...storage.damage, ...(await newestTickDamage(history))];
    for (const { file } of damage) damaged.add(join(folder, file));
    // A range inside what is stored may still be empty: a service that was stopped leaves a gap.
    if (report.ticks === 0 && damaged.size === 0) throw emptyRange(stored, wanted);
    const checkedHeads = await verifyHeads(
      {
        folder,
        store,
        history,
        openAgain: () => backend.openReader(() => {}),
        oldest: stored.oldest,
        newest: stored.newest,
        given: heads,
        givenKeys: keys,
        timestampAuthorities,
      },
      [...recordedDays.keys()].filter((day) => day >= from - SLOT_MS),
      to,
    );
    return {
      ...report,
      from: wanted.from === undefined ? (chain.first ?? from) : from,
      to,
      storedDays: storage.days,
      records: chain.records,
      alteredRecords: joined(report.alteredRecords, chain.alteredRecords),
      brokenLinks: joined(report.brokenLinks, chain.brokenLinks),
      restarts: chain.restarts,
      damagedHistory: [...damaged],
      damage,
      lackingReferences: chain.references.filter(({ hash }) => references.named(hash) === undefined),
      candles,
      gaps: gapsIn(folder),
      kept: await verifyKept({
        folder,
        keys: await headKeys(folder, store),
        dayHeads: checkedHeads.heads
          .filter(({ origin, outcome }) => origin === 'kept' && (outcome === 'fits' || outcome === 'too-old'))
          .map(({ head }) => head),
        history,
        references: (hash) => references.named(hash),
        from: wanted.from ?? -Infinity,
        to: wanted.to === undefined ? Infinity : to,
      }),
      ...checkedHeads,
    };
  } finally {
    await kept.close();
    await history.close();
  }
}

/** A log that cannot be read is also reported as damage. */
function gapsIn(folder: string): VerifiedDirectory['gaps'] {
  try {
    const { lines, anchor } = checkGaps(folder);
    return { lines, anchor };
  } catch (error) {
    if (error instanceof OperatorError || readFailureOf(error) !== undefined)
      return { lines: 0, anchor: 'unreadable' };
    throw error;
  }
}

/** A start goes on from what the journal keeps of the newest tick. */
async function newestTickDamage(history: Pick<HistoryReader, 'lastTick' | 'records'>) {
  const last = await checkedLastTick(history);
  return last?.isDoubtful ? [{ file: JOURNAL, what: 'the newest tick', reason: OTHER_RECORD }] : [];
}

/** Whether nothing differs, is damaged or is missing. Heads of ticks that history does not reach back to are no fault. */
export function isSound(report: VerifiedDirectory): boolean {
  const { different, notVerifiable, candles } = report;
  const faults = [
    report.alteredRecords,
    report.alteredValues,
    report.brokenLinks,
    report.otherStates,
    report.restarts,
    report.damagedHistory,
    report.lackingReferences,
    report.lackingHeads,
    report.kept.faults,
    report.heads.filter(({ outcome }) => outcome !== 'fits' && outcome !== 'too-old'),
    report.timestamps.filter(({ verdict }) => !verdict.isRight),
  ];
  const { damagedInputs, otherReference } = notVerifiable;
  const values = different + damagedInputs + otherReference + candles.different;
  return values === 0 && faults.every(({ length }) => length === 0);
}

type Range = Pick<VerifyOptions, 'from' | 'to'>;

interface StoredTicks {
  readonly oldest: Millis;
  readonly newest: Millis;
  readonly days: readonly Millis[];
}

/** Lost ticks are told apart from none yet: files that are damaged or missing say so. */
async function refuseWithoutTicks(folder: string, clock: Clock | undefined): Promise<never> {
  const [damage] = await checkParts(await partsOf(folder, clock).list());
  if (!damage) throw new OperatorError(`${folder} holds no tick yet`);
  throw new OperatorError(
    `${folder} holds no tick that can be read. ${damage.file}: ${damage.reason}. 'tidemark verify --storage' names all that is damaged`,
  );
}

function storedTicks({ lastTick, ticks, days }: HistorySummary): StoredTicks | undefined {
  if (lastTick === undefined) return undefined;
  return { oldest: ticks?.oldest ?? lastTick, newest: lastTick, days };
}

/** A range that has nothing in it would be verified without a difference, which says nothing. */
function refuseWhereNothingIs(stored: StoredTicks, range: Range): void {
  const { from = -Infinity, to = Infinity } = range;
  if (from > stored.newest || to <= stored.oldest) throw emptyRange(stored, range);
}

function emptyRange({ oldest, newest }: StoredTicks, { from, to }: Range): OperatorError {
  const first = from === undefined ? '' : ` from ${formatDatetime(from)}`;
  const last = to === undefined ? '' : ` to ${formatDatetime(to)}`;
  const stored = `${formatDatetime(oldest).slice(0, 10)} to ${formatDatetime(newest)}`;
  return new OperatorError(`there is nothing to verify${first}${last}: ticks are stored from ${stored}`);
}

/** The checksums of everything in the directory, or in a range of what is stored of these days and of all small files. */
async function checkStorage(
  { folder, backend, clock }: { folder: string; backend: HistoryBackend; clock: Clock | undefined },
  range: { readonly from: Millis; readonly to: Millis } | undefined,
): Promise<{ readonly days: number; readonly damage: readonly StorageDamage[] }> {
  const { from, to } = range ?? { from: 0, to: Number.MAX_SAFE_INTEGER };
  const stored = await backend.partsWithin(from, to);
  const days = new Set(stored.flatMap(({ tickDay }) => tickDay ?? []));
  const parts = range
    ? [...stored, ...referencePart(folder), ...keptParts(folder), ...secretParts(folder, clock)]
    : await partsOf(folder, clock).list();
  return { days: days.size, damage: await checkParts(parts) };
}

function joined(a: readonly Millis[], b: readonly Millis[]): Millis[] {
  return [...new Set([...a, ...b])].toSorted((x, y) => x - y);
}
