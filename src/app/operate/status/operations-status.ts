import { formatNumber } from '../../../core/numbers/decimal.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';
import type { HistorySummary } from '../../../history/history-store.ts';
import type { ClockWatch } from '../watch/clock-watch.ts';
import type { Backfill } from '../../pipeline/backfill/backfill.ts';
import type { Publisher } from '../../pipeline/publisher.ts';
import type { ExchangeReport, SourceHealth } from '../../pipeline/metrics/source-health.ts';
import type { Seeding } from '../../pipeline/seeding/seeding.ts';
import type { StorageHealth } from '../../directory/health/storage-health.ts';
import { liveBackfill } from './backfill-status.ts';
import { seedingStatus } from './seeding-status.ts';

export interface OperationsParts {
  readonly publisher: Pick<Publisher, 'latenessMs'>;
  readonly clockWatch: Pick<ClockWatch, 'behindMs'>;
  readonly sourceHealth: Pick<SourceHealth, 'report' | 'counts'>;
  readonly backfill: Pick<Backfill, 'now'>;
  readonly seeding: Pick<Seeding, 'state'>;
  readonly health: Pick<StorageHealth, 'use' | 'damage' | 'quarantined' | 'lostTicks'>;
  readonly maxDiskBytes: number;
}

/** The operations part of `/v3/status`. Reads only memory, never the disk. */
export function operationsStatus(parts: OperationsParts, summary: HistorySummary, marketTime: Millis) {
  const { publisher, clockWatch, health } = parts;
  const backfill = liveBackfill(parts.backfill.now(), summary, marketTime);
  const seeding = seedingStatus(parts.seeding.state());
  return {
    latenessSeconds: secondsText(publisher.latenessMs),
    ...(clockWatch.behindMs > 0 && { clockBehindSeconds: secondsText(clockWatch.behindMs) }),
    sources: sourcesOf(parts.sourceHealth),
    storage: {
      damaged: String(health.damage.length),
      quarantined: String(health.quarantined),
      lostTicks: String(health.lostTicks),
    },
    ...(backfill && { backfill: progressOf(backfill) }),
    ...(seeding && { seeding: progressOf(seeding) }),
    ...(health.use && { disk: texts({ ...health.use.disk, limit: parts.maxDiskBytes }) }),
  };
}

export type OperationsStatus = ReturnType<typeof operationsStatus>;

export function secondsText(ms: Millis): string {
  return formatNumber(ms / SECOND_MS);
}

export function texts<Name extends string>(counts: Readonly<Record<Name, number>>): Record<Name, string> {
  const entries = Object.entries<number>(counts).map(([name, count]) => [name, formatNumber(count)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

function sourcesOf(sourceHealth: OperationsParts['sourceHealth']) {
  const { report } = sourceHealth;
  return {
    ...texts(sourceHealth.counts()),
    ...(report.outage !== undefined && { outage: report.outage }),
    exchanges: report.exchanges.map(readingOf),
  };
}

function readingOf({ exchange, state, failures, lastDelivery }: ExchangeReport) {
  return {
    exchange,
    state,
    failures: String(failures),
    ...(lastDelivery !== undefined && { lastDelivery: formatDatetime(lastDelivery) }),
  };
}

interface Progress {
  readonly stage: string;
  readonly done: number;
  readonly secondsLeft?: number;
}

function progressOf({ stage, done, secondsLeft }: Progress) {
  return {
    stage,
    done: formatNumber(Math.round(done * 1e4) / 1e4),
    ...(secondsLeft !== undefined && { secondsLeft: String(secondsLeft) }),
  };
}
