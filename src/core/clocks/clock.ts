import { SECOND_MS, type Millis } from '../time.ts';

/**
 * The source of time. The program passes two clocks around, and no code reads the time from anywhere else: the market clock
 * (ticks, candles, expiries, windows) and the wall clock (tokens, logs, all durations).
 *
 * `now` may step forward or back at any moment, when an operator or NTP sets it. Measure durations with `monotonic` and wait with
 * `wait`: setting the clock does not affect these.
 */
export interface Clock {
  /** The time of day. */
  now(): Millis;
  /** Time since an arbitrary instant. It never goes back and is the same in all threads of a process. */
  monotonic(): Millis;
  /**
   * Resolves when `now()` has reached `at`, or at once if it already has. Rejects when the signal aborts. Notices within a second
   * that the clock was set.
   */
  waitUntil(at: Millis, signal?: AbortSignal): Promise<void>;
  /** Resolves `ms` after the call, by `monotonic()`. Rejects when the signal aborts. */
  wait(ms: Millis, signal?: AbortSignal): Promise<void>;
}

/** The clock of ticks. If market time is not the machine's own time, it can wait for ticks. */
export interface MarketClock extends Clock {
  /** Whether `hold` has an effect. If it has, no tick is ever late. */
  readonly canHold: boolean;
  /** Market time does not pass `at` until this is called with a later instant. Has no effect in real time. */
  hold(at: Millis): void;
}

/** The clock notices within this time that it was set. */
const MAX_SLEEP_MS = SECOND_MS;
/** setTimeout counts in 32 bits and fires at once for a longer delay. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Millis {
    return Date.now();
  }

  monotonic(): Millis {
    return monotonicMs();
  }

  async waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    for (let left = at - this.now(); left > 0; left = at - this.now()) {
      await delay(Math.min(left, MAX_SLEEP_MS), signal);
    }
    signal?.throwIfAborted();
  }

  async wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    const end = this.monotonic() + ms;
    for (let left = ms; left > 0; left = end - this.monotonic()) {
      await delay(Math.min(Math.ceil(left), MAX_TIMEOUT_MS), signal);
    }
    signal?.throwIfAborted();
  }
}

/** Market time is the machine's own time; `hold` does nothing. */
export class RealTimeClock extends SystemClock implements MarketClock {
  readonly canHold = false;

  hold(): void {}
}

/** The offset of the time of day from the monotonic clock: one number, in memory shared by all threads of a process. */
export type SharedClockOffset = Float64Array;

/**
 * A time of day that runs with the monotonic clock: only a change of the shared offset sets it, not a change of the machine's
 * clock.
 */
export class SteadyClock implements MarketClock {
  readonly canHold = false;
  readonly #ahead: SharedClockOffset;
  readonly #base: Clock;

  constructor(ahead: SharedClockOffset, base: Clock) {
    this.#ahead = ahead;
    this.#base = base;
  }

  now(): Millis {
    return Math.floor(this.#ahead[0]! + this.#base.monotonic());
  }

  monotonic(): Millis {
    return this.#base.monotonic();
  }

  hold(): void {}

  async waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    for (let left = at - this.now(); left > 0; left = at - this.now())
      await this.wait(Math.min(left, MAX_SLEEP_MS), signal);
    signal?.throwIfAborted();
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return this.#base.wait(ms, signal);
  }
}

export interface ScaledClockOptions {
  readonly startAt: Millis;
  /** On the monotonic clock. */
  readonly since: Millis;
  readonly speed: number;
}

/**
 * A market clock for simulated and replayed data: it starts at a given instant and runs `speed` times as fast as the clock below
 * it. `hold` stops market time at a slot until that slot is published, so that accelerated data never outrun the engine. It
 * follows the monotonic clock: it never goes back, and setting the clock below does not move it.
 */
export class ScaledClock implements MarketClock {
  readonly canHold = true;
  readonly #base: Clock;
  readonly #speed: number;
  #baseOrigin: Millis;
  #origin: Millis;
  #ceiling = Infinity;
  #raised: (() => void)[] = [];

  /** The clock read `startAt` at the monotonic instant `since`: two threads with the same numbers agree. */
  constructor(base: Clock, { startAt, since, speed }: ScaledClockOptions) {
    this.#base = base;
    this.#speed = speed;
    this.#baseOrigin = since;
    this.#origin = startAt;
  }

  now(): Millis {
    return Math.min(this.#running(), this.#ceiling);
  }

  /** Market time itself, which never goes back: this clock measures durations in market time. */
  monotonic(): Millis {
    return this.now();
  }

  hold(at: Millis): void {
    if (this.#running() > this.#ceiling) {
      this.#origin = this.#ceiling;
      this.#baseOrigin = this.#base.monotonic();
    }
    this.#ceiling = at;
    const waiting = this.#raised;
    this.#raised = [];
    for (const wake of waiting) wake();
  }

  async waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    while (this.now() < at) {
      if (at > this.#ceiling) {
        await this.#untilRaised(signal);
      } else {
        const end = this.#baseOrigin + (at - this.#origin) / this.#speed;
        await this.#base.wait(Math.max(1, Math.ceil(end - this.#base.monotonic())), signal);
      }
    }
    signal?.throwIfAborted();
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return this.waitUntil(this.now() + ms, signal);
  }

  #running(): Millis {
    return Math.floor(this.#origin + (this.#base.monotonic() - this.#baseOrigin) * this.#speed);
  }

  #untilRaised(signal: AbortSignal | undefined): Promise<void> {
    return abortable(signal, (done) => void this.#raised.push(done));
  }
}

/** The market clock of a service: a scaled clock if `pace` is given, otherwise `time` or the machine's clock. */
export function createMarketClock(
  pace: ScaledClockOptions | undefined,
  time?: SharedClockOffset,
): MarketClock {
  if (pace) return new ScaledClock(new SystemClock(), pace);
  return time ? new SteadyClock(time, new SystemClock()) : new RealTimeClock();
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  return abortable(signal, (done) => (timer = setTimeout(done, ms))).finally(() => clearTimeout(timer));
}

/** Waits for `begin` to call back. Rejects if the signal aborts first. Removes its listener in both cases. */
export function abortable(signal: AbortSignal | undefined, begin: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', onAbort, { once: true });
    begin(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
  });
}

/** For measuring durations; unrelated to the time of day. The same in all threads. */
export function monotonicMs(): Millis {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * SECOND_MS + nanoseconds / 1e6;
}
