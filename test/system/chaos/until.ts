import { setTimeout as delay } from 'node:timers/promises';
import type { Millis } from '../../../src/core/time.ts';

const POLL_MS = 100;

/** Resolves when `holds` returns true; rejects after `withinMs`. An error of `holds` counts as false. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs: Millis,
): Promise<void> {
  const deadline = performance.now() + withinMs;
  let problem: unknown;
  for (;;) {
    try {
      if (await holds()) return;
    } catch (error) {
      problem = error;
    }
    if (performance.now() > deadline)
      throw new Error(`${what} did not come within ${withinMs} ms`, { cause: problem });
    await delay(POLL_MS);
  }
}
