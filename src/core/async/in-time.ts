import type { Clock } from '../clocks/clock.ts';
import type { Millis } from '../time.ts';

/** What the work resolves with; undefined if that takes longer than `ms`. The work itself is not stopped. */
export async function inTime<T>(
  clock: Pick<Clock, 'wait'>,
  ms: Millis,
  work: Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  const late = clock.wait(ms, done.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    done.abort();
  }
}
