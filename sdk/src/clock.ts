import { orAborted } from './shared.ts';

/** The clock of the SDK, which tests can replace. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after this many milliseconds; rejects with the signal's reason if it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A timer for longer than this would fire at once. */
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
