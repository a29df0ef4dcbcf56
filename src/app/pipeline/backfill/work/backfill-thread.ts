import { Worker } from 'node:worker_threads';
import { SerialQueue } from '../../../../core/async/serial-queue.ts';
import { compiledModule, compiledUrl } from '../../../../threads/compiled-url.ts';
import type { BackfillInput, FromBackfill, Order, ToBackfill } from './backfill-messages.ts';
import type { ModelledBatch } from '../../../../sources/past.ts';

interface Waiting {
  readonly resolve: (message: FromBackfill) => void;
  readonly reject: (error: Error) => void;
}

/**
 * What it makes lies outside of its heap: room for more objects would only be memory that the service lacks elsewhere. The
 * old generation has many times what is ever in it; V8 lets a heap grow the less between collections the smaller its most
 * is: 1.4 times with this, 4 times without.
 */
const MEMORY = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

/** The thread that models the past, as the serving thread sees it. */
export class BackfillThread {
  readonly #worker: Worker;
  #waiting: Waiting | undefined;
  readonly #questions = new SerialQueue();
  #ended: Error | undefined;

  constructor(input: BackfillInput) {
    this.#worker = new Worker(compiledUrl('backfill-worker', import.meta.url), {
      workerData: { ...input, past: { ...input.past, sources: compiledModule(input.past.sources).href } },
      resourceLimits: MEMORY,
    });
    this.#worker.on('message', (message: FromBackfill) => this.#waiting?.resolve(message));
    this.#worker.on('error', (error: Error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('the back-fill has ended')));
  }

  /**
   * One order at a time. The next batch is made while one is being stored; no more than that is ever on the way. The
   * 30-second values of a day lie in memory that is used again: they are gone when the next batch is asked for.
   */
  async *batches(order: Order): AsyncGenerator<ModelledBatch> {
    let coming = this.#ask({ kind: 'begin', order });
    for (let message = await coming; message.kind === 'batch'; message = await coming) {
      coming = this.#ask({ kind: 'next' });
      // A caller that stops reading batches is told of no failure either.
      coming.catch(() => undefined);
      yield message.batch;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /** One question after the other: an order that was given up leaves an answer on the way, which is not the next one's. */
  #ask(message: ToBackfill): Promise<FromBackfill> {
    return this.#questions.run(
      () =>
        new Promise<FromBackfill>((resolve, reject) => {
          if (this.#ended) {
            reject(this.#ended);
            return;
          }
          this.#waiting = { resolve, reject };
          this.#worker.postMessage(message);
        }),
    );
  }

  #end(error: Error): void {
    this.#ended ??= error;
    this.#waiting?.reject(this.#ended);
  }
}
