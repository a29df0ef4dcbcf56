import { flagsIn, INDEX_TYPES, type FlagMask } from '../core/index-value.ts';
import type { SeriesOrder } from '../core/series-order.ts';
import { formatDatetime, type Millis } from '../core/time.ts';
import { bpsText } from './bps-text.ts';
import { contentTag } from './content-tag.ts';
import { FragmentSheet } from './fragment-sheet.ts';
import type { IndexQualityColumns, QualityRefresh } from './quality-refresh.ts';

const BYTES_A_RECORD = 230;

/** Every record begins with this and its id. */
export const ID_OFFSET = '{"indexId":"'.length;

/** Writes how well the indices of each slot are attested as JSON, off the thread that serves. */
export class IndexQualitySheet {
  readonly #order: SeriesOrder;
  /** What is the same at every slot, by series number. */
  readonly #openings: string[] = [];
  readonly #flags = new Map<FlagMask, string>();

  constructor(order: SeriesOrder) {
    this.#order = order;
  }

  publish(at: Millis, columns: IndexQualityColumns): QualityRefresh['indices'] {
    const { series } = columns;
    const sheet = new FragmentSheet(series.length, BYTES_A_RECORD);
    const timestamp = `${formatDatetime(at)}","exchanges":"`;
    series.forEach((number, row) => sheet.add(this.#record(columns, timestamp, number, row)));
    const { bytes, starts } = sheet.finish();
    const ends = INDEX_TYPES.map((type) => {
      const [, end] = this.#order.rangeOf(type);
      const row = series.findIndex((number) => number >= end);
      return row < 0 ? series.length : row;
    });
    return { bytes, starts, tag: contentTag(bytes), ends };
  }

  #record(
    { exchanges, refused, spreadBps, oneExchangeBps, trustSource, flags }: IndexQualityColumns,
    timestamp: string,
    number: number,
    row: number,
  ): string {
    const spread = bpsText(spreadBps[row]!);
    const oneExchange = bpsText(oneExchangeBps[row]!);
    return (
      `${this.#openingOf(number)}${timestamp}${exchanges[row]}"` +
      (refused[row]! < 0 ? '' : `,"refused":"${refused[row]}"`) +
      (spread === undefined ? '' : `,"spreadBps":"${spread}"`) +
      (oneExchange === undefined ? '' : `,"oneExchangeBps":"${oneExchange}"`) +
      (trustSource[row] ? `,"trustSource":"${trustSource[row]}"` : '') +
      this.#ending(flags[row]!)
    );
  }

  #openingOf(number: number): string {
    const { indexId, indexType } = this.#order.series[number]!;
    return (this.#openings[number] ??= `{"indexId":"${indexId}","indexType":"${indexType}","timestamp":"`);
  }

  #ending(flags: FlagMask): string {
    let text = this.#flags.get(flags);
    if (text === undefined) this.#flags.set(flags, (text = `,"flags":${JSON.stringify(flagsIn(flags))}}`));
    return text;
  }
}
