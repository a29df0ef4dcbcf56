import { entityKey, recordId } from '../../core/record-id.ts';
import type { SeriesOrder } from '../../core/series-order.ts';
import type { StoredValue } from '../../history/history-store.ts';
import { IndexTickerText, TICK_KINDS } from '../../latest/index-ticker-text.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { SeriesCursors } from './series-cursors.ts';

/** Index records as clients see them: their ids, their text, and cursors into them. */
export class IndexRecords {
  readonly order: SeriesOrder;
  readonly cursors: SeriesCursors;
  readonly #text = new IndexTickerText();

  constructor(order: SeriesOrder) {
    this.order = order;
    this.cursors = new SeriesCursors(order, TICK_KINDS, 'IndexTicker', 'must be the id of an index ticker');
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
