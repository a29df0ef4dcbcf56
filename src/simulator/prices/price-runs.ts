import type { PriceModel } from './price-model.ts';
import type { SlotPrices } from './quote-model.ts';
import type { SlotRun } from '../runs/slot-run.ts';

/** Prices of one asset at every slot of a run, and at the slot before each. */
export interface PriceRun {
  readonly now: Float64Array;
  readonly before: Float64Array;
}

/** The true prices over one run of slots, each asset computed when first queried. */
export class PriceRuns implements SlotPrices {
  readonly run: SlotRun;
  readonly #prices: PriceModel;
  readonly #runs = new Map<number, PriceRun>();
  readonly #now = new Map<number, Float64Array>();

  constructor(prices: PriceModel, run: SlotRun) {
    this.#prices = prices;
    this.run = run;
  }

  of(assetIndex: number): PriceRun {
    let known = this.#runs.get(assetIndex);
    if (!known) this.#runs.set(assetIndex, (known = this.#runOf(assetIndex)));
    return known;
  }

  /** Only prices at the slots of the run, which is cheaper if the slots are far apart. */
  nowOf(assetIndex: number): Float64Array {
    if (this.run.step === 1) return this.of(assetIndex).now;
    let now = this.#now.get(assetIndex);
    if (!now) this.#now.set(assetIndex, (now = this.#filled(assetIndex, this.run.first)));
    return now;
  }

  atSlot(assetIndex: number, slotIndex: number): number {
    const { first, count, step } = this.run;
    const i = slotIndex - first;
    if (step > 1 || i < -1 || i >= count) return this.#prices.atSlot(assetIndex, slotIndex);
    const { now, before } = this.of(assetIndex);
    return (i < 0 ? before[0] : now[i]) ?? NaN;
  }

  /** Drops an asset from the cache. */
  forget(assetIndex: number): void {
    for (const known of [this.#runs, this.#now]) known.delete(assetIndex);
  }

  /** Neighbouring slots are filled once: the slot before one is another of the run. */
  #runOf(assetIndex: number): PriceRun {
    const { first, count, step } = this.run;
    if (step > 1) return { now: this.nowOf(assetIndex), before: this.#filled(assetIndex, first - 1) };
    const filled = new Float64Array(count + 1);
    this.#prices.fillPrices(assetIndex, first - 1, count + 1, filled);
    return { now: filled.subarray(1), before: filled.subarray(0, count) };
  }

  #filled(assetIndex: number, first: number): Float64Array {
    const filled = new Float64Array(this.run.count);
    this.#prices.fillPrices(assetIndex, first, filled.length, filled, this.run.step);
    return filled;
  }
}
