import type { Clock } from '../../core/clocks/clock.ts';
import { StoreUnavailable } from '../../core/errors.ts';
import { SECOND_MS } from '../../core/time.ts';
import { AlertsFenced } from '../postgres/alerts/postgres-alert-store.ts';
import { isAboutOneStatement } from '../postgres/store-away.ts';

const AGAIN_MS = SECOND_MS;

/** Repeats `read` until it succeeds or the signal aborts, and reports the first failure that nothing else reports. Never rejects. */
export async function untilAlertsAreRead(
  read: () => Promise<unknown>,
  clock: Pick<Clock, 'wait'>,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  for (let isReported = false; !signal.aborted;) {
    try {
      await read();
      return;
    } catch (error) {
      const isNew: boolean = !isReported && !isReportedElsewhere(error);
      if (isNew) report(error);
      isReported ||= isNew;
      await clock.wait(AGAIN_MS, signal).catch(() => undefined);
    }
  }
}

/** The node itself reports that the store is away, and that another one leads. */
export function isReportedElsewhere(error: unknown): boolean {
  const isAway = error instanceof StoreUnavailable && !isAboutOneStatement(error);
  return isAway || error instanceof AlertsFenced;
}
