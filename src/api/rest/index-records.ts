import type { IndexType, SeriesId } from '../../core/index-value.ts';
import { decodeRecordId, entityKey, recordId } from '../../core/record-id.ts';
import { compareSeries, type SeriesOrder } from '../../core/series-order.ts';
import type { Millis } from '../../core/time.ts';
import type { StoredValue } from '../../history/history-store.ts';
import { IndexTickerText, TICK_KINDS } from '../../latest/index-ticker-text.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';

/** The record after which a page begins. */
export interface IndexCursor {
  readonly at: Millis;
  readonly after: SeriesId;
}

const TYPE_OF_KIND = new Map(Object.entries(TICK_KINDS).map(([type, kind]) => [kind, type as IndexType]));

/** Index records as clients see them: their ids, their text, and cursors into them. */
export class IndexRecords {
  readonly order: SeriesOrder;
  readonly #text = new IndexTickerText();
  readonly #idsByKey: ReadonlyMap<string, string>;

  constructor(order: SeriesOrder) {
    this.order = order;
    this.#idsByKey = new Map(order.series.map(({ indexId }) => [entityKey(indexId), indexId]));
  }

  /** Undefined for an id that is not of an index tick. */
  cursorOf(id: string): IndexCursor | undefined {
    const position = decodeRecordId(id);
    const indexType = position && TYPE_OF_KIND.get(position.kind);
    const indexId = position && this.#idsByKey.get(position.entityKey);
    if (!indexType || indexId === undefined) return undefined;
    const after = { indexType, indexId };
    return this.order.numberOf(after) === undefined ? undefined : { at: position.at, after };
  }

  /** The instant from which one series goes on: the cursor's own has been served if its series comes first. */
  startIn(
    series: SeriesId,
    from: { readonly atOrBefore: Millis; readonly after?: SeriesId | undefined },
  ): Millis {
    const served = from.after !== undefined && compareSeries(series, from.after) <= 0;
    return served ? from.atOrBefore - 1 : from.atOrBefore;
  }

  page(values: readonly StoredValue[], more: boolean): PreparedAnswer {
    const last = values.at(-1);
    const ending = more && last ? `],"nextId":"${this.idOf(last)}"}` : ']}';
    return PreparedAnswer.ofJson(
      `{"content":[${values.map((value) => this.textOf(value)).join(',')}${ending}`,
    );
  }

  idOf({ indexType, indexId, at }: StoredValue): string {
    return recordId(TICK_KINDS[indexType], at, entityKey(indexId));
  }

  textOf(value: StoredValue): string {
    return this.#text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });
  }
}
