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
import { verifyChain, type ReferenceUsage } from '../../../values/receipts/chain.ts';
import { verify, type VerificationReport } from '../../../values/receipts/verification.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { checkGaps, type GapAnchor } from '../../pipeline/gaps/check-gaps.ts';
import type { ServerAddress } from '../../config/server-address.ts';
import { historyBackend } from '../../directory/backends.ts';
import { openInputReader } from '../../directory/input-reader.ts';
import { existingDirectory, identityOf } from '../../directory/data-directory.ts';
import { checkedLastTick, JOURNAL, RECORD_MISMATCH } from '../../pipeline/compute/last-tick.ts';
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
import { dayText } from '../../../values/export/day-files.ts';

export interface VerifyOptions {
  readonly data: string;
  /** Set if history and the keys of heads are not in the directory. */
  readonly store?: ServerAddress | undefined;
  /** By default every stored day whose ticks have records. */
  readonly from?: Millis;
  /** Exclusive. */
  readonly to?: Millis;
  /** Signed heads that a client has saved. */
  readonly heads?: readonly SignedHead[];
  /** The keys of the given heads; by default those of the directory. */
  readonly keys?: readonly IntegrityKey[];
  /** Trusted timestamp authorities; without any, timestamps are checked with the certificates that they contain. */
  readonly timestampAuthorities?: readonly X509Certificate[] | undefined;
  /** Reader of inputs; by default of the files of the directory, or of the store. */
  readonly inputs?: InputReader;
  readonly onProgress?: (at: Millis, from: Millis, to: Millis) => void;
  /** For checking files again that may just be changing; by default the machine's clock. */
  readonly clock?: Clock;
}

export interface VerifiedDirectory extends VerificationReport {
  readonly from: Millis;
  readonly to: Millis;
  /** Number of stored days, and of tick records in them, in the given range or in all of history. */
  readonly storedDays: number;
  readonly records: number;
  /** Files of history that could not be read or are damaged. */
  readonly damagedHistory: readonly string[];
  readonly damage: readonly StorageDamage[];
  /** Missing versions of the reference data that stored ticks name. */
  readonly lackingReferences: readonly ReferenceUsage[];
  readonly candles: CandleReport;
  /** Ticks whose record begins a new chain although there are earlier ticks. */
  readonly restarts: readonly Millis[];
  readonly heads: readonly CheckedHead[];
  /** Complete days without a stored head, although other days have one. */
  readonly lackingHeads: readonly Millis[];
  readonly timestamps: readonly CheckedTimestamp[];
  /** The log of gaps; its problems are listed in `damage`. */
  readonly gaps: { readonly lines: number; readonly anchor: GapAnchor };
  /** Receipts that are kept forever, including those of ticks that history no longer has. */
  readonly kept: VerifiedKept;
}

/** Verifies a data directory without changing it, whether a service runs or not. */
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
    refuseEmptyRange(stored, wanted);
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
      // Days without records hold modelled values, which cannot be checked: they are counted only for a given
      // range.
      wanted.from === undefined
        ? { days: [...recordedDays.keys()], countApartBefore: chain.first }
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
    // A range within the stored days may still be empty: a stopped service leaves a gap.
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
      lackingReferences: chain.references.filter(({ hash }) => references.byHash(hash) === undefined),
      candles,
      gaps: gapsIn(folder),
      kept: await verifyKept({
        folder,
        keys: await headKeys(folder, store),
        dayHeads: checkedHeads.heads
          .filter(({ origin, outcome }) => origin === 'kept' && (outcome === 'fits' || outcome === 'too-old'))
          .map(({ head }) => head),
        history,
        references: (hash) => references.byHash(hash),
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

/** Damage of the newest tick in the journal, from which a start continues. */
async function newestTickDamage(history: Pick<HistoryReader, 'lastTick' | 'records'>) {
  const last = await checkedLastTick(history);
  return last?.isDoubtful ? [{ file: JOURNAL, what: 'the newest tick', reason: RECORD_MISMATCH }] : [];
}

/** Whether nothing differs, is damaged or is missing. Heads of ticks that history no longer has are not faults. */
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

/** Distinguishes lost ticks from a directory without ticks: lost ticks leave damaged or missing files. */
async function refuseWithoutTicks(folder: string, clock: Clock | undefined): Promise<never> {
  const [damage] = await checkParts(await partsOf(folder, clock).list());
  if (!damage) throw new OperatorError(`${folder} has no tick yet`);
  throw new OperatorError(
    `${folder} has no readable tick. ${damage.file}: ${damage.reason}. Run 'tidemark verify --storage' to list all damage`,
  );
}

function storedTicks({ lastTick, ticks, days }: HistorySummary): StoredTicks | undefined {
  if (lastTick === undefined) return undefined;
  return { oldest: ticks?.oldest ?? lastTick, newest: lastTick, days };
}

/** Refuses a range without ticks: verifying it would succeed without checking anything. */
function refuseEmptyRange(stored: StoredTicks, range: Range): void {
  const { from = -Infinity, to = Infinity } = range;
  if (from > stored.newest || to <= stored.oldest) throw emptyRange(stored, range);
}

function emptyRange({ oldest, newest }: StoredTicks, { from, to }: Range): OperatorError {
  const first = from === undefined ? '' : ` from ${formatDatetime(from)}`;
  const last = to === undefined ? '' : ` to ${formatDatetime(to)}`;
  const stored = `${dayText(oldest)} to ${formatDatetime(newest)}`;
  return new OperatorError(`there is nothing to verify${first}${last}: ticks are stored from ${stored}`);
}

/** Checks the checksums of all files, or with a range those of its days and of all small files. */
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
