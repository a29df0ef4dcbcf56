import { networkLayout, networkMemory, TOGETHER, type Join, type NetworkLayout } from './network-memory.ts';

/**
 * A network of `size` assets and a ground, as a dense upper triangle. Row i holds at j > i the conductance between assets i and
 * j, at `size` the conductance to the ground, and after that the flow into asset i.
 *
 * Eliminating an asset connects its neighbours by additional conductors: share x the asset's other conductances, with share = the
 * conductance to the neighbour over the sum of all conductances of the asset. This is Cholesky's elimination of the same matrix,
 * but the diagonal is never stored: it is the sum of the conductances. So only positive numbers are ever added, nothing cancels,
 * and the elimination is stable for any ratio of weights.
 */
export class Conductances {
  readonly cells: Float64Array;
  readonly #layout: NetworkLayout;
  readonly #join: Join;
  readonly #away: Float64Array;

  constructor(size: number, memory = networkMemory) {
    this.#layout = networkLayout(size);
    this.#away = new Float64Array(size);
    const { numbers, join } = memory(this.#layout);
    this.cells = numbers;
    this.#join = join;
  }

  /** A cell that receives writes that have no place in the triangle, and is never read. */
  get nowhere(): number {
    return this.#layout.size * this.#layout.stride;
  }

  /** The cell between two positions, of which `size` is the ground. There is no conductance from a position to itself. */
  cell(i: number, j: number): number {
    if (i === j) return this.nowhere;
    return i < j ? i * this.#layout.stride + j : j * this.#layout.stride + i;
  }

  flowCell(i: number): number {
    const { size, stride } = this.#layout;
    return i < size ? i * stride + size + 1 : this.nowhere;
  }

  clear(): void {
    this.cells.fill(0, 0, this.#layout.shares);
  }

  /** The potentials of the assets, with the ground at 0. An asset without a conductance gets 0, too. Uses up the cells. */
  solve(potentials: Float64Array): void {
    this.#eliminate();
    const { cells } = this;
    const { size, stride } = this.#layout;
    const away = this.#away;
    for (let k = size - 1; k >= 0; k--) {
      const row = k * stride;
      let sum = cells[row + size + 1]!;
      for (let j = k + 1; j < size; j++) sum += cells[row + j]! * potentials[j]!;
      potentials[k] = away[k] === 0 ? 0 : sum / away[k]!;
    }
  }

  /**
   * Processes four assets at a time, in ascending order: each later row is then read and written once instead of four times. Not
   * sparse: assets in the order of their ids fill nine tenths of the triangle.
   */
  #eliminate(): void {
    const { size } = this.#layout;
    let k = 0;
    for (; k + TOGETHER <= size; k += TOGETHER) {
      for (let i = k; i < k + TOGETHER; i++) {
        for (let pivot = k; pivot < i; pivot++) this.#joinBy(pivot, i);
        this.#away[i] = this.#leadingAway(i);
      }
      for (let n = 0; n < TOGETHER; n++) this.#writeShares(k + n, n, k + TOGETHER);
      this.#join(k);
    }
    for (; k < size; k++) {
      this.#away[k] = this.#leadingAway(k);
      for (let i = k + 1; i < size; i++) this.#joinBy(k, i);
    }
  }

  #leadingAway(k: number): number {
    const { cells } = this;
    const { size, stride } = this.#layout;
    const row = k * stride;
    let away = 0;
    for (let j = k + 1; j <= size; j++) away += cells[row + j]!;
    return away;
  }

  /** The shares of an eliminated asset in row n of the shares, from asset `from` on. */
  #writeShares(pivot: number, n: number, from: number): void {
    const { cells } = this;
    const { size, stride, shares } = this.#layout;
    const away = this.#away[pivot]!;
    const row = pivot * stride;
    const to = shares + n * stride;
    for (let i = from; i < size; i++) cells[to + i] = away === 0 ? 0 : cells[row + i]! / away;
  }

  #joinBy(pivot: number, i: number): void {
    const { cells } = this;
    const { stride } = this.#layout;
    const away = this.#away[pivot]!;
    const from = pivot * stride;
    const to = i * stride;
    const share = away === 0 ? 0 : cells[from + i]! / away;
    for (let j = i + 1; j < stride; j++) cells[to + j]! += share * cells[from + j]!;
  }
}
