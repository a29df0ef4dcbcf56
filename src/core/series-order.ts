import { compareIds } from './id-order.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from './index-value.ts';
import type { ReferenceData } from './reference-data.ts';
import { LX_INDICES } from './well-known-ids.ts';

/**
 * Every series that a catalogue can have, numbered in the order in which values of one instant are served: by type
 * (MWA, GWA, LX), then by id. Two threads that hold the same catalogue number the series alike.
 */
export class SeriesOrder {
  readonly series: readonly SeriesId[];
  readonly #numbers: Readonly<Record<IndexType, ReadonlyMap<string, number>>>;
  readonly #firstOfType: readonly number[];

  constructor({ markets, assets }: Pick<ReferenceData, 'markets' | 'assets'>) {
    const ids: Record<IndexType, string[]> = {
      MWA: markets.map(({ id }) => id),
      GWA: assets.map(({ id }) => id),
      LX: Object.values(LX_INDICES),
    };
    const firstOfType = [0];
    this.series = INDEX_TYPES.flatMap((indexType) => {
      const sorted = ids[indexType].toSorted(compareIds);
      firstOfType.push((firstOfType.at(-1) ?? 0) + sorted.length);
      return sorted.map((indexId): SeriesId => ({ indexType, indexId }));
    });
    this.#firstOfType = firstOfType;
    const numbers = { MWA: new Map<string, number>(), GWA: new Map(), LX: new Map() };
    this.series.forEach(({ indexType, indexId }, number) => numbers[indexType].set(indexId, number));
    this.#numbers = numbers;
  }

  numberOf({ indexType, indexId }: SeriesId): number | undefined {
    return this.#numbers[indexType].get(indexId);
  }

  /** Numbers of a type are consecutive: from the first up to, not including, the second. */
  rangeOf(indexType: IndexType): readonly [number, number] {
    const place = INDEX_TYPES.indexOf(indexType);
    return [this.#firstOfType[place] ?? 0, this.#firstOfType[place + 1] ?? 0];
  }

  /** The type of an id: an id belongs to one type only. */
  typeOf(indexId: string): IndexType | undefined {
    return INDEX_TYPES.find((indexType) => this.#numbers[indexType].has(indexId));
  }
}

/** The order of series, also between catalogues. */
export function compareSeries(a: SeriesId, b: SeriesId): number {
  return (
    INDEX_TYPES.indexOf(a.indexType) - INDEX_TYPES.indexOf(b.indexType) || compareIds(a.indexId, b.indexId)
  );
}
