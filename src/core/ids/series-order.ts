import { compareIds } from './id-order.ts';
import { byType, INDEX_TYPES, type IndexType, type SeriesId } from '../index-value.ts';
import { runToEnd, inBatches, type Slices } from '../async/slices.ts';
import { sortedIds } from './sorted-ids.ts';
import { LX_INDICES } from './well-known-ids.ts';

/** The order depends only on which ids exist. */
interface Entities {
  readonly markets: readonly { readonly id: string }[];
  readonly assets: readonly { readonly id: string }[];
}

/** The order in computed form. */
interface SeriesParts {
  readonly series: readonly SeriesId[];
  readonly numbers: Readonly<Record<IndexType, ReadonlyMap<string, number>>>;
  readonly firstOfType: readonly number[];
}

const SERIES_PER_STEP = 1000;

/**
 * All series that a catalogue can have, numbered in the order in which the values of one instant are served: by type (MWA, GWA,
 * LX), then by id. Two threads with the same catalogue number the series alike.
 */
export class SeriesOrder {
  readonly series: readonly SeriesId[];
  readonly #numbers: Readonly<Record<IndexType, ReadonlyMap<string, number>>>;
  readonly #firstOfType: readonly number[];

  constructor(entities: Entities | SeriesParts) {
    const { series, numbers, firstOfType } = 'series' in entities ? entities : runToEnd(partsOf(entities));
    this.series = series;
    this.#numbers = numbers;
    this.#firstOfType = firstOfType;
  }

  /** The same as the constructor, in slices, for a thread that serves requests. */
  static *inSlices(entities: Entities): Slices<SeriesOrder> {
    return new SeriesOrder(yield* partsOf(entities));
  }

  numberOf({ indexType, indexId }: SeriesId): number | undefined {
    return this.#numbers[indexType].get(indexId);
  }

  /** The numbers of a type are consecutive: the first one, and the one after the last. */
  rangeOf(indexType: IndexType): readonly [number, number] {
    const position = INDEX_TYPES.indexOf(indexType);
    return [this.#firstOfType[position] ?? 0, this.#firstOfType[position + 1] ?? 0];
  }

  /** The type of an index id; an id belongs to one type only. */
  typeOf(indexId: string): IndexType | undefined {
    return INDEX_TYPES.find((indexType) => this.#numbers[indexType].has(indexId));
  }
}

/** The order of series, valid across catalogues. */
export function compareSeries(a: SeriesId, b: SeriesId): number {
  return (
    INDEX_TYPES.indexOf(a.indexType) - INDEX_TYPES.indexOf(b.indexType) || compareIds(a.indexId, b.indexId)
  );
}

function* partsOf({ markets, assets }: Entities): Slices<SeriesParts> {
  const ids: Record<IndexType, string[]> = {
    MWA: markets.map(({ id }) => id),
    GWA: assets.map(({ id }) => id),
    LX: Object.values(LX_INDICES),
  };
  const series: SeriesId[] = [];
  const numbers = byType(() => new Map<string, number>());
  const firstOfType = [0];
  for (const indexType of INDEX_TYPES) {
    const sorted = yield* sortedIds(ids[indexType]);
    yield* inBatches(sorted, SERIES_PER_STEP, (indexId) => {
      numbers[indexType].set(indexId, series.length);
      series.push({ indexType, indexId });
    });
    firstOfType.push(series.length);
  }
  return { series, numbers, firstOfType };
}
