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
  readonly #size: number;
  readonly #stride: number;
  readonly #away: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#stride = size + 2;
    this.#away = new Float64Array(size);
    // One extra cell at the end receives writes that have no place in the triangle.
    this.cells = new Float64Array(size * this.#stride + 1);
  }

  /** The cell between two positions, of which `size` is the ground. There is no conductance from a position to itself. */
  cell(i: number, j: number): number {
    if (i === j) return this.#nowhere;
    return i < j ? i * this.#stride + j : j * this.#stride + i;
  }

  flowCell(i: number): number {
    return i < this.#size ? i * this.#stride + this.#size + 1 : this.#nowhere;
  }

  /** The potentials of the assets, with the ground at 0. An asset without a conductance gets 0, too. */
  solve(potentials: Float64Array): void {
    this.#eliminate();
    const { cells } = this;
    for (let k = this.#size - 1; k >= 0; k--) {
      const row = k * this.#stride;
      let sum = cells[row + this.#size + 1]!;
      for (let j = k + 1; j < this.#size; j++) sum += cells[row + j]! * potentials[j]!;
      potentials[k] = this.#away[k] === 0 ? 0 : sum / this.#away[k]!;
    }
  }

  get #nowhere(): number {
    return this.#size * this.#stride;
  }

  /** Processes four assets at a time, in ascending order: each later row is then read and written once instead of four times. */
  #eliminate(): void {
    const size = this.#size;
    let k = 0;
    for (; k + 4 <= size; k += 4) {
      for (let i = k; i < k + 4; i++) {
        for (let pivot = k; pivot < i; pivot++) this.#joinBy(pivot, i);
        this.#away[i] = this.#leadingAway(i);
      }
      for (let i = k + 4; i < size; i++) this.#joinByFour(k, i);
    }
    for (; k < size; k++) {
      this.#away[k] = this.#leadingAway(k);
      for (let i = k + 1; i < size; i++) this.#joinBy(k, i);
    }
  }

  #leadingAway(k: number): number {
    const { cells } = this;
    const row = k * this.#stride;
    let away = 0;
    for (let j = k + 1; j <= this.#size; j++) away += cells[row + j]!;
    return away;
  }

  #share(pivot: number, i: number): number {
    const away = this.#away[pivot]!;
    return away === 0 ? 0 : this.cells[pivot * this.#stride + i]! / away;
  }

  #joinBy(pivot: number, i: number): void {
    const { cells } = this;
    const stride = this.#stride;
    const share = this.#share(pivot, i);
    const from = pivot * stride;
    const to = i * stride;
    for (let j = i + 1; j < stride; j++) cells[to + j]! += share * cells[from + j]!;
  }

  #joinByFour(first: number, i: number): void {
    const { cells } = this;
    const stride = this.#stride;
    const share0 = this.#share(first, i);
    const share1 = this.#share(first + 1, i);
    const share2 = this.#share(first + 2, i);
    const share3 = this.#share(first + 3, i);
    const from0 = first * stride;
    const from1 = from0 + stride;
    const from2 = from1 + stride;
    const from3 = from2 + stride;
    const to = i * stride;
    for (let j = i + 1; j < stride; j++) {
      cells[to + j]! +=
        share0 * cells[from0 + j]! +
        share1 * cells[from1 + j]! +
        share2 * cells[from2 + j]! +
        share3 * cells[from3 + j]!;
    }
  }
}
