import { CANDLE_NUMBERS, type Candle } from '../../core/candle.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader, PastSeries, StoredRecord } from '../../history/history-store.ts';
import { candleMonths, candlesOfMonth } from './candle-months.ts';
import { dayValues, recordsOfDay } from './day-values.ts';
import type { OnStep } from './move-place.ts';
import type { SourceDamage } from './source-damage.ts';

/** A side of a comparison. */
export interface ComparedHistory {
  readonly reader: HistoryReader;
  readonly damage: SourceDamage;
}

/** Counts of what was compared and is equal. */
export interface ComparedCounts {
  readonly days: number;
  readonly series: number;
  readonly values: number;
  readonly records: number;
  readonly candles: number;
}

/** The two sides differ; the message names the first difference. */
export class HistoryDifference extends Error {}

/** Reads both histories completely and compares them bit by bit. */
export class HistoryComparison {
  readonly #sides: readonly [ComparedHistory, ComparedHistory];
  readonly #signal: AbortSignal;
  readonly #onStep: OnStep;
  #values = 0;
  #records = 0;
  #candles = 0;

  constructor(sides: readonly [ComparedHistory, ComparedHistory], signal: AbortSignal, onStep: OnStep) {
    this.#sides = sides;
    this.#signal = signal;
    this.#onStep = onStep;
  }

  /** Rejects with a `Difference`, or with an OperatorError if one side is damaged. */
  async run(): Promise<ComparedCounts> {
    const summaries = await this.#both((reader) => reader.summary());
    const series = await this.#same('the series', (reader) => reader.series(), keyOf);
    await this.#same(
      'the last tick',
      one((reader) => reader.lastTick()),
      stampedOf,
    );
    await this.#same(
      'the state of the engine',
      one((reader) => reader.lastState()),
      stateOf,
    );
    const days = await this.#same('the days with ticks', (reader) => daysOf(reader), formatDatetime);
    const months = candleMonths(...summaries);
    const all = days.length + months.length;
    for (const [i, day] of days.entries()) {
      this.#step(dayName(day), i, all);
      await this.#compareDay(day, series);
    }
    for (const [i, month] of months.entries()) {
      const name = `end-of-day records of ${dayName(month).slice(0, 7)}`;
      this.#step(name, days.length + i, all);
      const candles = await this.#same(name, (reader) => candlesOfMonth(reader, month), candleText);
      this.#candles += candles.length;
    }
    return {
      days: days.length,
      series: series.length,
      values: this.#values,
      records: this.#records,
      candles: this.#candles,
    };
  }

  async #compareDay(day: Millis, series: readonly SeriesId[]): Promise<void> {
    const name = dayName(day);
    const records = await this.#same(
      `the records of ticks of ${name}`,
      (reader) => recordsOfDay(reader, day),
      stampedOf,
    );
    this.#records += records.length;
    const [from, to] = this.#sides.map(({ reader }) => dayValues(reader, series, day)) as [Parts, Parts];
    for (;;) {
      this.#signal.throwIfAborted();
      const [here, there] = [await from.next(), await to.next()];
      this.#refuseDamage(name);
      if (here.done || there.done) return;
      this.#compareSeries(day, here.value, there.value);
    }
  }

  #compareSeries(day: Millis, here: readonly PastSeries[], there: readonly PastSeries[]): void {
    const known = new Map(there.map((one) => [keyOf(one), one]));
    for (const series of here) {
      const other = known.get(keyOf(series));
      known.delete(keyOf(series));
      const place = other ? firstOther(series, other) : 0;
      if (place >= 0)
        throw new HistoryDifference(
          `${keyOf(series)} at ${instantOf(day, series, place)}: ${valueText(series, place)} and ${valueText(other, place)}`,
        );
      this.#values += series.slots.length;
    }
    const [added] = known.values();
    if (added)
      throw new HistoryDifference(
        `${keyOf(added)} at ${instantOf(day, added, 0)}: nothing and ${valueText(added, 0)}`,
      );
  }

  /** Reads the same items from both sides; throws if they differ. */
  async #same<T>(
    what: string,
    read: (reader: HistoryReader) => Promise<readonly T[]>,
    textOf: (item: T) => string,
  ): Promise<readonly T[]> {
    const [here, there] = await this.#both(read);
    this.#refuseDamage(what);
    for (let i = 0; i < Math.max(here.length, there.length); i++) {
      const [a, b] = [here[i], there[i]].map((item) => (item === undefined ? 'nothing' : textOf(item)));
      if (a !== b) throw new HistoryDifference(`${what}: ${a} and ${b}`);
    }
    return here;
  }

  async #both<T>(read: (reader: HistoryReader) => Promise<T>): Promise<[T, T]> {
    const [here, there] = this.#sides;
    return [await read(here.reader), await read(there.reader)];
  }

  #refuseDamage(what: string): void {
    for (const { damage } of this.#sides) damage.throwIfFound(what);
  }

  #step(what: string, done: number, all: number): void {
    this.#signal.throwIfAborted();
    this.#onStep({ work: 'compare', what, done, all });
  }
}

type Parts = AsyncGenerator<readonly PastSeries[]>;
type Read<T> = (reader: HistoryReader) => Promise<T>;

const keyOf = ({ indexType, indexId }: SeriesId) => `${indexType} ${indexId}`;
const dayName = (day: Millis) => formatDatetime(day).slice(0, 10);

function one<T>(read: Read<T | undefined>): Read<readonly T[]> {
  return async (reader) => {
    const found = await read(reader);
    return found === undefined ? [] : [found];
  };
}

const daysOf: Read<readonly Millis[]> = async (reader) => (await reader.summary()).days;

const stampedOf = ({ at, record }: StoredRecord) => `${formatDatetime(at)} ${textOfBytes(record)}`;
const stateOf = ({ at, state }: { readonly at: Millis; readonly state: Uint8Array }) =>
  `${formatDatetime(at)} ${textOfBytes(state)}`;

function textOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

function candleText(candle: Candle): string {
  const numbers = CANDLE_NUMBERS.map((name) => `${name} ${numberText(candle[name])}`);
  return `${keyOf(candle)} ${formatDatetime(candle.startAt)} ${numbers.join(' ')} flags ${candle.flags}`;
}

/** The first row that differs; -1 if all are equal. */
function firstOther(a: PastSeries, b: PastSeries): number {
  const rows = Math.max(a.slots.length, b.slots.length);
  for (let row = 0; row < rows; row++) {
    const isSame =
      a.slots[row] === b.slots[row] &&
      Object.is(a.prices[row], b.prices[row]) &&
      Object.is(a.volumes[row], b.volumes[row]) &&
      Object.is(a.tickVolumes[row], b.tickVolumes[row]) &&
      a.flags[row] === b.flags[row];
    if (!isSame) return row;
  }
  return -1;
}

function instantOf(day: Millis, { slots }: PastSeries, row: number): string {
  return formatDatetime(day + ((slots[row] ?? slots.at(-1) ?? 0) + 1) * SLOT_MS);
}

function valueText(series: PastSeries | undefined, row: number): string {
  if (!series || row >= series.slots.length) return 'nothing';
  const { slots, prices, volumes, tickVolumes, flags } = series;
  return (
    `price ${numberText(prices[row]!)} volume ${numberText(volumes[row]!)} ` +
    `tick volume ${numberText(tickVolumes[row]!)} flags ${flags[row]} in slot ${slots[row]}`
  );
}

/** Different for every number, including -0. */
function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
