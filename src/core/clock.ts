import type { Millis } from './time.ts';

/**
 * Where the time comes from. Two of them are passed through the program and nothing else may ask:
 * the market clock (ticks, candles, expiries, windows) and the wall clock (tokens, limits, liveness, logs).
 */
export interface Clock {
  now(): Millis;
  /** Resolves when `now()` has reached `at`, at once if it already has; rejects when the signal aborts. */
  waitUntil(at: Millis, signal?: AbortSignal): Promise<void>;
}

/** setTimeout counts in 32 bits and would fire at once beyond them. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Millis {
    return Date.now();
  }

  async waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    for (let left = at - this.now(); left > 0; left = at - this.now()) {
      await delay(Math.min(left, MAX_TIMEOUT_MS), signal);
    }
    signal?.throwIfAborted();
  }
}

export interface ScaledTime {
  readonly startAt: Millis;
  readonly since: Millis;
  readonly speed: number;
}

/**
 * A market clock for simulated and replayed data: it starts at a chosen instant and runs `speed` times
 * as fast as the clock beneath it. `hold` stops market time at a slot until that slot is published,
 * so that a speeded world never outruns the engine.
 */
export class ScaledClock implements Clock {
  readonly #beneath: Clock;
  readonly #speed: number;
  #originBeneath: Millis;
  #origin: Millis;
  #ceiling = Infinity;
  #raised: (() => void)[] = [];

  /** It read `startAt` when the clock beneath read `since`; two threads given the same numbers agree. */
  constructor(beneath: Clock, { startAt, since, speed }: ScaledTime) {
    this.#beneath = beneath;
    this.#speed = speed;
    this.#originBeneath = since;
    this.#origin = startAt;
  }

  now(): Millis {
    return Math.min(this.#running(), this.#ceiling);
  }

  /** Market time does not pass `at` until `hold` is called with a later instant. */
  hold(at: Millis): void {
    if (this.#running() > this.#ceiling) {
      this.#origin = this.#ceiling;
      this.#originBeneath = this.#beneath.now();
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
        await this.#beneath.waitUntil(
          this.#originBeneath + Math.ceil((at - this.#origin) / this.#speed),
          signal,
        );
      }
    }
    signal?.throwIfAborted();
  }

  #running(): Millis {
    return Math.floor(this.#origin + (this.#beneath.now() - this.#originBeneath) * this.#speed);
  }

  #untilRaised(signal: AbortSignal | undefined): Promise<void> {
    return abortable(signal, (done) => void this.#raised.push(done));
  }
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

/** For measuring how long something took; says nothing about what time it is. */
export function monotonicMs(): number {
  return performance.now();
}
