import { orAborted } from './shared.ts';

/** Where the SDK takes time from, so that a user's own tests can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves so many milliseconds later; rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A timer for longer than this would end at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  wait: async (ms, signal) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const passed = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS));
    });
    try {
      await orAborted(passed, signal);
    } finally {
      clearTimeout(timer);
    }
  },
};
