import type { Clock } from '../clocks/clock.ts';
import type { Millis } from '../time.ts';

/** The result of `work`, or undefined if it takes longer than `ms`. Does not stop the work. */
export async function withTimeout<T>(
  clock: Pick<Clock, 'wait'>,
  ms: Millis,
  work: Promise<T>,
): Promise<T | undefined> {
  const done = new AbortController();
  const timeout = clock.wait(ms, done.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    done.abort();
  }
}
