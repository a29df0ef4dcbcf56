import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS } from '../../core/time.ts';

export interface UntilReadyParts {
  /** What the service is waiting for, as `/readyz` lists it; empty once it is ready. */
  readonly missing: () => readonly string[];
  readonly clock: Pick<Clock, 'wait'>;
  /** Called once, with the missing items, if the service is open but not ready. */
  readonly onWaiting: (missing: readonly string[]) => void;
  readonly stop: AbortSignal;
}

const CHECK_EVERY_MS = SECOND_MS / 4;

/** Resolves with true once nothing is missing, or with false if the service stops first. */
export async function untilReady({ missing, clock, onWaiting, stop }: UntilReadyParts): Promise<boolean> {
  for (let items = missing(), isReported = false; items.length > 0; items = missing(), isReported = true) {
    if (stop.aborted) return false;
    if (!isReported) onWaiting(items);
    // Rejects only when the service stops.
    await clock.wait(CHECK_EVERY_MS, stop).catch(() => undefined);
  }
  return !stop.aborted;
}
