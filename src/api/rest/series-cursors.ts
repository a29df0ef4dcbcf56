import type { ErrorObject, FieldError } from '../../core/errors.ts';
import type { IndexType, SeriesId } from '../../core/index-value.ts';
import { decodeRecordId, entityKey, type RecordKind } from '../../core/record-id.ts';
import { compareSeries, type SeriesOrder } from '../../core/series-order.ts';
import type { Millis } from '../../core/time.ts';

/** The record after which a page begins. */
export interface SeriesCursor {
  readonly at: Millis;
  readonly after: SeriesId;
}

/** Record ids of series as cursors: they carry their position, so none is looked up. */
export class SeriesCursors {
  readonly #order: SeriesOrder;
  readonly #types: ReadonlyMap<RecordKind, IndexType>;
  readonly #idsByKey: ReadonlyMap<string, string>;
  readonly #object: ErrorObject;
  readonly #expects: string;

  constructor(
    order: SeriesOrder,
    kinds: Readonly<Record<IndexType, RecordKind>>,
    object: ErrorObject,
    expects: string,
  ) {
    this.#order = order;
    this.#types = new Map(Object.entries(kinds).map(([type, kind]) => [kind, type as IndexType]));
    this.#idsByKey = new Map(order.series.map(({ indexId }) => [entityKey(indexId), indexId]));
    this.#object = object;
    this.#expects = expects;
  }

  /** Undefined for an id that is not of these kinds, or of no series. */
  cursorOf(id: string): SeriesCursor | undefined {
    const position = decodeRecordId(id);
    const indexType = position && this.#types.get(position.kind);
    const indexId = position && this.#idsByKey.get(position.entityKey);
    if (!indexType || indexId === undefined) return undefined;
    const after = { indexType, indexId };
    return this.#order.numberOf(after) === undefined ? undefined : { at: position.at, after };
  }

  problems(startAfter: string | undefined): FieldError[] {
    if (startAfter === undefined || this.cursorOf(startAfter)) return [];
    const [object, message] = [this.#object, this.#expects];
    return [{ object, field: 'startAfter', rejectedValue: startAfter, message }];
  }
}

/** Whether a series still has its record at the cursor's own instant to come: it comes after the cursor's series. */
export function startsAfter(series: SeriesId, after: SeriesId | undefined): boolean {
  return after === undefined || compareSeries(series, after) > 0;
}
