import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Quarantine } from '../../disk/quarantine.ts';
import { PROGRESS_FILE, ProgressDamaged, readProgress } from './backfill-progress.ts';

/**
 * Sets damaged progress aside, so that a service starts without it: everything stored is served, but no more of the past
 * is filled in, because nothing else says when the first tick was.
 */
export function setAsideDamagedProgress(folder: string, quarantine: Quarantine, log: Logger): void {
  try {
    readProgress(folder);
  } catch (error) {
    if (!(error instanceof ProgressDamaged)) throw error;
    quarantine.move(join(folder, PROGRESS_FILE), 'it is damaged');
    log.error(
      { file: PROGRESS_FILE },
      'the progress of the back-fill is lost: no more of the past is filled in until it is restored from a backup',
    );
  }
}
