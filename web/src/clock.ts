/** The only place of the page that asks the machine for the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

/** From one tick of the service to the next. */
export const TICK_MS = 30_000;

export const systemClock: Clock = { now: () => Date.now() };
