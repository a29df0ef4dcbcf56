import { formatNumber } from '../../core/numbers/decimal.ts';
import { flagsIn, type FlagMask, type SeriesId } from '../../core/index-value.ts';
import { recordPrefix, type RecordKind } from '../../core/ids/record-prefix.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import { seriesKey, tickKind } from './series-record-id.ts';

/** A published value of a series. */
export interface TickValue {
  readonly price: number;
  readonly volume: number;
  /** NaN for series without one. */
  readonly tickVolume: number;
  readonly flags: FlagMask;
}

/** Writes index ticks as JSON. The constant parts of a series are written once. */
export class IndexTickerText {
  /** By index id: an id belongs to one type only. */
  readonly #middles = new Map<string, string>();
  readonly #flags = new Map<FlagMask, string>([[0, '"}']]);
  #at: Millis = Number.NaN;
  #timestamp = '';
  readonly #prefixes = new Map<RecordKind, string>();

  record(series: SeriesId, at: Millis, { price, volume, tickVolume, flags }: TickValue): string {
    if (at !== this.#at) this.#turnTo(at);
    const id = this.#prefixOf(tickKind(series.indexType)) + this.#middleOf(series);
    const traded = Number.isNaN(tickVolume) ? '' : `","tickVolume":"${formatNumber(tickVolume)}`;
    return `{"id":"${id}${formatNumber(price)}","volume":"${formatNumber(volume)}${this.#timestamp}${traded}${this.#ending(flags)}`;
  }

  #middleOf(series: SeriesId): string {
    const { indexType, indexId } = series;
    let middle = this.#middles.get(indexId);
    if (middle === undefined) {
      middle = `${seriesKey(series)}","indexId":"${indexId}","indexType":"${indexType}","price":"`;
      this.#middles.set(indexId, middle);
    }
    return middle;
  }

  #turnTo(at: Millis): void {
    this.#at = at;
    this.#timestamp = `","timestamp":"${formatDatetime(at)}`;
    this.#prefixes.clear();
  }

  #prefixOf(kind: RecordKind): string {
    let prefix = this.#prefixes.get(kind);
    if (prefix === undefined) this.#prefixes.set(kind, (prefix = recordPrefix(kind, this.#at)));
    return prefix;
  }

  #ending(flags: FlagMask): string {
    let text = this.#flags.get(flags);
    if (text === undefined) this.#flags.set(flags, (text = `","flags":${JSON.stringify(flagsIn(flags))}}`));
    return text;
  }
}
