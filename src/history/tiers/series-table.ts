import { byType, INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { compareSeries, type SeriesOrder } from '../../core/ids/series-order.ts';
import { packSeries, SERIES_BYTES, unpackSeries } from './series-bytes.ts';

/**
 * Every series that was ever stored, by its number. Numbers are given once and never change, whatever catalogues come
 * and go; the order in which values are served is by type and id, not by number. A number whose series was lost with
 * damaged records has no series, and is never given to another.
 */
export class SeriesTable {
  readonly #series: (SeriesId | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers in the order of series, those of one type together. */
  #sorted = new Map<IndexType, Uint32Array>(INDEX_TYPES.map((type) => [type, new Uint32Array(0)]));
  readonly #ofOrder = new WeakMap<SeriesOrder, { readonly size: number; readonly numbers: Int32Array }>();

  get size(): number {
    return this.#series.length;
  }

  /** Of a number that `numberOf` or `sorted` has told. */
  idOf(number: number): SeriesId {
    return this.#series[number] as SeriesId;
  }

  /** Whether the series of the number is known. */
  has(number: number): boolean {
    return this.#series[number] !== undefined;
  }

  numberOf({ indexType, indexId }: SeriesId): number | undefined {
    return this.#numbers.get(`${indexType} ${indexId}`);
  }

  /** Numbers of a type, in the order of series. */
  sorted(indexType: IndexType): Uint32Array {
    return this.#sorted.get(indexType) as Uint32Array;
  }

  /** Numbers of all series, in the order of series. */
  numbers(): number[] {
    return INDEX_TYPES.flatMap((type) => [...this.sorted(type)]);
  }

  /** All series, in their order. */
  ids(): SeriesId[] {
    return this.numbers().map((number) => this.idOf(number));
  }

  /** How many series each type has. */
  counts(): Record<IndexType, number> {
    return byType((type) => this.sorted(type).length);
  }

  /** Where in `sorted(indexType)` the first series stands that comes after this one; 0 where none is given. */
  placeIn(indexType: IndexType, after: SeriesId | undefined): number {
    if (!after) return 0;
    const numbers = this.sorted(indexType);
    let low = 0;
    let high = numbers.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareSeries(this.idOf(numbers[middle]!), after) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** For each number in the order, the number here or -1. It stands until series are added. */
  numbersOf(order: SeriesOrder): Int32Array {
    const known = this.#ofOrder.get(order);
    if (known?.size === this.size) return known.numbers;
    const numbers = Int32Array.from(order.series, (series) => this.numberOf(series) ?? -1);
    this.#ofOrder.set(order, { size: this.size, numbers });
    return numbers;
  }

  add(series: readonly SeriesId[]): void {
    for (const id of series) {
      const key = `${id.indexType} ${id.indexId}`;
      if (this.#numbers.has(key)) throw new RangeError(`series ${key} has a number already`);
      this.#numbers.set(key, this.#series.length);
      this.#series.push(id);
    }
    this.#sort();
  }

  /** Gives numbers their series again, undefined where it was lost. Those that have one keep it. */
  restore(series: readonly (SeriesId | undefined)[]): void {
    for (const [number, id] of series.entries()) {
      if (number === this.#series.length) this.#series.push(undefined);
      if (!id || this.has(number)) continue;
      this.#series[number] = id;
      this.#numbers.set(`${id.indexType} ${id.indexId}`, number);
    }
    this.#sort();
  }

  /** Numbers below `size` are never given to a series. */
  reserve(size: number): void {
    while (this.#series.length < size) this.#series.push(undefined);
  }

  #sort(): void {
    const numbers = [...this.#series.keys()]
      .filter((number) => this.has(number))
      .toSorted((a, b) => compareSeries(this.idOf(a), this.idOf(b)));
    this.#sorted = new Map(
      INDEX_TYPES.map((type) => [
        type,
        Uint32Array.from(numbers.filter((number) => this.idOf(number).indexType === type)),
      ]),
    );
  }

  /** All ids by number, packed: what segment files carry, so that each can be read without this table. */
  packed(): Uint8Array {
    return packAll(this.#series);
  }
}

/** In the place of the type, where the series was lost. */
const LOST = 0xff;

export function packAll(series: readonly (SeriesId | undefined)[]): Uint8Array {
  const bytes = new Uint8Array(series.length * SERIES_BYTES);
  for (const [i, id] of series.entries()) {
    if (id) packSeries(id, bytes, i * SERIES_BYTES);
    else bytes[i * SERIES_BYTES] = LOST;
  }
  return bytes;
}

export function unpackAll(bytes: Uint8Array): (SeriesId | undefined)[] {
  return Array.from({ length: bytes.length / SERIES_BYTES }, (_, i) =>
    bytes[i * SERIES_BYTES] === LOST ? undefined : unpackSeries(bytes, i * SERIES_BYTES),
  );
}
