import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { EngineReference } from '../engine/engine-reference.ts';
import { explain } from '../engine/explain.ts';
import type { TickInput } from '../engine/tick-input.ts';
import type { NoReceipt, Receipt } from './receipts.ts';

/** The inputs of the last ticks, in memory, and receipts computed from them. */
export class RecentInputs {
  readonly #reference: EngineReference;
  readonly #limit: number;
  readonly #inputs = new Map<Millis, TickInput>();

  constructor(reference: EngineReference, limit: number) {
    this.#reference = reference;
    this.#limit = limit;
  }

  keep(input: TickInput): void {
    this.#inputs.set(input.at, input);
    for (const at of this.#inputs.keys()) {
      if (this.#inputs.size <= this.#limit) return;
      this.#inputs.delete(at);
    }
  }

  explain(series: SeriesId, at: Millis): Receipt | NoReceipt {
    const input = this.#inputs.get(at);
    if (!input) return 'not-kept';
    return explain(this.#reference, input, series) ?? 'no-value';
  }
}
