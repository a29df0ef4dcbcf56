import type { Millis } from '../../core/time.ts';
import type { InputFrame } from '../../history/input-store.ts';
import type { SharedCompute } from './compute.ts';

/** Inputs of ticks wait until the tick is published: what another process follows was published. */
export class InputsHandedOver {
  readonly #shared: SharedCompute | undefined;
  readonly #waiting: InputFrame[] = [];

  constructor(shared: SharedCompute | undefined) {
    this.#shared = shared;
  }

  computed(inputs: InputFrame | undefined): void {
    if (inputs) this.#waiting.push(inputs);
  }

  published(at: Millis): void {
    while (this.#waiting.length > 0 && this.#waiting[0]!.at <= at) {
      const inputs = this.#waiting.shift()!;
      if (inputs.at === at) this.#shared?.onInputs(inputs);
    }
    this.#shared?.onProgress();
  }
}
