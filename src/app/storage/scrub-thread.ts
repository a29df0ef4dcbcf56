import { Worker } from 'node:worker_threads';
import { compiledUrl } from '../compiled-url.ts';
import type { FromScrub, ScrubInput } from './scrub-messages.ts';

/** It reads blocks into one buffer and keeps little else. */
const MEMORY = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** The thread that checks everything stored, again and again, beside the others. Closing it ends it where it stands. */
export class ScrubThread {
  readonly #worker: Worker;

  constructor(input: ScrubInput, hear: (message: FromScrub) => void) {
    this.#worker = new Worker(compiledUrl('storage/scrub-worker'), {
      workerData: input,
      resourceLimits: MEMORY,
    });
    this.#worker.on('message', hear);
    this.#worker.on('error', (error: Error) => hear({ kind: 'failed', error }));
    this.#worker.unref();
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
