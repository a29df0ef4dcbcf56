import { compareIds } from './id-order.ts';
import { byType, INDEX_TYPES, type IndexType, type SeriesId } from '../index-value.ts';
import { atOnce, everySo, type Slices } from '../async/slices.ts';
import { sortedIds } from './sorted-ids.ts';
import { LX_INDICES } from './well-known-ids.ts';

/** An order depends on nothing but which ids there are. */
interface Entities {
  readonly markets: readonly { readonly id: string }[];
  readonly assets: readonly { readonly id: string }[];
}

/** An order that is ready to be used. */
interface SeriesParts {
  readonly series: readonly SeriesId[];
  readonly numbers: Readonly<Record<IndexType, ReadonlyMap<string, number>>>;
  readonly firstOfType: readonly number[];
}

const SERIES_A_STEP = 1000;

/**
 * Every series that a catalogue can have, numbered in the order in which values of one instant are served: by type
 * (MWA, GWA, LX), then by id. Two threads that hold the same catalogue number the series alike.
 */
export class SeriesOrder {
  readonly series: readonly SeriesId[];
  readonly #numbers: Readonly<Record<IndexType, ReadonlyMap<string, number>>>;
  readonly #firstOfType: readonly number[];

  constructor(entities: Entities | SeriesParts) {
    const { series, numbers, firstOfType } = 'series' in entities ? entities : atOnce(partsOf(entities));
    this.series = series;
    this.#numbers = numbers;
    this.#firstOfType = firstOfType;
  }

  /** The same, for a thread in which others wait. */
  static *inSlices(entities: Entities): Slices<SeriesOrder> {
    return new SeriesOrder(yield* partsOf(entities));
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
    yield* everySo(sorted, SERIES_A_STEP, (indexId) => {
      numbers[indexType].set(indexId, series.length);
      series.push({ indexType, indexId });
    });
    firstOfType.push(series.length);
  }
  return { series, numbers, firstOfType };
}
