import type { PriceModel } from './price-model.ts';
import type { SlotPrices } from './quote-model.ts';
import { slotInRun, type SlotRun } from './slot-run.ts';

/** Prices of one asset at every slot of a run, and at the slot before each. */
export interface PriceRun {
  readonly now: Float64Array;
  readonly before: Float64Array;
}

/**
 * The true prices over one run of slots, each asset computed when it is first asked for. Where more than the slots of
 * the run may be asked for, all from the first to the last are filled, whatever the step.
 */
export class PriceRuns implements SlotPrices {
  readonly run: SlotRun;
  readonly #prices: PriceModel;
  readonly #filledFrom: number;
  readonly #filledCount: number;
  readonly #filled = new Map<number, Float64Array>();
  readonly #runs = new Map<number, PriceRun>();
  readonly #now = new Map<number, Float64Array>();

  constructor(prices: PriceModel, run: SlotRun) {
    this.#prices = prices;
    this.run = run;
    this.#filledFrom = run.first - 1;
    this.#filledCount = (run.count - 1) * run.step + 2;
  }

  of(assetIndex: number): PriceRun {
    let known = this.#runs.get(assetIndex);
    if (!known) this.#runs.set(assetIndex, (known = this.#pick(this.#fill(assetIndex))));
    return known;
  }

  /** Prices at the slots of the run alone, which is cheaper where they are far apart. */
  nowOf(assetIndex: number): Float64Array {
    if (this.run.step === 1 || this.#filled.has(assetIndex)) return this.of(assetIndex).now;
    let now = this.#now.get(assetIndex);
    if (!now) {
      now = new Float64Array(this.run.count);
      for (let i = 0; i < now.length; i++) now[i] = this.#prices.atSlot(assetIndex, slotInRun(this.run, i));
      this.#now.set(assetIndex, now);
    }
    return now;
  }

  atSlot(assetIndex: number, slotIndex: number): number {
    const i = slotIndex - this.#filledFrom;
    if (i < 0 || i >= this.#filledCount) return this.#prices.atSlot(assetIndex, slotIndex);
    return this.#fill(assetIndex)[i] ?? NaN;
  }

  /** Whoever asks for them again has them computed again. */
  forget(assetIndex: number): void {
    for (const known of [this.#filled, this.#runs, this.#now]) known.delete(assetIndex);
  }

  #fill(assetIndex: number): Float64Array {
    let filled = this.#filled.get(assetIndex);
    if (!filled) {
      filled = new Float64Array(this.#filledCount);
      this.#prices.fillPrices(assetIndex, this.#filledFrom, this.#filledCount, filled);
      this.#filled.set(assetIndex, filled);
    }
    return filled;
  }

  #pick(filled: Float64Array): PriceRun {
    const { step, count } = this.run;
    if (step === 1) return { now: filled.subarray(1), before: filled.subarray(0, count) };
    const run = { now: new Float64Array(count), before: new Float64Array(count) };
    for (let i = 0; i < count; i++) {
      run.before[i] = filled[i * step] ?? NaN;
      run.now[i] = filled[i * step + 1] ?? NaN;
    }
    return run;
  }
}
