import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { compareSeries, type SeriesOrder } from '../../core/ids/series-order.ts';
import type { Millis } from '../../core/time.ts';
import type { IndexRefresh } from './index-refresh.ts';
import type { ServedMarket } from '../market/served-market.ts';
import { PreparedAnswer } from '../answers/prepared-answer.ts';

/** The last record of a series that is not in the newest slot. */
export interface PastRecord {
  readonly series: SeriesId;
  readonly at: Millis;
  readonly price: number;
  readonly fragment: Buffer;
}

const OPENING = Buffer.from('{"content":[');
const CLOSING = Buffer.from(']}');
const COMMA = Buffer.from(',');
const NOTHING = Buffer.from('{"content":[]}');

/**
 * The newest value of every index as JSON: those of the newest slot in the order of series, then older ones,
 * newest first.
 */
export class IndexTickers {
  #market: ServedMarket;
  /** By index id, because numbers change with the version. */
  readonly #past = new Map<string, PastRecord>();
  #refresh: IndexRefresh;
  #bytes: Buffer;
  /** Answers for this slot, cached until the next; at most one per series. */
  #byTypes = new Map<string, PreparedAnswer>();
  #bySeries = new Map<string, PreparedAnswer>();
  /** Whether records of the shown slot may be remembered. */
  #isShownStored = true;
  /** How often the past changed since the shown slot was. */
  #pastChanges = 0;

  /** `past`: last records from history, for series that the first refresh may lack. */
  constructor(market: ServedMarket, past: Iterable<PastRecord>, first: IndexRefresh) {
    this.#market = market;
    for (const record of past) this.#past.set(record.series.indexId, record);
    this.#refresh = first;
    this.#bytes = asBuffer(first);
    this.#forgetPast(first);
  }

  get at(): Millis {
    return this.#refresh.at;
  }

  get count(): number {
    return this.#refresh.series.length;
  }

  /** The version whose numbers the refresh uses, even if a newer one is current. */
  get market(): ServedMarket {
    return this.#market;
  }

  get refresh(): IndexRefresh {
    return this.#refresh;
  }

  /** The last record of a series that is not in the newest slot. */
  pastOf({ indexId }: SeriesId, notBefore: Millis): PastRecord | undefined {
    const past = this.#past.get(indexId);
    return past && past.at >= notBefore ? past : undefined;
  }

  /** The same for all series of a type. */
  pastOfType(indexType: IndexType, notBefore: Millis): PastRecord[] {
    return [...this.#past.values()].filter(
      ({ series, at }) => series.indexType === indexType && at >= notBefore,
    );
  }

  /** `market` is the version whose numbers the refresh uses. */
  replace(next: IndexRefresh, market: ServedMarket = this.#market): void {
    this.#rememberMissing(next, market.series);
    this.#market = market;
    this.#refresh = next;
    this.#bytes = asBuffer(next);
    this.#isShownStored = true;
    this.#pastChanges = 0;
    this.#dropAnswers();
    this.#forgetPast(next);
  }

  /** Forgets all last records, and remembers none of the shown slot: history may have lost their ticks. */
  dropPast(): void {
    this.#past.clear();
    this.#isShownStored = false;
    this.#pastChanged();
  }

  /** Adds last records from history. A newer record that is remembered stays. */
  addPast(records: Iterable<PastRecord>): void {
    const isShown = new Set(this.#refresh.series);
    for (const record of records) {
      const { indexId } = record.series;
      const number = this.#market.series.numberOf(record.series);
      if (number !== undefined && isShown.has(number)) continue;
      if (record.at > (this.#past.get(indexId)?.at ?? -Infinity)) this.#past.set(indexId, record);
    }
    this.#pastChanged();
  }

  /** Every index of these types, unless its last value is older than the window. */
  ofTypes(types: readonly IndexType[], notBefore: Millis): PreparedAnswer {
    const key = types.join();
    let answer = this.#byTypes.get(key);
    if (!answer) {
      answer = this.#answer(
        INDEX_TYPES.filter((type) => types.includes(type)),
        notBefore,
      );
      this.#byTypes.set(key, answer);
    }
    return answer;
  }

  ofSeries(id: SeriesId, notBefore: Millis): PreparedAnswer {
    let answer = this.#bySeries.get(id.indexId);
    if (!answer) {
      const fragment = this.fragmentOf(id, notBefore);
      const body = fragment ? Buffer.concat([OPENING, fragment, CLOSING]) : NOTHING;
      answer = new PreparedAnswer(body, this.#tag);
      this.#bySeries.set(id.indexId, answer);
    }
    return answer;
  }

  /** The record as it is written in a list. */
  fragmentOf(id: SeriesId, notBefore: Millis): Buffer | undefined {
    const series = this.#market.series.numberOf(id);
    if (series === undefined) return undefined;
    const position = positionOf(this.#refresh.series, series);
    if (this.#refresh.series[position] === series) return this.#fragmentAt(position);
    return this.pastOf(id, notBefore)?.fragment;
  }

  /** The price as a number. */
  priceOf(id: SeriesId, notBefore: Millis): number | undefined {
    const series = this.#market.series.numberOf(id);
    if (series === undefined) return undefined;
    const position = positionOf(this.#refresh.series, series);
    if (this.#refresh.series[position] === series) return this.#refresh.prices[position];
    return this.pastOf(id, notBefore)?.price;
  }

  /** Different for each content of the same slot. */
  get #tag(): string {
    const { tag } = this.#refresh;
    return this.#pastChanges === 0 ? tag : `${tag}-${this.#pastChanges}`;
  }

  #pastChanged(): void {
    this.#pastChanges++;
    this.#dropAnswers();
  }

  #dropAnswers(): void {
    this.#byTypes = new Map();
    this.#bySeries = new Map();
  }

  #answer(types: readonly IndexType[], notBefore: Millis): PreparedAnswer {
    const ranges = types.map((type) => this.#rangeOf(type)).filter((range) => range.length > 0);
    const past = [...this.#past.values()]
      .filter(({ series, at }) => at >= notBefore && types.includes(series.indexType))
      .toSorted((a, b) => b.at - a.at || compareSeries(a.series, b.series));
    const parts = [...ranges, ...past.map(({ fragment }) => fragment)];
    const joined = parts.flatMap((part, i) => (i === 0 ? [part] : [COMMA, part]));
    // Tokens of different scopes get different bodies from the same URL.
    return new PreparedAnswer(Buffer.concat([OPENING, ...joined, CLOSING]), `${this.#tag}-${types.join('')}`);
  }

  /** Records of one type are contiguous. */
  #rangeOf(type: IndexType): Buffer {
    const { series, starts } = this.#refresh;
    const [first, end] = this.#market.series.rangeOf(type).map((number) => positionOf(series, number)) as [
      number,
      number,
    ];
    return first === end
      ? this.#bytes.subarray(0, 0)
      : this.#bytes.subarray(starts[first], (starts[end] ?? 0) - 1);
  }

  #fragmentAt(position: number): Buffer {
    const { starts } = this.#refresh;
    return this.#bytes.subarray(starts[position], (starts[position + 1] ?? 0) - 1);
  }

  /** Remembers records of the shown slot that are missing in the next one. */
  #rememberMissing(next: IndexRefresh, order: SeriesOrder): void {
    if (!this.#isShownStored) return;
    const { at, series: numbers, prices } = this.#refresh;
    const present = new Set(next.series);
    numbers.forEach((number, position) => {
      const series = this.#market.series.series[number] as SeriesId;
      const nextNumber = order === this.#market.series ? number : order.numberOf(series);
      if (nextNumber !== undefined && present.has(nextNumber)) return;
      const fragment = Buffer.from(this.#fragmentAt(position));
      const price = prices[position] ?? Number.NaN;
      this.#past.set(series.indexId, { series, at, price, fragment });
    });
  }

  #forgetPast({ series }: IndexRefresh): void {
    if (this.#past.size === 0) return;
    for (const number of series) this.#past.delete(this.#market.series.series[number]?.indexId ?? '');
  }
}

function asBuffer({ bytes }: IndexRefresh): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** Position of the number in an ascending list, or where it would be inserted. */
function positionOf(ascending: Uint32Array, number: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
