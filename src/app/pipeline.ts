import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { NoReceipt, Receipt, Receipts } from '../receipts/receipts.ts';
import type { Beginning, FromPipeline, PipelineInput, ToPipeline } from './pipeline-messages.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';

export interface PipelineHandlers {
  /** Resolves when the tick is published: true where it was stored, false where the store refused it. */
  readonly onTick: (tick: PreparedTick) => Promise<boolean>;
  /** The tick before a restart, ready to be shown; it is stored already. */
  readonly onShownAgain: (tick: ShownTick) => void;
  readonly onSkipped: (at: Millis) => void;
  /** What was stored belongs to other reference data, and nothing can be gone on from. */
  readonly onForgotten: () => void;
  /** The thread has died: nothing new will come. */
  readonly onFailure: (error: Error) => void;
}

interface WaitingReceipt {
  readonly resolve: (receipt: Receipt | NoReceipt) => void;
  readonly reject: (error: Error) => void;
}

/** Receipts take a tenth of a second each; more waiting ones than this are sent away. */
const MOST_WAITING_RECEIPTS = 16;

/** The thread that reads sources, computes and prepares, as the serving thread sees it. */
export class Pipeline implements Receipts {
  readonly #worker: Worker;
  readonly #handlers: PipelineHandlers;
  readonly #receipts = new Map<number, WaitingReceipt>();
  #calls = 0;
  #closing = false;

  constructor(input: PipelineInput, handlers: PipelineHandlers) {
    this.#handlers = handlers;
    this.#worker = new Worker(workerUrl(), { workerData: input });
    this.#worker.on('message', (message: FromPipeline) => this.#hear(message));
    this.#worker.on('error', (error) => handlers.onFailure(error));
    this.#worker.on('exit', () => {
      if (!this.#closing) handlers.onFailure(new Error('the pipeline has ended'));
    });
  }

  /** Until this is called the thread only prepares itself. */
  begin(beginning: Beginning): void {
    this.#say({ kind: 'begin', beginning });
  }

  explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
    if (this.#receipts.size >= MOST_WAITING_RECEIPTS) return Promise.resolve('busy');
    const call = ++this.#calls;
    return new Promise((resolve, reject) => {
      this.#receipts.set(call, { resolve, reject });
      this.#say({ kind: 'explain', call, series, at });
    });
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#say({ kind: 'stop' });
    await this.#worker.terminate();
    for (const { resolve } of this.#receipts.values()) resolve('busy');
  }

  #say(message: ToPipeline): void {
    this.#worker.postMessage(message);
  }

  #take(call: number): WaitingReceipt | undefined {
    const waiting = this.#receipts.get(call);
    this.#receipts.delete(call);
    return waiting;
  }

  #hear(message: FromPipeline): void {
    if (message.kind === 'receipt') this.#take(message.call)?.resolve(message.receipt);
    else if (message.kind === 'receipt-failed') this.#take(message.call)?.reject(message.error);
    else if (message.kind === 'skipped') this.#handlers.onSkipped(message.at);
    else if (message.kind === 'shown-again') this.#handlers.onShownAgain(message.tick);
    else if (message.kind === 'forgotten') this.#handlers.onForgotten();
    else {
      const { tick } = message;
      this.#handlers.onTick(tick).then(
        (stored) => this.#say({ kind: 'published', at: tick.at, stored }),
        (error: unknown) => this.#handlers.onFailure(error as Error),
      );
    }
  }
}

/** Threads load compiled files only; where the sources themselves are run (tests), the build stands beside them. */
function workerUrl(): URL {
  const beside = new URL('./pipeline-worker.js', import.meta.url);
  if (existsSync(fileURLToPath(beside))) return beside;
  return new URL('../../dist/src/app/pipeline-worker.js', import.meta.url);
}
