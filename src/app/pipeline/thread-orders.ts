import { parentPort } from 'node:worker_threads';
import { Deferred } from '../../core/async/deferred.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { ResumableState } from './follower.ts';
import type { Beginning, Following, ToPipeline } from './pipeline-messages.ts';

type Leading = Pick<Extract<ToPipeline, { kind: 'lead' }>, 'stored' | 'publishedHeads' | 'received'>;

/** What the serving thread tells the pipeline's thread to do. */
export class ThreadOrders {
  readonly beginning: Promise<Beginning>;
  /** Resolves when this process leads, with the records of the newest stored ticks; none if it never followed. */
  readonly leading: Promise<Leading>;
  /** Resolves with undefined if this process begins at once, without following another one. */
  readonly following: Promise<Following | undefined>;
  readonly #beginning = new Deferred<Beginning>();
  readonly #leading = new Deferred<Leading>();
  readonly #following = new Deferred<Following | undefined>();
  readonly #frames: InputFrame[] = [];
  #onFrame: ((frame: InputFrame) => void) | undefined;
  /** Called only after the first inputs have arrived. */
  onState: (state: ResumableState) => void = () => undefined;

  constructor() {
    this.beginning = this.#beginning.promise;
    this.leading = this.#leading.promise;
    this.following = this.#following.promise;
    parentPort?.on('message', (message: ToPipeline) => {
      if (message.kind === 'follow') this.#following.resolve(message.following);
      else if (message.kind === 'frame') this.#take(message.frame);
      else if (message.kind === 'state') this.onState(message.state);
      else if (message.kind === 'lead') this.#leading.resolve(message);
      else if (message.kind === 'begin') {
        this.#leading.resolve({ stored: [], publishedHeads: new Map() });
        this.#following.resolve(undefined);
        this.#beginning.resolve(message.beginning);
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
