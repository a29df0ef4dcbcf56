import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS } from '../../core/time.ts';

export interface UntilReadyParts {
  /** What `/readyz` says is missing; empty when it says that the service is ready. */
  readonly missing: () => readonly string[];
  readonly clock: Pick<Clock, 'wait'>;
  /** Called once, with what is missing, if the service is open but not ready. */
  readonly onWaiting: (missing: readonly string[]) => void;
  readonly stop: AbortSignal;
}

const LOOK_EVERY_MS = SECOND_MS / 4;

/** Resolves with true once nothing is missing, or with false if the service stops before. */
export async function untilReady({ missing, clock, onWaiting, stop }: UntilReadyParts): Promise<boolean> {
  for (let lacks = missing(), isReported = false; lacks.length > 0; lacks = missing(), isReported = true) {
    if (stop.aborted) return false;
    if (!isReported) onWaiting(lacks);
    // Rejects only when the service stops.
    await clock.wait(LOOK_EVERY_MS, stop).catch(() => undefined);
  }
  return !stop.aborted;
}
