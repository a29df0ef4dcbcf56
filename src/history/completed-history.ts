import type { Candle } from '../core/candle.ts';
import type { SeriesId } from '../core/index-value.ts';
import { DAY_MS, dayOfTick, dayStart, SLOT_MS, yearStart, type Millis } from '../core/time.ts';
import {
  firstRows,
  rowAt,
  seriesColumns,
  setRow,
  type SeriesColumns,
  type ValueColumns,
} from '../core/value-columns.ts';
import type {
  CandleCrossRead,
  CandleRead,
  CrossRead,
  HistoryReader,
  HistorySummary,
  LastTick,
  SeriesRead,
  StoredRecord,
  StoredState,
  StoredValue,
} from './history-store.ts';
import type { ModelledPast, ModelledSpan } from './modelled-past.ts';

/**
 * Completes reads of single series with modelled values where the store has none yet. Stored values always take precedence, so
 * that a value never changes once it was shown.
 */
export class CompletedHistory implements HistoryReader {
  readonly #store: HistoryReader;
  readonly #past: ModelledPast;

  /** The caller closes the store. */
  constructor(store: HistoryReader, past: ModelledPast) {
    this.#store = store;
    this.#past = past;
  }

  get mayBeUnavailable(): boolean {
    return this.#store.mayBeUnavailable ?? false;
  }

  async readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number> {
    const count = await this.#store.readSeriesInto(read, into);
    const span = await this.#past.spanOf(read.series);
    if (!span || isWhole(read, span, into.ats, count)) return count;
    return this.#complete(read, span, into, count);
  }

  async readSeries(read: SeriesRead): Promise<StoredValue[]> {
    const slots = Math.max(0, Math.floor((read.atOrBefore - read.notBefore) / SLOT_MS) + 1);
    const limit = Math.min(read.limit, slots);
    const stored = await this.#store.readSeries({ ...read, limit });
    const span = await this.#past.spanOf(read.series);
    const ats = Float64Array.from(stored, ({ at }) => at);
    if (!span || isWhole({ ...read, limit }, span, ats, stored.length)) return stored;
    const columns = seriesColumns(limit);
    for (const [row, value] of stored.entries()) setRow(columns, row, value);
    const count = await this.#complete({ ...read, limit }, span, columns, stored.length);
    return Array.from({ length: count }, (_, row) => ({
      ...read.series,
      at: columns.ats[row]!,
      ...rowAt(columns, row),
    }));
  }

  async readCandles(read: CandleRead): Promise<Candle[]> {
    const stored = await this.#store.readCandles(read);
    const span = await this.#past.spanOf(read.series);
    if (!span || areWhole(read, span, stored)) return stored;
    return this.#completeCandles(read, span, stored);
  }

  /** Includes the days that can be modelled, whether or not they are stored. */
  async summary(): Promise<HistorySummary> {
    const summary = await this.#store.summary();
    const modelled = this.#past.days();
    if (!modelled) return summary;
    const days = new Set(summary.days);
    for (let day = modelled.oldest; day <= modelled.newest; day += DAY_MS) days.add(day);
    const joined = (range: HistorySummary['ticks'], oldest: Millis, newest: Millis) => ({
      oldest: Math.min(range?.oldest ?? Infinity, oldest),
      newest: Math.max(range?.newest ?? -Infinity, newest),
    });
    return {
      ...summary,
      tickDays: days.size,
      days: [...days].toSorted((a, b) => a - b),
      ticks: joined(summary.ticks, modelled.oldest, modelled.newest),
      candles: joined(summary.candles, modelled.oldestRecord, modelled.newestRecord),
    };
  }

  // Reads across series return stored values only.

  readAcross(read: CrossRead): Promise<StoredValue[]> {
    return this.#store.readAcross(read);
  }

  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    return this.#store.readCandlesAcross(read);
  }

  newestValues(notBefore: Millis): Promise<StoredValue[]> {
    return this.#store.newestValues(notBefore);
  }

  newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    return this.#store.newestCandles(startAtOrBefore);
  }

  records(from: Millis, to: Millis): AsyncIterable<StoredRecord> {
    return this.#store.records(from, to);
  }

  lastTick(): Promise<LastTick | undefined> {
    return this.#store.lastTick();
  }

  lastState(): Promise<StoredState | undefined> {
    return this.#store.lastState();
  }

  series(): Promise<SeriesId[]> {
    return this.#store.series();
  }

  async close(): Promise<void> {}

  /** Completes the rows, newest first. */
  async #complete(
    read: SeriesRead,
    span: ModelledSpan,
    into: SeriesColumns,
    stored: number,
  ): Promise<number> {
    const known = { ats: into.ats.slice(0, stored), ...firstRows(into, stored) };
    const { newest, oldest } = modelledSlots(read, span);
    let row = 0;
    while (row < stored && known.ats[row]! > newest) row++;
    // Rows after the modelled span are already in place.
    let count = row;
    for (let day = dayOfTick(newest); day + DAY_MS >= oldest && count < read.limit; day -= DAY_MS) {
      const first = Math.max(oldest, day + SLOT_MS);
      const last = Math.min(newest, day + DAY_MS);
      let end = row;
      while (end < stored && known.ats[end]! >= first) end++;
      const wanted = Math.min((last - first) / SLOT_MS + 1, read.limit - count);
      const [newestKnown, oldestKnown] = [known.ats[row], known.ats[row + wanted - 1]];
      const isWhole = newestKnown === last && oldestKnown === last - (wanted - 1) * SLOT_MS;
      const values = isWhole ? undefined : await this.#past.day(read.series, day, read.budget);
      if (values)
        for (let at = last; at >= first && count < read.limit; at -= SLOT_MS) {
          if (row < end && known.ats[row] === at) copyRow(into, count++, known, row++, at);
          else copyRow(into, count++, values, (at - day) / SLOT_MS - 1, at);
        }
      else {
        let missingUpTo = last + SLOT_MS;
        for (; row < end && count < read.limit; row++) {
          const at = known.ats[row]!;
          if (at + SLOT_MS < missingUpTo) read.budget?.omit(at + SLOT_MS, missingUpTo);
          copyRow(into, count++, known, row, at);
          missingUpTo = at;
        }
        if (count < read.limit && first < missingUpTo) read.budget?.omit(first, missingUpTo);
      }
      row = Math.max(row, end);
      if (row === stored && read.budget?.isExpired && count < read.limit) {
        if (oldest < first) read.budget.omit(oldest, first);
        break;
      }
    }
    // Rows older than the modelled span.
    for (; row < stored && count < read.limit; row++) copyRow(into, count++, known, row, known.ats[row]!);
    return count;
  }

  async #completeCandles(
    { series, startAtOrBefore, limit, budget }: CandleRead,
    { recordsFrom, recordsUpTo }: ModelledSpan,
    stored: readonly Candle[],
  ): Promise<Candle[]> {
    const known = new Map(stored.map((candle) => [candle.startAt, candle]));
    const found = stored.filter(({ startAt }) => startAt > recordsUpTo);
    const newest = Math.min(dayStart(startAtOrBefore), recordsUpTo);
    let modelled: ReadonlyMap<Millis, Candle> | undefined;
    let year = Infinity;
    for (let day = newest; day >= recordsFrom && found.length < limit; day -= DAY_MS) {
      const candle = known.get(day);
      if (candle) {
        found.push(candle);
        continue;
      }
      if (day < year) {
        year = yearStart(day);
        const ofYear = await this.#past.year(series, year, budget);
        modelled = ofYear && new Map(ofYear.map((one) => [one.startAt, one]));
      }
      const made = modelled?.get(day);
      if (made) found.push(made);
      else if (!modelled) budget?.omit(day, day + DAY_MS);
    }
    const older = stored.filter(({ startAt }) => startAt < recordsFrom);
    return [...found, ...older].slice(0, limit);
  }
}

/** The slots of a read that can be modelled: from the newest down to the oldest. */
function modelledSlots(
  { atOrBefore, notBefore }: SeriesRead,
  { valuesFrom, firstTick }: ModelledSpan,
): { readonly newest: Millis; readonly oldest: Millis } {
  return {
    newest: Math.min(Math.floor(atOrBefore / SLOT_MS) * SLOT_MS, firstTick - SLOT_MS),
    oldest: Math.max(Math.ceil(notBefore / SLOT_MS) * SLOT_MS, valuesFrom),
  };
}

/** Whether nothing can be added to the stored rows; `ats` has `count` of them, newest first. */
function isWhole(read: SeriesRead, span: ModelledSpan, ats: Float64Array, count: number): boolean {
  const { newest, oldest } = modelledSlots(read, span);
  if (newest < oldest) return true;
  // Whether the stored rows cover the modelled span without a gap.
  const rows = count - rowsAfter(ats, count, newest);
  const oldestNeeded = count === read.limit ? Math.max(oldest, ats[count - 1] ?? oldest) : oldest;
  return oldestNeeded > newest ? count === read.limit : rows >= (newest - oldestNeeded) / SLOT_MS + 1;
}

/** The number of rows newer than an instant. */
function rowsAfter(ats: Float64Array, count: number, at: Millis): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ats[middle]! > at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same for end-of-day records, newest first. */
function areWhole(
  { startAtOrBefore, limit }: CandleRead,
  { recordsFrom, recordsUpTo }: ModelledSpan,
  stored: readonly Candle[],
): boolean {
  const newest = Math.min(dayStart(startAtOrBefore), recordsUpTo);
  const modelled = stored.filter(({ startAt }) => startAt <= newest);
  const isFull = stored.length === limit;
  const oldestNeeded = isFull ? Math.max(recordsFrom, stored.at(-1)?.startAt ?? recordsFrom) : recordsFrom;
  return oldestNeeded > newest
    ? isFull || newest < recordsFrom
    : modelled.length >= (newest - oldestNeeded) / DAY_MS + 1;
}

function copyRow(into: SeriesColumns, row: number, from: ValueColumns, at: number, instant: Millis): void {
  into.ats[row] = instant;
  into.prices[row] = from.prices[at]!;
  into.volumes[row] = from.volumes[at]!;
  into.tickVolumes[row] = from.tickVolumes[at]!;
  into.flags[row] = from.flags[at]!;
}
