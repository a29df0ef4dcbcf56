import { abortable, type MarketClock } from '../../../../src/core/clocks/clock.ts';
import type { Millis } from '../../../../src/core/time.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The time of day of a simulated machine: simulated time, and how far its clock is ahead. */
export class MachineTime {
  aheadMs: Millis;

  constructor(aheadMs: Millis) {
    this.aheadMs = aheadMs;
  }
}

/** A clock notices within this time that it was set. */
const LOOK_MS = 1000;

/** The clock of one simulated process. */
export class SimulatedClock implements MarketClock {
  readonly canHold = false;
  readonly #process: SimulatedProcess;
  readonly #time: MachineTime;

  constructor(process: SimulatedProcess, time: MachineTime) {
    this.#process = process;
    this.#time = time;
  }

  hold(): void {}

  now(): Millis {
    return Math.floor(this.monotonic() + this.#time.aheadMs);
  }

  monotonic(): Millis {
    return this.#process.scheduler.now;
  }

  waitUntil(at: Millis, signal?: AbortSignal): Promise<void> {
    return abortable(signal, (wake) => this.#wakeAt(at, wake));
  }

  wait(ms: Millis, signal?: AbortSignal): Promise<void> {
    return abortable(signal, (wake) => this.#process.after(ms, wake));
  }

  #wakeAt(at: Millis, wake: () => void): void {
    const left = at - this.now();
    if (left <= 0) wake();
    else
      this.#process.after(left > LOOK_MS ? left - LOOK_MS / 2 : Math.max(1, left), () =>
        this.#wakeAt(at, wake),
      );
  }
}
