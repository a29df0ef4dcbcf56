import type { InputEvent, InputFrame, InputStore, RecordOutcome } from '../../history/input-store.ts';
import { frameOf } from '../../values/receipts/recorded-input.ts';
import type { ComputedTick } from './compute/index-computer.ts';

/** What becomes of the inputs of ticks, for those who watch. */
export type RecordingEvent =
  | InputEvent
  | { readonly kind: 'failed'; readonly at: number; readonly error: Error };

/** Makes the inputs of a tick durable, before its values are. */
export class InputRecorder {
  readonly #store: InputStore;
  readonly #onEvent: (event: RecordingEvent) => void;

  constructor(store: InputStore, onEvent: (event: RecordingEvent) => void) {
    this.#store = store;
    this.#onEvent = onEvent;
  }

  /**
   * False where the disk failed: then the tick must not be published. Inputs that are given up for want of room are no
   * failure, because history goes on without them.
   */
  async record(tick: ComputedTick): Promise<boolean> {
    return (await this.take(frameOf(tick))) !== 'failed';
  }

  /** Inputs of a tick that was computed elsewhere. */
  async take(frame: InputFrame): Promise<RecordOutcome | 'failed'> {
    try {
      return await this.#store.append(frame);
    } catch (error) {
      this.#onEvent({ kind: 'failed', at: frame.at, error: error as Error });
      return 'failed';
    }
  }
}
