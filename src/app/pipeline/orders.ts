import { parentPort } from 'node:worker_threads';
import { Deferred } from '../../core/async/deferred.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { ResumableState } from './follower.ts';
import type { Beginning, Following, ToPipeline } from './pipeline-messages.ts';

type Leading = Pick<Extract<ToPipeline, { kind: 'lead' }>, 'stored' | 'publishedHeads' | 'received'>;

export class ThreadOrders {
  readonly begun: Promise<Beginning>;
  /** Resolves when this process leads, with the records of the newest stored ticks; none if it never followed. */
  readonly leading: Promise<Leading>;
  /** Resolves with what to follow first, or with undefined to begin at once. */
  readonly first: Promise<Following | undefined>;
  readonly #begun = new Deferred<Beginning>();
  readonly #leading = new Deferred<Leading>();
  readonly #first = new Deferred<Following | undefined>();
  readonly #frames: InputFrame[] = [];
  #onFrame: ((frame: InputFrame) => void) | undefined;
  /** Called only after the first inputs have arrived. */
  onState: (state: ResumableState) => void = () => undefined;

  constructor() {
    this.begun = this.#begun.promise;
    this.leading = this.#leading.promise;
    this.first = this.#first.promise;
    parentPort?.on('message', (message: ToPipeline) => {
      if (message.kind === 'follow') this.#first.resolve(message.following);
      else if (message.kind === 'frame') this.#take(message.frame);
      else if (message.kind === 'state') this.onState(message.state);
      else if (message.kind === 'lead') this.#leading.resolve(message);
      else if (message.kind === 'begin') {
        this.#leading.resolve({ stored: [], publishedHeads: new Map() });
        this.#first.resolve(undefined);
        this.#begun.resolve(message.beginning);
      }
    });
  }

  onFrames(handle: (frame: InputFrame) => void): void {
    this.#onFrame = handle;
    for (const frame of this.#frames.splice(0)) handle(frame);
  }

  #take(frame: InputFrame): void {
    if (this.#onFrame) this.#onFrame(frame);
    else this.#frames.push(frame);
  }
}
