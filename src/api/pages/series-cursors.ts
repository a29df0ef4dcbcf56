import type { ErrorObject, FieldError } from '../../contract/errors.ts';
import type { IndexType, SeriesId } from '../../core/index-value.ts';
import { decodeRecordId } from '../../core/ids/record-id.ts';
import type { RecordKind } from '../../core/ids/record-prefix.ts';
import type { Millis } from '../../core/time.ts';
import type { ServedMarket } from '../../latest/market/served-market.ts';

/** The record after which a page begins. */
export interface SeriesCursor {
  readonly at: Millis;
  readonly after: SeriesId;
}

/** The versions of the market, as far as series and their names are concerned. */
export interface SeriesVersions {
  readonly current: Pick<ServedMarket, 'series' | 'register' | 'catalogue' | 'names'>;
}

/** Record ids of series as cursors: they carry their position, so none is looked up. */
export class SeriesCursors {
  readonly #versions: SeriesVersions;
  readonly #types: ReadonlyMap<RecordKind, IndexType>;
  readonly #object: ErrorObject;
  readonly #expects: string;

  constructor(
    versions: SeriesVersions,
    kinds: Readonly<Record<IndexType, RecordKind>>,
    object: ErrorObject,
    expects: string,
  ) {
    this.#versions = versions;
    this.#types = new Map(Object.entries(kinds).map(([type, kind]) => [kind, type as IndexType]));
    this.#object = object;
    this.#expects = expects;
  }

  /** Undefined for an id that is not of these kinds, or of no series. */
  cursorOf(id: string): SeriesCursor | undefined {
    const position = decodeRecordId(id);
    const indexType = position && this.#types.get(position.kind);
    const { register } = this.#versions.current;
    const indexId = position && register.seriesKeys.indexIdOf(position.entityKey);
    if (!indexType || indexId === undefined) return undefined;
    const after = { indexType, indexId };
    return register.seriesKeys.has(after) ? { at: position.at, after } : undefined;
  }

  problems(startAfter: string | undefined): FieldError[] {
    if (startAfter === undefined || this.cursorOf(startAfter)) return [];
    const [object, message] = [this.#object, this.#expects];
    return [{ object, field: 'startAfter', rejectedValue: startAfter, message }];
  }
}
