import type { Logger } from 'pino';
import { runEvery } from '../../../app/process/run-every.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { StoreUnavailable } from '../../../core/errors.ts';
import { HOUR_MS } from '../../../core/time.ts';
import type { Database } from '../../postgres/database.ts';

/** Deletes the leases of processes that have been gone for a day, now and once an hour, until the returned function is called. */
export function deleteGoneLeases(
  database: Pick<Database, 'rows'>,
  clock: Pick<Clock, 'wait'>,
  log: Pick<Logger, 'warn'>,
): () => Promise<void> {
  return runEvery(clock, HOUR_MS, async () => {
    try {
      await database.rows('select delete_gone_leases()');
    } catch (error) {
      // An unreachable store is reported elsewhere.
      if (!(error instanceof StoreUnavailable)) log.warn({ err: error }, 'leases of ended nodes remain');
    }
  });
}
