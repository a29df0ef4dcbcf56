import { byType, INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { compareSeries, type SeriesOrder } from '../../core/ids/series-order.ts';
import { packSeries, SERIES_BYTES, unpackSeries } from './series-bytes.ts';

/**
 * All series that were ever stored, by number. Numbers are assigned once and never change, whatever catalogues come and go;
 * values are served in the order of type and id, not of number. A number whose series was lost with damaged records has no
 * series, and is never reused.
 */
export class SeriesTable {
  readonly #series: (SeriesId | undefined)[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers in series order, grouped by type. */
  #sorted = new Map<IndexType, Uint32Array>(INDEX_TYPES.map((type) => [type, new Uint32Array(0)]));
  readonly #ofOrder = new WeakMap<SeriesOrder, { readonly size: number; readonly numbers: Int32Array }>();

  get size(): number {
    return this.#series.length;
  }

  /** The number must come from `fieldNumber` or `sorted`. */
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

  /** The numbers of a type, in series order. */
  sorted(indexType: IndexType): Uint32Array {
    return this.#sorted.get(indexType) as Uint32Array;
  }

  /** The numbers of all series, in series order. */
  numbers(): number[] {
    return INDEX_TYPES.flatMap((type) => [...this.sorted(type)]);
  }

  /** All series, in order. */
  ids(): SeriesId[] {
    return this.numbers().map((number) => this.idOf(number));
  }

  /** The number of series per type. */
  counts(): Record<IndexType, number> {
    return byType((type) => this.sorted(type).length);
  }

  /** The index in `sorted(indexType)` of the first series after this one; 0 if none is given. */
  positionAfter(indexType: IndexType, after: SeriesId | undefined): number {
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

  /** For each number in the order, the number in this table, or -1. Valid until series are added. */
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
      if (this.#numbers.has(key)) throw new RangeError(`series ${key} already has a number`);
      this.#numbers.set(key, this.#series.length);
      this.#series.push(id);
    }
    this.#sort();
  }

  /** Assigns series to numbers again, undefined if one was lost. Numbers that have a series keep it. */
  restore(series: readonly (SeriesId | undefined)[]): void {
    for (const [number, id] of series.entries()) {
      if (number === this.#series.length) this.#series.push(undefined);
      if (!id || this.has(number)) continue;
      this.#series[number] = id;
      this.#numbers.set(`${id.indexType} ${id.indexId}`, number);
    }
    this.#sort();
  }

  /** Numbers below `size` will not be given to new series. */
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

  /** All ids by number, packed. Segment files contain them, so that each can be read without this table. */
  packed(): Uint8Array {
    return packAll(this.#series);
  }
}

/** Replaces the type if the series was lost. */
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
