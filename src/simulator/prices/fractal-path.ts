import { bell, hashPair, rehash, symmetric } from '../hash.ts';

export interface PathShape {
  /** A block is 2^levels slots. Its ends are knots; the slots between them are computed by halving. */
  readonly levels: number;
  /** Standard deviation of the change over one block. */
  readonly blockDeviation: number;
  /** How unevenly variance is shared between two halves: 0 is plain Brownian motion; at most 0.45. */
  readonly unevenness: number;
  /** How far a knot remembers the knot before it, within [0, 1). */
  readonly memory: number;
}

const REMEMBERED_KNOTS = 10;

/** Slots from `start` to before `end`, `step` apart; the one at `base` is the first in `out`. */
interface NodeRun {
  readonly base: number;
  readonly step: number;
  readonly start: number;
  readonly end: number;
  readonly out: Float64Array;
}

/**
 * A random walk whose points can be computed directly, in any order.
 *
 * Each block's variance is divided between its halves in hashed, uneven shares, again and again down to single
 * slots; the walk is Brownian motion that runs on this uneven time. So volatility clusters on every scale and
 * returns have fat tails, while the returns themselves are not correlated. Knots revert to 0, so that the walk
 * stays in range for ever.
 */
export class FractalPath {
  readonly #key: number;
  readonly #shape: PathShape;
  readonly #slots: number;
  readonly #knotDeviation: number;
  /** The last queried block. */
  #block = NaN;
  #blockKey = 0;
  #left = 0;
  #right = 0;

  constructor(key: number, shape: PathShape) {
    this.#key = key;
    this.#shape = shape;
    this.#slots = 2 ** shape.levels;
    const stationary = shape.blockDeviation / Math.sqrt(2 * (1 - shape.memory));
    this.#knotDeviation = stationary * Math.sqrt(1 - shape.memory * shape.memory);
  }

  at(slotIndex: number): number {
    const block = Math.floor(slotIndex / this.#slots);
    this.#enter(block);
    const { unevenness } = this.#shape;
    let offset = slotIndex - block * this.#slots;
    let left = this.#left;
    let right = this.#right;
    let deviation = this.#shape.blockDeviation;
    let node = 1;
    for (let half = this.#slots / 2; offset > 0; half /= 2) {
      const hash = hashPair(this.#blockKey, node);
      const share = 0.5 + unevenness * symmetric(hash);
      const middle =
        left + (right - left) * share + deviation * Math.sqrt(share * (1 - share)) * bell(rehash(hash));
      if (offset < half) {
        right = middle;
        deviation *= Math.sqrt(share);
        node *= 2;
      } else {
        left = middle;
        deviation *= Math.sqrt(1 - share);
        node = node * 2 + 1;
        offset -= half;
      }
    }
    return left;
  }

  /**
   * The same bytes as `at` for `count` slots, `step` apart: each cell of the path is halved once for all slots in it. Cheapest
   * if the slots are nodes of the path: the step is a power of two and divides the first slot.
   */
  fill(firstSlotIndex: number, count: number, out: Float64Array, step = 1): void {
    const areNodes = this.#areNodes(firstSlotIndex, step);
    const end = firstSlotIndex + count * step;
    let start = firstSlotIndex;
    while (start < end) {
      const block = Math.floor(start / this.#slots);
      this.#enter(block);
      const blockStart = block * this.#slots;
      const run = { base: firstSlotIndex, step, start, end: Math.min(end, blockStart + this.#slots), out };
      const { blockDeviation } = this.#shape;
      if (areNodes) this.#fillCell(run, blockStart, this.#slots, this.#left, this.#right, blockDeviation, 1);
      else this.#fillSlotsIn(run, blockStart, this.#slots, this.#left, this.#right, blockDeviation, 1);
      // The first slot that the run has at or after the end of the block.
      start = areNodes ? run.end : firstSlotIndex + Math.ceil((run.end - firstSlotIndex) / step) * step;
    }
  }

  #areNodes(firstSlotIndex: number, step: number): boolean {
    return (step & (step - 1)) === 0 && step <= this.#slots && firstSlotIndex % step === 0;
  }

  #fillCell(
    run: NodeRun,
    cellStart: number,
    slots: number,
    left: number,
    right: number,
    deviation: number,
    node: number,
  ): void {
    if (cellStart >= run.end || cellStart + slots <= run.start) return;
    if (slots === run.step) {
      run.out[(cellStart - run.base) / slots] = left;
      return;
    }
    const hash = hashPair(this.#blockKey, node);
    const share = 0.5 + this.#shape.unevenness * symmetric(hash);
    const middle =
      left + (right - left) * share + deviation * Math.sqrt(share * (1 - share)) * bell(rehash(hash));
    const half = slots / 2;
    this.#fillCell(run, cellStart, half, left, middle, deviation * Math.sqrt(share), node * 2);
    const rest = deviation * Math.sqrt(1 - share);
    this.#fillCell(run, cellStart + half, half, middle, right, rest, node * 2 + 1);
  }

  /** Like `#fillCell`, for slots at any distance. */
  #fillSlotsIn(
    run: NodeRun,
    cellStart: number,
    slots: number,
    left: number,
    right: number,
    deviation: number,
    node: number,
  ): void {
    const { base, step, out } = run;
    const end = Math.min(run.end, cellStart + slots);
    let place = Math.ceil((Math.max(run.start, cellStart) - base) / step);
    if (base + place * step === cellStart) out[place++] = left;
    if (base + place * step >= end) return;
    const hash = hashPair(this.#blockKey, node);
    const share = 0.5 + this.#shape.unevenness * symmetric(hash);
    const middle =
      left + (right - left) * share + deviation * Math.sqrt(share * (1 - share)) * bell(rehash(hash));
    const half = slots / 2;
    this.#fillSlotsIn(run, cellStart, half, left, middle, deviation * Math.sqrt(share), node * 2);
    const rest = deviation * Math.sqrt(1 - share);
    this.#fillSlotsIn(run, cellStart + half, half, middle, right, rest, node * 2 + 1);
  }

  #enter(block: number): void {
    if (block === this.#block) return;
    this.#block = block;
    this.#blockKey = hashPair(this.#key, block);
    this.#left = this.#knot(block);
    this.#right = this.#knot(block + 1);
  }

  #knot(block: number): number {
    let value = 0;
    let weight = 1;
    for (let back = 0; back < REMEMBERED_KNOTS && weight > 0; back++) {
      value += weight * bell(rehash(hashPair(this.#key, block - back)));
      weight *= this.#shape.memory;
    }
    return value * this.#knotDeviation;
  }
}
