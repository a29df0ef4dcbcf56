import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';
import type { Millis } from '../../../core/time.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import { quarantineOf } from '../../directory/quarantine-of.ts';
import type { ComputeParts } from '../compute-parts.ts';
import { PROGRESS_FILE, ProgressDamaged, readProgress } from './backfill-progress.ts';
import type { BackfillState } from './backfill-state.ts';
import { Backfill, type BackfillParts } from './backfill.ts';
import { backfillReports } from './progress-reports.ts';

/** Opens the back-fill; it closes with the service. A first tick after `latest` is damage. */
export function openBackfill(
  { folder, disk, health, wallClock, log, registry, lifecycle, terminal, shared }: ComputeParts,
  opened: Pick<BackfillParts, 'history' | 'marketClock' | 'past'>,
  latest: Millis,
): Backfill {
  quarantineDamagedProgress(
    folder,
    latest,
    quarantineOf(folder, (taken) => health.recordQuarantined(taken)),
    log,
  );
  const observe = backfillMetrics(registry);
  const report = backfillReports(wallClock, log, terminal);
  const backfill = new Backfill({
    ...opened,
    folder,
    store: shared?.store,
    maxFilledBytes: disk.maxFilledBytes,
    wallClock,
    log,
    onProgress: (state) => {
      observe(state);
      report(state);
      shared?.onProgress();
    },
  });
  lifecycle.started('back-fill', () => backfill.close());
  return backfill;
}

export function backfillMetrics(registry: Registry): (state: BackfillState) => void {
  const { gauge } = metricsIn(registry);
  const stored = gauge(
    'tidemark_backfill_points',
    'Modelled values and end-of-day records stored since the process began',
  );
  const ratio = gauge(
    'tidemark_backfill_done_ratio',
    'Share of the planned back-fill that is done, from 0 to 1; 1 if there is nothing to do',
  );
  ratio.set(1);
  return ({ points, done }) => {
    stored.set(points);
    ratio.set(done);
  };
}

/**
 * Moves damaged progress to quarantine, so that the service can start. Without progress the back-fill does
 * not continue.
 */
export function quarantineDamagedProgress(
  folder: string,
  latest: Millis,
  quarantine: Quarantine,
  log: Logger,
): void {
  try {
    readProgress(folder, latest);
  } catch (error) {
    if (!(error instanceof ProgressDamaged)) throw error;
    quarantine.move(join(folder, PROGRESS_FILE), `it is damaged: ${error.problem}`);
    log.error(
      { file: PROGRESS_FILE, problem: error.problem },
      'the progress of the back-fill is lost: the back-fill does not continue until it is restored from a backup',
    );
  }
}
