import { Worker } from 'node:worker_threads';
import type { Millis } from '../core/time.ts';
import type { DerivativeRefresh } from '../latest/derivative-refresh.ts';
import { compiledUrl } from './compiled-url.ts';
import type { RecordingEvent } from './input-recorder.ts';
import type { ListingKey } from '../latest/listing-order.ts';
import type { ArrivedTrades } from '../latest/market-topics.ts';
import type { Beginning, FromPipeline, PipelineInput, ToPipeline } from './pipeline-messages.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';

export interface PipelineHandlers {
  /** Resolves when the tick is published: true where it was stored, false where the store refused it. */
  readonly onTick: (tick: PreparedTick) => Promise<boolean>;
  /** The tick before a restart, ready to be shown; it is stored already. */
  readonly onShownAgain: (tick: ShownTick) => void;
  /** Resolves when the derivatives of a slot are shown, or will not be. */
  readonly onDerivatives: (refresh: DerivativeRefresh) => Promise<void>;
  /** Comes once, before the first tick: the listings that deliver single trades. */
  readonly onTraded: (listings: readonly ListingKey[]) => void;
  readonly onTrades: (arrived: ArrivedTrades) => void;
  readonly onSkipped: (at: Millis) => void;
  /** What was stored belongs to other reference data, and nothing can be gone on from. */
  readonly onForgotten: () => void;
  readonly onInputs: (event: RecordingEvent) => void;
  /** The thread has died: nothing new will come. */
  readonly onFailure: (error: Error) => void;
}

/** The thread that reads sources, computes and prepares, as the serving thread sees it. */
export class Pipeline {
  readonly #worker: Worker;
  readonly #handlers: PipelineHandlers;
  #closing = false;

  constructor(input: PipelineInput, handlers: PipelineHandlers) {
    this.#handlers = handlers;
    this.#worker = new Worker(compiledUrl('pipeline-worker'), { workerData: input });
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

  async close(): Promise<void> {
    this.#closing = true;
    this.#say({ kind: 'stop' });
    await this.#worker.terminate();
  }

  #say(message: ToPipeline): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromPipeline): void {
    if (this.#closing) return;
    if (message.kind === 'inputs') this.#handlers.onInputs(message.event);
    else if (message.kind === 'skipped') this.#handlers.onSkipped(message.at);
    else if (message.kind === 'shown-again') this.#handlers.onShownAgain(message.tick);
    else if (message.kind === 'forgotten') this.#handlers.onForgotten();
    else if (message.kind === 'derivatives') {
      const { refresh } = message;
      this.#handlers.onDerivatives(refresh).then(
        () => this.#say({ kind: 'derivatives-published', at: refresh.at }),
        (error: unknown) => this.#handlers.onFailure(error as Error),
      );
    } else if (message.kind === 'traded') this.#handlers.onTraded(message.listings);
    else if (message.kind === 'trades') this.#handlers.onTrades(message.arrived);
    else {
      const { tick } = message;
      this.#handlers.onTick(tick).then(
        (stored) => this.#say({ kind: 'published', at: tick.at, stored }),
        (error: unknown) => {
          // A tick that was on its way when everything closed is nobody's loss.
          if (!this.#closing) this.#handlers.onFailure(error as Error);
        },
      );
    }
  }
}
