import { parentPort } from 'node:worker_threads';
import { Deferred } from '../../core/async/deferred.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { KnownState } from './follower.ts';
import type { Beginning, Following, ToPipeline } from './pipeline-messages.ts';

export class Orders {
  readonly begun: Promise<Beginning>;
  /** What comes first: it follows another process, or begins at once. */
  readonly first: Promise<Following | undefined>;
  readonly #begun = new Deferred<Beginning>();
  readonly #first = new Deferred<Following | undefined>();
  readonly #frames: InputFrame[] = [];
  #hear: ((frame: InputFrame) => void) | undefined;
  /** Comes after the first inputs only. */
  onState: (state: KnownState) => void = () => undefined;

  constructor() {
    this.begun = this.#begun.promise;
    this.first = this.#first.promise;
    parentPort?.on('message', (message: ToPipeline) => {
      if (message.kind === 'follow') this.#first.resolve(message.following);
      else if (message.kind === 'frame') this.#take(message.frame);
      else if (message.kind === 'state') this.onState(message.state);
      else if (message.kind === 'begin') {
        this.#first.resolve(undefined);
        this.#begun.resolve(message.beginning);
      }
    });
  }

  hearFrames(hear: (frame: InputFrame) => void): void {
    this.#hear = hear;
    for (const frame of this.#frames.splice(0)) hear(frame);
  }

  #take(frame: InputFrame): void {
    if (this.#hear) this.#hear(frame);
    else this.#frames.push(frame);
  }
}
