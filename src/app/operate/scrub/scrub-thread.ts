import { Worker } from 'node:worker_threads';
import type { Clock } from '../../../core/clocks/clock.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import { SCRUB_RETRY_MS, type FromScrub, type ScrubInput } from '../../directory/health/scrub-messages.ts';

/** The thread reads blocks into one buffer and keeps little else. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** The used part of a worker. Tests replace it by one that dies. */
export type ScrubWorker = Pick<Worker, 'on' | 'unref' | 'terminate'>;

/** The thread that checks all stored data periodically. If it dies, a new one continues later. */
export class ScrubThread {
  readonly #input: ScrubInput;
  readonly #clock: Clock;
  readonly #onMessage: (message: FromScrub) => void;
  readonly #begin: (input: ScrubInput) => ScrubWorker;
  readonly #closing = new AbortController();
  #worker: ScrubWorker;

  constructor(input: ScrubInput, clock: Clock, onMessage: (message: FromScrub) => void, begin = beginWorker) {
    this.#input = input;
    this.#clock = clock;
    this.#onMessage = onMessage;
    this.#begin = begin;
    this.#worker = this.#start();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#worker.terminate();
  }

  #start(): ScrubWorker {
    const worker = this.#begin(this.#input);
    worker.on('message', this.#onMessage);
    worker.on('error', (error: Error) => this.#onMessage({ kind: 'failed', error }));
    worker.on('exit', () => this.#startLater());
    worker.unref();
    return worker;
  }

  #startLater(): void {
    const { signal } = this.#closing;
    if (signal.aborted) return;
    this.#clock
      .wait(SCRUB_RETRY_MS, signal)
      .then(() => (this.#worker = this.#start()))
      .catch((error: Error) => {
        // Closed meanwhile.
        if (signal.aborted) return;
        this.#onMessage({ kind: 'failed', error });
        this.#startLater();
      });
  }
}

function beginWorker(input: ScrubInput): ScrubWorker {
  return new Worker(compiledUrl('scrub-worker', import.meta.url), {
    workerData: input,
    resourceLimits: MEMORY,
  });
}
