/** The only part of the page that reads the machine's clock. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** Time between two ticks of the service. */
export const TICK_MS = 30_000;

export const systemClock: Clock = { now: () => Date.now() };
