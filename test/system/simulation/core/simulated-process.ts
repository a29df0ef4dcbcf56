import { AsyncLocalStorage } from 'node:async_hooks';
import type { Millis } from '../../../../src/core/time.ts';
import type { SimulatedDisk } from '../disk/simulated-disk.ts';
import type { Scheduler } from './scheduler.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Thrown into code of a process that has died: nothing that it does afterwards has an effect. */
export class ProcessDied extends Error {
  constructor() {
    super('the simulated process has died');
  }
}

const current = new AsyncLocalStorage<SimulatedProcess>();

export interface ProcessParts {
  readonly disk: SimulatedDisk;
  readonly scheduler: Scheduler;
  readonly random: SeededRandom;
  /** It dies at this disk operation. */
  readonly diesAt?: number;
}

/** A process of a simulated machine. Its code finds it by the asynchronous context in which it was started. */
export class SimulatedProcess {
  readonly disk: SimulatedDisk;
  readonly random: SeededRandom;
  readonly scheduler: Scheduler;
  #diesIn: number;
  #isDead = false;
  #pausedUntil: Millis = -Infinity;

  constructor({ disk, scheduler, random, diesAt = Infinity }: ProcessParts) {
    this.disk = disk;
    this.scheduler = scheduler;
    this.random = random;
    this.#diesIn = diesAt;
  }

  /** The process whose code is running; undefined outside of simulated processes. */
  static get running(): SimulatedProcess | undefined {
    return current.getStore();
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  run<Result>(work: () => Result): Result {
    return current.run(this, work);
  }

  /** Does nothing for a while, as on a machine that is suspended; what it has sent by then arrives late. */
  pause(ms: Millis): void {
    this.#pausedUntil = this.scheduler.now + ms;
  }

  kill(): void {
    this.#isDead = true;
  }

  /** Dies after this number of further disk operations, unless it was to die earlier. */
  dieIn(operations: number): void {
    this.#diesIn = Math.min(this.#diesIn, operations);
  }

  /** Calls back after a while, unless the process has died by then. */
  after(ms: Millis, run: () => void): void {
    this.scheduler.after(ms, () => {
      const pausedMs = this.#pausedUntil - this.scheduler.now;
      if (pausedMs > 0) this.after(pausedMs, run);
      else if (!this.#isDead) current.run(this, run);
    });
  }

  /** Never resolves if the process dies before. */
  delay(ms: Millis): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Does one disk operation. It may be the last thing that this process does. */
  operate<Result>(operation: () => Result): Result {
    if (this.#isDead) throw new ProcessDied();
    if (--this.#diesIn > 0) return operation();
    this.#isDead = true;
    // Half of the time the operation is done, and its caller does not learn that.
    if (this.random.chance(0.5)) operation();
    throw new ProcessDied();
  }
}
