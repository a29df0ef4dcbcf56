import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { TickerRefresh } from '../latest/ticker-refresh.ts';
import type { PipelineInput, PipelineMessage } from './pipeline-messages.ts';

export interface PipelineHandlers {
  readonly onRefresh: (refresh: TickerRefresh) => void;
  /** The thread has died: nothing new will come. */
  readonly onFailure: (error: Error) => void;
}

/** The thread that reads sources and prepares what is served, as the serving thread sees it. */
export class Pipeline {
  readonly #worker: Worker;
  #handlers: PipelineHandlers | undefined;
  #closing = false;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** Resolves with the first refresh: before that there is nothing to serve. */
  static async start(input: PipelineInput): Promise<{ pipeline: Pipeline; first: TickerRefresh }> {
    const worker = new Worker(workerUrl(), { workerData: input });
    const pipeline = new Pipeline(worker);
    const first = await new Promise<TickerRefresh>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the pipeline ended before it had begun')));
      worker.once('message', ({ refresh }: PipelineMessage) => resolve(refresh));
    });
    for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
    worker.on('message', ({ refresh }: PipelineMessage) => pipeline.#handlers?.onRefresh(refresh));
    worker.on('error', (error) => pipeline.#handlers?.onFailure(error));
    worker.on('exit', () => {
      if (!pipeline.#closing) pipeline.#handlers?.onFailure(new Error('the pipeline has ended'));
    });
    return { pipeline, first };
  }

  handle(handlers: PipelineHandlers): void {
    this.#handlers = handlers;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#worker.postMessage('stop');
    await this.#worker.terminate();
  }
}

/** Threads load compiled files only; where the sources themselves are run (tests), the build stands beside them. */
function workerUrl(): URL {
  const beside = new URL('./pipeline-worker.js', import.meta.url);
  if (existsSync(fileURLToPath(beside))) return beside;
  return new URL('../../dist/src/app/pipeline-worker.js', import.meta.url);
}
