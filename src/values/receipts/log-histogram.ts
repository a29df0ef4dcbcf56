/** Each bin is this many times as wide as the one before: quantiles are off by at most 1 %. */
const GROWTH = 1.02;

/** Counts positive numbers between two bounds for quantiles, in constant memory. Numbers outside count as the bound. */
export class LogHistogram {
  readonly #min: number;
  readonly #counts: Uint32Array;
  count = 0;

  constructor(min: number, max: number) {
    this.#min = min;
    this.#counts = new Uint32Array(2 + Math.ceil(Math.log(max / min) / Math.log(GROWTH)));
  }

  add(value: number): void {
    const bin = value > this.#min ? 1 + Math.floor(Math.log(value / this.#min) / Math.log(GROWTH)) : 0;
    this.#counts[Math.min(bin, this.#counts.length - 1)]!++;
    this.count++;
  }

  /** Undefined if nothing was counted. Numbers up to the lower bound count as 0. */
  quantile(share: number): number | undefined {
    if (this.count === 0) return undefined;
    let left = Math.max(1, Math.ceil(share * this.count));
    const bin = this.#counts.findIndex((count) => (left -= count) <= 0);
    return bin === 0 ? 0 : this.#min * GROWTH ** (bin - 0.5);
  }
}
