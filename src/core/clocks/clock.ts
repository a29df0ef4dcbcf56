import { SECOND_MS, type Millis } from '../time.ts';

/**
 * Where the time comes from. Two of them are passed through the program and nothing else may ask:
 * the market clock (ticks, candles, expiries, windows) and the wall clock (tokens, logs, everything that lasts).
 *
 * `now` may step forward and back at any moment: an operator or NTP sets it. What lasts so long is measured with
 * `monotonic` and waited for with `wait`, which no setting of the clock moves.
 */
export interface Clock {
  /** The time of day. */
  now(): Millis;
  /** Time since some instant that means nothing. It never goes back; in all threads of a process it is the same. */
  monotonic(): Millis;
  /**
   * Resolves when `now()` has reached `at`, at once if it already has; rejects when the signal aborts. A clock that is
   * set meanwhile is noticed within a second.
   */
  waitUntil(at: Millis, signal?: AbortSignal): Promise<void>;
  /** Resolves so long after the call, by `monotonic()`; rejects when the signal aborts. */
  wait(ms: Millis, signal?: AbortSignal): Promise<void>;
}

/** The clock of ticks. Where market time is not the machine's own, it can be made to wait for them. */
export interface MarketClock extends Clock {
  /** Whether `hold` has an effect: then no tick ever comes too late. */
  readonly holds: boolean;
  /** Market time does not pass `at` until this is called with a later instant. Without effect at real time. */
  hold(at: Millis): void;
}

/** A clock that was set is noticed within this time. */
const LOOK_AGAIN_MS = SECOND_MS;
/** setTimeout counts in 32 bits and would fire at once beyond them. */
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
      await delay(Math.min(left, LOOK_AGAIN_MS), signal);
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

/** Market time that is the machine's own: it waits for nothing. */
export class RealTime extends SystemClock implements MarketClock {
  readonly holds = false;

  hold(): void {}
}

/** How far the time of day is ahead of the monotonic clock: one number, in memory that all threads of a process share. */
export type SharedTime = Float64Array;

/** A time of day that goes on with the monotonic clock: no setting of the machine's clock moves it. It is set where the number is. */
export class SteadyTime implements MarketClock {
  readonly holds = false;
  readonly #ahead: SharedTime;
  readonly #beneath: Clock;

  constructor(ahead: SharedTime, beneath: Clock) {
    this.#ahead = ahead;
    this.#beneath = beneath;
  }

  now(): Millis {
    return Math.floor(this.#ahead[0]! + this.#beneath.monotonic());
  }

  monotonic(): Millis {
    return this.#beneath.monotonic();
  }

  hold(): void {}

  async waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    for (let left = at - this.now(); left > 0; left = at - this.now())
      await this.wait(Math.min(left, LOOK_AGAIN_MS), signal);
    signal?.throwIfAborted();
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return this.#beneath.wait(ms, signal);
  }
}

export interface ScaledTime {
  readonly startAt: Millis;
  /** On the monotonic clock. */
  readonly since: Millis;
  readonly speed: number;
}

/**
 * A market clock for simulated and replayed data: it starts at a chosen instant and runs `speed` times
 * as fast as the clock beneath it. `hold` stops market time at a slot until that slot is published,
 * so that a speeded world never outruns the engine. It follows the monotonic clock: it never goes back, and no setting of
 * the clock beneath moves it.
 */
export class ScaledClock implements MarketClock {
  readonly holds = true;
  readonly #beneath: Clock;
  readonly #speed: number;
  #originBeneath: Millis;
  #origin: Millis;
  #ceiling = Infinity;
  #raised: (() => void)[] = [];

  /** It read `startAt` at the monotonic instant `since`; two threads given the same numbers agree. */
  constructor(beneath: Clock, { startAt, since, speed }: ScaledTime) {
    this.#beneath = beneath;
    this.#speed = speed;
    this.#originBeneath = since;
    this.#origin = startAt;
  }

  now(): Millis {
    return Math.min(this.#running(), this.#ceiling);
  }

  /** Market time itself, which never goes back: what lasts is measured in market time here. */
  monotonic(): Millis {
    return this.now();
  }

  hold(at: Millis): void {
    if (this.#running() > this.#ceiling) {
      this.#origin = this.#ceiling;
      this.#originBeneath = this.#beneath.monotonic();
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
        const end = this.#originBeneath + (at - this.#origin) / this.#speed;
        await this.#beneath.wait(Math.max(1, Math.ceil(end - this.#beneath.monotonic())), signal);
      }
    }
    signal?.throwIfAborted();
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return this.waitUntil(this.now() + ms, signal);
  }

  #running(): Millis {
    return Math.floor(this.#origin + (this.#beneath.monotonic() - this.#originBeneath) * this.#speed);
  }

  #untilRaised(signal: AbortSignal | undefined): Promise<void> {
    return abortable(signal, (done) => void this.#raised.push(done));
  }
}

/** The market clock of a service: real time without a pace, by the machine's clock unless another time of day is given. */
export function marketClockOf(pace: ScaledTime | undefined, time?: SharedTime): MarketClock {
  if (pace) return new ScaledClock(new SystemClock(), pace);
  return time ? new SteadyTime(time, new SystemClock()) : new RealTime();
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  return abortable(signal, (done) => (timer = setTimeout(done, ms))).finally(() => clearTimeout(timer));
}

/** Waits for `begin` to call back; rejects when the signal aborts first. Leaves no listener behind. */
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

/** For measuring how long something took; says nothing about what time it is. The same in all threads. */
export function monotonicMs(): Millis {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * SECOND_MS + nanoseconds / 1e6;
}
