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

/** Versions of the market, for series and their names. */
export interface SeriesVersions {
  readonly current: Pick<ServedMarket, 'series' | 'register' | 'catalogue' | 'names'>;
}

/** Record ids as cursors: an id contains its position, so no look-up is needed. */
export class SeriesCursors {
  readonly #versions: SeriesVersions;
  readonly #kindOf: (indexType: IndexType) => RecordKind;
  readonly #object: ErrorObject;
  readonly #expects: string;

  constructor(
    versions: SeriesVersions,
    kindOf: (indexType: IndexType) => RecordKind,
    object: ErrorObject,
    expects: string,
  ) {
    this.#versions = versions;
    this.#kindOf = kindOf;
    this.#object = object;
    this.#expects = expects;
  }

  /** Undefined for an id of another kind, or of an unknown series. */
  cursorOf(id: string): SeriesCursor | undefined {
    const position = decodeRecordId(id);
    const after = position && this.#versions.current.register.seriesKeys.seriesOf(position.entityKey);
    if (!after || this.#kindOf(after.indexType) !== position.kind) return undefined;
    return { at: position.at, after };
  }

  problems(startAfter: string | undefined): FieldError[] {
    if (startAfter === undefined || this.cursorOf(startAfter)) return [];
    const [object, message] = [this.#object, this.#expects];
    return [{ object, field: 'startAfter', rejectedValue: startAfter, message }];
  }
}
