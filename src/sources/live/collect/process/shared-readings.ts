import { LinkedAbort } from '../../../../core/async/linked-abort.ts';
import { SerialQueue } from '../../../../core/async/serial-queue.ts';
import { untilAborted } from '../../../../core/async/until-aborted.ts';

/** Reads until the signal aborts and the last reading has ended. */
export type Read = (signal: AbortSignal) => Promise<void>;

interface Running {
  readonly stop: LinkedAbort;
  readonly done: Promise<void>;
}

export interface SharedReadingsOptions {
  /** Prepares to read something by its name; undefined if it cannot be read. */
  readonly open: (name: string) => Promise<Read | undefined>;
  /** Ends all readings. */
  readonly signal: AbortSignal;
}

/**
 * Starts and stops readings as the set of names changes. All new ones are opened before any of them starts, one after
 * the other, because opening keeps the process busy.
 */
export class SharedReadings {
  readonly #options: SharedReadingsOptions;
  readonly #opening = new SerialQueue();
  readonly #running = new Map<string, Running>();
  readonly #reads = new Map<string, Read | undefined>();
  #wanted: ReadonlySet<string> = new Set();

  constructor(options: SharedReadingsOptions) {
    this.#options = options;
  }

  /** Reads exactly these from now on. Resolves when the last readings of the stopped ones have ended. */
  async set(names: Iterable<string>): Promise<void> {
    this.#wanted = new Set(names);
    const stopped = [...this.#running]
      .filter(([name]) => !this.#wanted.has(name))
      .map(([, running]) => running);
    for (const { stop } of stopped) stop.abort();
    void this.#opening.run(() => this.#begin());
    await Promise.all(stopped.map(({ done }) => done));
  }

  /** Resolves when the signal has aborted and nothing is read any more. */
  async ended(): Promise<void> {
    const { signal } = this.#options;
    await untilAborted(signal);
    await this.#opening.idle();
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  async #begin(): Promise<void> {
    for (const name of this.#wanted)
      if (!this.#reads.has(name)) this.#reads.set(name, await this.#options.open(name));
    if (this.#options.signal.aborted) return;
    for (const name of this.#wanted) {
      const [read, running] = [this.#reads.get(name), this.#running.get(name)];
      if (!read || (running && !running.stop.signal.aborted)) continue;
      const stop = new LinkedAbort(this.#options.signal);
      // One that was stopped a moment ago may still be finishing its last reading.
      const done = (running?.done ?? Promise.resolve()).then(() => this.#run(name, read, stop));
      this.#running.set(name, { stop, done });
    }
  }

  async #run(name: string, read: Read, stop: LinkedAbort): Promise<void> {
    try {
      if (!stop.signal.aborted) await read(stop.signal);
    } finally {
      stop.release();
      if (this.#running.get(name)?.stop === stop) this.#running.delete(name);
    }
  }
}
