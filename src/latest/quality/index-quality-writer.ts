import { flagsIn, INDEX_TYPES, type FlagMask } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { bpsText } from '../bytes/bps-text.ts';
import { contentTag } from '../bytes/content-tag.ts';
import { JsonRecordWriter } from '../bytes/json-record-writer.ts';
import type { IndexQualityColumns, QualityRefresh } from './quality-refresh.ts';
import { DESCRIPTORS } from '../../engine/index-types/index-types.ts';

const BYTES_PER_RECORD = 330;

/** Every record begins with this and its id. */
export const ID_OFFSET = '{"indexId":"'.length;

/** Writes the quality of each slot's indices as JSON, outside the serving thread. */
export class IndexQualityWriter {
  readonly #order: SeriesOrder;
  /** The constant part of each record, by series number. */
  readonly #openings: string[] = [];
  readonly #flags = new Map<FlagMask, string>();

  constructor(order: SeriesOrder) {
    this.#order = order;
  }

  write(at: Millis, columns: IndexQualityColumns): QualityRefresh['indices'] {
    const { series } = columns;
    const writer = new JsonRecordWriter(series.length, BYTES_PER_RECORD);
    const { resistanceAt } = columns;
    const dated =
      resistanceAt === undefined || resistanceAt === at
        ? ''
        : `,"resistanceAt":"${formatDatetime(resistanceAt)}"`;
    const timestamp = `${formatDatetime(at)}","exchanges":"`;
    series.forEach((number, row) => writer.add(this.#record(columns, timestamp, dated, number, row)));
    const { bytes, starts } = writer.finish();
    const ends = INDEX_TYPES.map((type) => {
      const [, end] = this.#order.rangeOf(type);
      const row = series.findIndex((number) => number >= end);
      return row < 0 ? series.length : row;
    });
    return { bytes, starts, tag: contentTag(bytes), ends };
  }

  #record(
    columns: IndexQualityColumns,
    timestamp: string,
    dated: string,
    number: number,
    row: number,
  ): string {
    const { exchanges, refused, spreadBps, trustSource, flags } = columns;
    const spread = bpsText(spreadBps[row]!);
    return (
      `${this.#openingOf(number)}${timestamp}${exchanges[row]}"` +
      (refused[row]! < 0 ? '' : `,"refused":"${refused[row]}"`) +
      (spread === undefined ? '' : `,"spreadBps":"${spread}"`) +
      (trustSource[row] ? `,"trustSource":"${trustSource[row]}"` : '') +
      this.#flagsText(flags[row]!) +
      this.#resistance(columns, dated, number, row)
    );
  }

  /** `dated`: the tick of numbers that are not computed at every tick, if it is another one. */
  #resistance(
    { oneExchangeBps, exchangesToMove1Percent, isAtLeast }: IndexQualityColumns,
    dated: string,
    number: number,
    row: number,
  ): string {
    const oneExchange = bpsText(oneExchangeBps[row]!);
    const exchanges = exchangesToMove1Percent[row]!;
    const isDated = exchanges > 0 || (oneExchange !== undefined && this.#isOneExchangeDated(number));
    return (
      (oneExchange === undefined ? '' : `,"oneExchangeBps":"${oneExchange}"`) +
      (exchanges === 0 ? '' : `,"exchangesToMove1Percent":${exchanges}`) +
      (isAtLeast[row] === 1 ? ',"atLeast":true' : '') +
      `${isDated ? dated : ''}}`
    );
  }

  #isOneExchangeDated(number: number): boolean {
    return DESCRIPTORS[this.#order.series[number]!.indexType].quality.isOneExchangeDated;
  }

  #openingOf(number: number): string {
    const { indexId, indexType } = this.#order.series[number]!;
    return (this.#openings[number] ??= `{"indexId":"${indexId}","indexType":"${indexType}","timestamp":"`);
  }

  #flagsText(flags: FlagMask): string {
    let text = this.#flags.get(flags);
    if (text === undefined) this.#flags.set(flags, (text = `,"flags":${JSON.stringify(flagsIn(flags))}`));
    return text;
  }
}
