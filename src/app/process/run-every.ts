import type { Clock } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';

/**
 * Runs `work` at once and then at intervals, until the returned function is called; that resolves when the
 * last run has ended.
 */
export function runEvery(
  clock: Pick<Clock, 'wait'>,
  everyMs: Millis,
  work: () => void | Promise<void>,
): () => Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  const running = (async () => {
    while (!signal.aborted) {
      await work();
      await clock.wait(everyMs, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  })();
  return () => {
    stop.abort();
    return running;
  };
}
