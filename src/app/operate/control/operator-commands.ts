import type { Readiness } from '../../../api/resources/health.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { HistoryStore } from '../../../history/history-store.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { StartProgress } from '../status/start-progress.ts';
import type { AddedCommand } from './admin.ts';
import { makeCut, type Cut } from '../backup/cut.ts';
import type { ClockWatch } from '../watch/clock-watch.ts';
import type { SpeedWatch } from '../watch/speed-watch.ts';
import { CommandQueue } from './command-queue.ts';
import { importStaged } from '../import/import-staged.ts';
import type { SourceHealth } from '../../pipeline/metrics/source-health.ts';
import type { Publisher } from '../../pipeline/publisher.ts';
import type { Backfill } from '../../pipeline/backfill/backfill.ts';
import type { Seeding } from '../../pipeline/seeding/seeding.ts';
import { seedingStatus } from '../status/seeding-status.ts';
import type { KnownDamage } from '../scrub/describe-storage.ts';
import { liveBackfill } from '../status/backfill-status.ts';
import { supplyStatus } from '../../pipeline/metrics/supply-status.ts';
import { describeStatus, historyLagMs, type OwnerStatus } from '../status/status.ts';

export interface OperatorParts {
  readonly folder: string;
  readonly history: HistoryStore;
  readonly publisher: Pick<Publisher, 'latenessMs'>;
  readonly marketClock: Clock;
  readonly clockWatch: Pick<ClockWatch, 'behindMs'>;
  readonly speedWatch: Pick<SpeedWatch, 'speed'> | undefined;
  readonly sourceHealth: Pick<SourceHealth, 'report'>;
  readonly health: KnownDamage;
  readonly backfill: Pick<Backfill, 'now' | 'candlesSettledFrom' | 'openSeamDay'>;
  readonly seeding: Pick<Seeding, 'state' | 'candlesSettledFrom'>;
  readonly readiness: Pick<Readiness, 'missing'>;
}

export const BACKUP_COMMAND = 'backup.cut';
export const IMPORT_COMMAND = 'import.ohlcv';

export function startingCommands(progress: StartProgress): [name: string, command: AddedCommand][] {
  const refuse = () => {
    const { step, seconds } = progress.status().starting;
    throw new OperatorError(
      `the service is starting (for ${seconds} s: ${step}): try again when it is ready`,
    );
  };
  return [
    ['status', () => progress.status()],
    ['sources.status', refuse],
  ];
}

export function operatorCommands(parts: OperatorParts): [name: string, command: AddedCommand][] {
  const { folder, history, backfill, seeding } = parts;
  // Serialised: the records that an import compares must not change before it stores.
  const imports = new CommandQueue();
  return [
    ['status', () => liveStatus(parts)],
    ['sources.status', () => Promise.resolve(parts.sourceHealth.report)],
    [
      BACKUP_COMMAND,
      async ({ name, inputs }): Promise<Cut> => {
        // No await between the two calls, so that summary and files are of the same moment.
        const summary = history.summary();
        const cut = { folder, name: String(name), inputs: inputs === true, history: history.files() };
        const files = makeCut(cut);
        return { files, lastTick: (await summary).lastTick };
      },
    ],
    [
      IMPORT_COMMAND,
      ({ name, replace }) =>
        imports.run(() =>
          importStaged(
            {
              folder,
              history,
              settledFrom: Math.max(backfill.candlesSettledFrom(), seeding.candlesSettledFrom()),
              openDay: backfill.openSeamDay(),
            },
            String(name),
            replace === true,
          ),
        ),
    ],
  ];
}

async function liveStatus(parts: OperatorParts): Promise<OwnerStatus> {
  const { folder, history, publisher, marketClock, clockWatch, speedWatch, backfill, seeding, health } =
    parts;
  const summary = await history.summary();
  return describeStatus(folder, summary, {
    known: health,
    notReady: parts.readiness.missing(),
    lateMs: publisher.latenessMs,
    lagMs: historyLagMs(summary, marketClock),
    clockBehindMs: clockWatch.behindMs,
    speed: speedWatch?.speed,
    supplies: supplyStatus(parts.sourceHealth.report.supplies, parts.sourceHealth.report.at),
    backfill: liveBackfill(backfill.now(), summary, marketClock.now()),
    seeding: seedingStatus(seeding.state()),
  });
}
