import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Millis } from '../../../core/time.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import { PROGRESS_FILE, ProgressDamaged, readProgress } from './backfill-progress.ts';

/**
 * Sets damaged progress aside, so that a service starts without it: everything stored is served, but no more of the past
 * is filled in, because nothing else says when the first tick was. `latest`: the first tick cannot be later.
 */
export function setAsideDamagedProgress(
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
      'the progress of the back-fill is lost: no more of the past is filled in until it is restored from a backup',
    );
  }
}
