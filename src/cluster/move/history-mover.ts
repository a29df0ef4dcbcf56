import { OperatorError } from '../../core/errors.ts';
import { byType, INDEX_TYPES, type SeriesId } from '../../core/index-value.ts';
import { SeriesOrder } from '../../core/ids/series-order.ts';
import { dayOfTick, formatDatetime, hourOfTick, SLOT_MS, type Millis } from '../../core/time.ts';
import { setRow, seriesColumns, valueColumns } from '../../core/value-columns.ts';
import type {
  HistoryReader,
  HistoryStore,
  LastTick,
  PastSeries,
  StoredRecord,
  StoredValue,
  TickSlice,
} from '../../history/history-store.ts';
import { candleMonths, candlesOfMonth, yearOf } from './candle-months.ts';
import { dayValues, recordsOfDay } from './day-values.ts';
import type { MoveLedger } from './move-ledger.ts';
import type { OnStep } from './move-place.ts';
import type { SourceDamage } from './source-damage.ts';

export interface HistoryMove {
  readonly source: HistoryReader;
  readonly damage: SourceDamage;
  readonly target: HistoryStore;
  readonly targetName: string;
  readonly ledger: MoveLedger;
  readonly signal: AbortSignal;
  readonly onStep: OnStep;
}

const MAX_VALUES = 1e9;

/**
 * Copies ticks, records, state, series and end-of-day records to the target. It first appends the newest ticks one by one, because
 * a store accepts past values only before a tick that it has. Then it copies days and months; each is stored completely or not at
 * all, and copying one again changes nothing.
 */
export class HistoryMover {
  readonly #move: HistoryMove;

  constructor(move: HistoryMove) {
    this.#move = move;
  }

  async run(): Promise<void> {
    const { source, damage, ledger } = this.#move;
    const [summary, series, last] = [await source.summary(), await source.series(), await source.lastTick()];
    damage.throwIfFound('The list of what is stored');
    const days = last ? summary.days : [];
    const months = candleMonths(summary);
    const all = days.length + months.length;
    if (last) {
      await this.#appendNewest(last, series);
      await this.#know(series, last);
    }
    for (const [i, day] of days.entries()) {
      const name = formatDatetime(day).slice(0, 10);
      this.#step(name, i, all);
      if (!ledger.has(name)) await this.#moveDay(day, name, series);
    }
    for (const [i, month] of months.entries()) {
      const name = formatDatetime(month).slice(0, 7);
      this.#step(`end-of-day records of ${name}`, days.length + i, all);
      if (!ledger.has(name)) await this.#moveMonth(month, name);
    }
  }

  /** Starts with the hour that was open at the newest tick or state; a resumed move starts after the last tick in the target. */
  async #appendNewest(last: LastTick, series: readonly SeriesId[]): Promise<void> {
    const { source, damage, target } = this.#move;
    const state = await source.lastState();
    const there = await target.lastTick();
    const first = there ? there.at + SLOT_MS : hourOfTick(Math.min(last.at, state?.at ?? last.at)) + SLOT_MS;
    const ticks = new Map<Millis, Uint8Array>();
    for await (const { at, record } of source.records(first, last.at)) ticks.set(at, record);
    if (state && state.at >= first && !ticks.has(state.at)) ticks.set(state.at, new Uint8Array(0));
    if (last.at >= first) ticks.set(last.at, last.record);
    const order = orderOf(series);
    for (const [at, record] of [...ticks].toSorted(([a], [b]) => a - b)) {
      this.#step(formatDatetime(at), 0, 1);
      const values = await source.readAcross({
        types: INDEX_TYPES,
        atOrBefore: at,
        notBefore: at,
        limit: MAX_VALUES,
      });
      damage.throwIfFound(formatDatetime(at));
      const slice = sliceOf({ at, record }, order, values);
      this.#expectStored(await target.append(slice, at === state?.at ? state.state : undefined));
    }
  }

  /** Adds the missing series, including those that have no value any more. */
  async #know(series: readonly SeriesId[], { at }: LastTick): Promise<void> {
    const { target } = this.#move;
    const known = new Set((await target.series()).map(keyOf));
    const unknown = series.filter((one) => !known.has(keyOf(one)));
    if (unknown.length === 0) return;
    const parts = [unknown.map(withoutValues)];
    this.#expectStored(await target.insertPast({ startAt: dayOfTick(at), parts }));
  }

  async #moveDay(day: Millis, name: string, series: readonly SeriesId[]): Promise<void> {
    const { source, damage, target, ledger } = this.#move;
    const records = await recordsOfDay(source, day);
    this.#expectStored(
      await target.insertPast({ startAt: day, parts: this.#soundParts(day, name, series), records }),
    );
    damage.throwIfFound(name);
    await ledger.note(name);
  }

  /** If anything is damaged, nothing of the day is stored. */
  async *#soundParts(
    day: Millis,
    name: string,
    series: readonly SeriesId[],
  ): AsyncGenerator<readonly PastSeries[]> {
    const { source, damage, signal } = this.#move;
    damage.throwIfFound(name);
    for await (const part of dayValues(source, series, day)) {
      signal.throwIfAborted();
      damage.throwIfFound(name);
      yield part;
    }
  }

  async #moveMonth(month: Millis, name: string): Promise<void> {
    const { source, damage, target, ledger } = this.#move;
    const candles = await candlesOfMonth(source, month);
    damage.throwIfFound(`The end-of-day records of ${name}`);
    if (candles.length > 0) this.#expectStored(await target.insertCandles(yearOf(month, candles)));
    await ledger.note(name);
  }

  #step(what: string, done: number, all: number): void {
    this.#move.signal.throwIfAborted();
    this.#move.onStep({ work: 'move', what, done, all });
  }

  #expectStored(outcome: string): void {
    if (outcome === 'stored') return;
    throw new OperatorError(`${this.#move.targetName} rejected the data (${outcome}): run the command again`);
  }
}

const keyOf = ({ indexType, indexId }: SeriesId) => `${indexType} ${indexId}`;

function withoutValues({ indexType, indexId }: SeriesId): PastSeries {
  return { indexType, indexId, slots: new Uint16Array(0), ...valueColumns(0) };
}

/** The order of the given series. */
function orderOf(series: readonly SeriesId[]): SeriesOrder {
  const numbers = byType(() => new Map<string, number>());
  for (const [number, { indexType, indexId }] of series.entries()) numbers[indexType].set(indexId, number);
  const firstOfType = [0];
  for (const type of INDEX_TYPES) firstOfType.push(firstOfType.at(-1)! + numbers[type].size);
  return new SeriesOrder({ series, numbers, firstOfType });
}

function sliceOf(
  { at, record }: StoredRecord,
  order: SeriesOrder,
  values: readonly StoredValue[],
): TickSlice {
  const columns = seriesColumns(values.length);
  for (const [row, value] of values.entries()) setRow(columns, row, value);
  const { prices, volumes, tickVolumes, flags } = columns;
  const series = Uint32Array.from(values, (value) => order.numberOf(value)!);
  return { at, record, order, series, prices, volumes, tickVolumes, flags };
}
