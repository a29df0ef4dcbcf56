import type { Clock } from '../../../core/clocks/clock.ts';
import { HOUR_MS, MINUTE_MS, type Millis } from '../../../core/time.ts';
import { dayFileName, type DayFileName } from '../../../values/export/day-files.ts';

/** Also the delay before the first check: a start has more urgent work. */
const CHECK_MS = MINUTE_MS;
/** Files that could not be made are tried again after this time. */
const RETRY_MS = HOUR_MS;
/** After this many failures in a row the cause is probably the disk: nothing is tried until `RETRY_MS` has passed. */
const MAX_FAILURES = 3;

export interface BackgroundParts {
  /** The next file to make, except these names. */
  readonly next: (skipped: ReadonlySet<string>) => Promise<DayFileName | undefined>;
  readonly make: (name: DayFileName) => Promise<unknown>;
  readonly failed: (error: unknown) => void;
  readonly wallClock: Pick<Clock, 'wait' | 'monotonic'>;
}

/** Makes files until the signal aborts, one after the other. Pauses after each file for as long as it took. */
export async function makeInBackground(
  { next, make, failed, wallClock }: BackgroundParts,
  signal: AbortSignal,
): Promise<void> {
  const skipped = new Set<string>();
  let failures = 0;
  for (let pauseMs: Millis = CHECK_MS; await passed(wallClock, pauseMs, signal);) {
    const begun = wallClock.monotonic();
    let name: DayFileName | undefined;
    try {
      name = await next(skipped);
      if (name) await make(name);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures++;
      if (name) skipped.add(dayFileName(name));
      failed(error);
    }
    if (name && failures < MAX_FAILURES) pauseMs = wallClock.monotonic() - begun;
    else {
      pauseMs = skipped.size > 0 ? RETRY_MS : CHECK_MS;
      skipped.clear();
      failures = 0;
    }
  }
}

/** False if the signal has aborted. */
async function passed(wallClock: Pick<Clock, 'wait'>, ms: Millis, signal: AbortSignal): Promise<boolean> {
  await wallClock.wait(ms, signal).catch(() => undefined);
  return !signal.aborted;
}
