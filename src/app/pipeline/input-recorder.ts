import { HOUR_MS } from '../../core/time.ts';
import type { InputEvent, InputFrame, InputStore, RecordOutcome } from '../../history/input-store.ts';
import { frameOf } from '../../values/receipts/recorded-input.ts';
import type { ComputedTick } from './compute/index-computer.ts';
import { FileInputStore } from '../../history/inputs/file-input-store.ts';
import { HeldHours } from '../../history/inputs/held-hours.ts';
import { inputBudget } from './input-budget.ts';
import type { InputSettings } from './pipeline-messages.ts';
import { sendToService } from './send-to-service.ts';

export type RecordingEvent =
  | InputEvent
  | { readonly kind: 'failed'; readonly at: number; readonly error: Error };

export class InputRecorder {
  readonly #store: InputStore;
  readonly #onEvent: (event: RecordingEvent) => void;

  constructor(store: InputStore, onEvent: (event: RecordingEvent) => void) {
    this.#store = store;
    this.#onEvent = onEvent;
  }

  /**
   * False if the disk failed: then the tick must not be published. Dropping inputs for lack of space is not a
   * failure.
   */
  async record(tick: ComputedTick): Promise<boolean> {
    return (await this.take(frameOf(tick))) !== 'failed';
  }

  async take(frame: InputFrame): Promise<RecordOutcome | 'failed'> {
    try {
      return await this.#store.append(frame);
    } catch (error) {
      this.#onEvent({ kind: 'failed', at: frame.at, error: error as Error });
      return 'failed';
    }
  }
}

/** Inputs that the store does not have yet are kept this long, which is longer than ticks wait for the store. */
const SPOOL_MS = HOUR_MS;

/** Opens a recorder that stays within the disk budget and reports events to the serving thread. */
export function openRecorder({ folder, store, keepMs, heldHours, ...limits }: InputSettings): InputRecorder {
  const onEvent = (event: RecordingEvent) => sendToService({ kind: 'inputs', event });
  const space = inputBudget(limits);
  const held = store || !heldHours ? undefined : new HeldHours(heldHours);
  const options = { folder, keepMs: store ? SPOOL_MS : keepMs, space, held, onEvent };
  return new InputRecorder(FileInputStore.open(options), onEvent);
}
