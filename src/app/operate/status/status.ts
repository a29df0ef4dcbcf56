import { join } from 'node:path';
import { existsSync } from '../../../disk/files.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { byType, type IndexType } from '../../../core/index-value.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { DayRange, HistorySummary } from '../../../history/history-store.ts';
import { ReferenceLogReader } from '../../../reference/versions/reference-log.ts';
import { REFERENCE_FILE } from '../../directory/data-format.ts';
import { embeddedHistory } from '../../directory/backends.ts';
import type { MarketSpeed } from '../watch/speed-watch.ts';
import { sendCommand } from '../../directory/control-socket.ts';
import { existingDirectory, identityOf, type Identity } from '../../directory/data-directory.ts';
import { describeStorage, type KnownDamage, type StorageStatus } from '../scrub/describe-storage.ts';
import { readNode } from '../../directory/node-file.ts';
import { nodeStatus, type NodeStatus } from './node-status.ts';
import type { StartingStatus } from './start-progress.ts';
import { readSeeding, seedingState } from '../../pipeline/seeding/seeding-ledger.ts';
import { seedingStatus, type SeedingStatus } from './seeding-status.ts';
import { stoppedBackfill, type BackfillStatus } from './backfill-status.ts';
import type { SupplyStatus } from '../../pipeline/metrics/supply-status.ts';
import { measureDirectory, type DiskUse } from '../../directory/health/directory-use.ts';
import { dayText } from '../../../values/export/day-files.ts';

/** Status of a data directory and its service, for display: instants are text, durations are seconds. */
export interface Status {
  readonly running: boolean;
  readonly pid?: number;
  readonly holder?: string;
  readonly directory: string;
  readonly identity: Identity | undefined;
  /** Only of a running service: missing conditions of readiness, as on /readyz; absent if it is ready. */
  readonly notReady?: readonly string[];
  /** Absent before the first tick. */
  readonly lastTick?: string;
  /** Only of a running service: how long after its slot the last tick was published. */
  readonly latenessSeconds?: number;
  /** Only of a running service: market time since the newest tick in history. */
  readonly historyLagSeconds?: number;
  /**
   * Only if the clock of a running service is behind the last tick: no tick is published until the clock has
   * passed it.
   */
  readonly clockBehindSeconds?: number;
  /** Only of a running service with scaled time: its speed over the last half minute, relative to real time. */
  readonly speed?: { readonly asked: number; readonly reached?: number };
  readonly series: Readonly<Record<IndexType, number>>;
  readonly tickDays: { readonly count: number } & Partial<Days>;
  readonly endOfDay?: Days;
  /** Bytes. */
  readonly disk: DiskUse;
  readonly inputs?: Days & { readonly bytes: number };
  readonly backfill?: BackfillStatus;
  /** Only of a running service whose source loads supplies. */
  readonly supplies?: SupplyStatus;
  /** Only for a source whose exchanges have candles from before the first tick. */
  readonly seeding?: SeedingStatus;
  /** Versions of the reference data, for receipts and verification; absent before the first tick. */
  readonly reference?: ReferenceStatus;
  readonly damage: StorageStatus['damage'];
  readonly quarantine: StorageStatus['quarantine'];
  readonly lostTicks?: StorageStatus['lostTicks'];
}

/**
 * Status from the process that owns the directory. It does not measure disk use: walking through all files
 * would block serving.
 */
export type OwnerStatus = Omit<Status, 'disk' | 'inputs' | 'reference'>;

interface ReferenceStatus {
  readonly versions: number;
  /** Why versions that stored ticks name may be missing. */
  readonly problem?: string;
}

interface Days {
  readonly oldest: string;
  readonly newest: string;
}

export interface LiveStatus {
  readonly notReady: readonly string[];
  readonly lateMs: number;
  readonly lagMs: number;
  readonly clockBehindMs: number;
  readonly speed: MarketSpeed | undefined;
  readonly known: KnownDamage;
  readonly backfill?: BackfillStatus | undefined;
  readonly supplies?: SupplyStatus | undefined;
  readonly seeding?: SeedingStatus | undefined;
}

export interface HolderStatus {
  readonly holder: string;
  readonly backfill: BackfillStatus | undefined;
  readonly seeding?: SeedingStatus | undefined;
}

const EMPTY_SUMMARY: HistorySummary = {
  lastTick: undefined,
  series: byType(() => 0),
  tickDays: 0,
  days: [],
  ticks: undefined,
  candles: undefined,
  candleSpans: [],
  candleRevision: 0,
};

/** Status of the running service, or of the directory if none runs. Disk use is measured in the calling process. */
export async function statusOf(data: string): Promise<Status | StartingStatus | NodeStatus> {
  const folder = existingDirectory(data);
  const node = readNode(folder);
  if (node) return nodeStatus(folder, node);
  const answered = await sendCommand(folder, { command: 'status', arguments: {} });
  const owner = answered ? (answered.result as OwnerStatus | StartingStatus) : await stoppedStatus(folder);
  if ('starting' in owner) return owner;
  const status = owner.lastTick === undefined ? owner : { ...owner, reference: referenceStatus(folder) };
  const { disk, inputs } = measureDirectory(folder);
  if (!inputs) return { ...status, disk };
  // The hour of the newest file may not be over.
  const newest = Math.min(inputs.to, status.lastTick === undefined ? Infinity : Date.parse(status.lastTick));
  const kept = { oldest: formatDatetime(inputs.from), newest: formatDatetime(newest), bytes: inputs.bytes };
  return { ...status, disk, inputs: kept };
}

export function describeStatus(
  folder: string,
  summary: HistorySummary,
  owner?: LiveStatus | HolderStatus,
): OwnerStatus {
  const { lastTick, series, tickDays, ticks, candles } = summary;
  const backfill = owner ? owner.backfill : stoppedBackfill(folder, summary);
  const seeding = owner?.seeding ?? seedingStatus(seedingState(readSeeding(folder)));
  const live = owner && 'lateMs' in owner ? owner : undefined;
  return {
    running: live !== undefined,
    // The running service itself calls this.
    ...(live && { pid: process.pid }),
    ...(owner && 'holder' in owner && { holder: owner.holder }),
    directory: folder,
    identity: identityOf(folder),
    ...(live && live.notReady.length > 0 && { notReady: live.notReady }),
    ...(lastTick !== undefined && { lastTick: formatDatetime(lastTick) }),
    ...(live && { latenessSeconds: live.lateMs / SECOND_MS, historyLagSeconds: live.lagMs / SECOND_MS }),
    ...(live && live.clockBehindMs > 0 && { clockBehindSeconds: live.clockBehindMs / SECOND_MS }),
    ...(live?.speed && { speed: speedOf(live.speed) }),
    series,
    tickDays: { count: tickDays, ...(ticks && daysOf(ticks)) },
    ...(candles && { endOfDay: daysOf(candles) }),
    ...(backfill && { backfill }),
    ...(live?.supplies && { supplies: live.supplies }),
    ...(seeding && { seeding }),
    ...describeStorage(folder, live?.known),
  };
}

function speedOf({ asked, reached }: MarketSpeed): NonNullable<Status['speed']> {
  return reached === undefined ? { asked } : { asked, reached };
}

function referenceStatus(folder: string): ReferenceStatus {
  const path = join(folder, REFERENCE_FILE);
  const reader = new ReferenceLogReader(path);
  const versions = reader.entries().length;
  if (!existsSync(path)) return { versions, problem: `${REFERENCE_FILE} is missing` };
  const isDamaged = !reader.hasBeginning || reader.damagedBytes > 0 || reader.hasDamagedTail;
  return isDamaged ? { versions, problem: `${REFERENCE_FILE} is damaged` } : { versions };
}

/** Reads the directory; needs no running process. */
export async function stoppedStatus(folder: string): Promise<OwnerStatus> {
  const backend = embeddedHistory(folder);
  if (!(await backend.exists())) return describeStatus(folder, EMPTY_SUMMARY);
  const history = await backend.openReader(() => {});
  try {
    return describeStatus(folder, await history.summary());
  } finally {
    await history.close();
  }
}

export function historyLagMs({ lastTick }: HistorySummary, marketClock: Clock): Millis {
  return lastTick === undefined ? 0 : Math.max(0, marketClock.now() - lastTick);
}

function daysOf({ oldest, newest }: DayRange): Days {
  return { oldest: dayText(oldest), newest: dayText(newest) };
}
