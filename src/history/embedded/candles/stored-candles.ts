import type { Candle } from '../../../core/candle.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, dayStart, type Millis, yearStart } from '../../../core/time.ts';
import { DAYS_PER_YEAR } from '../../block/layout.ts';
import type { CandleCrossRead, CandleRead } from '../../history-store.ts';
import { candleOf, type CandleDay } from '../../tiers/candle-day.ts';
import { CandleBlocks, type CandleMonth, CandleMonths, dayOfYear, type SealedYear } from './candle-months.ts';
import type { OpenSegments } from '../segment/open-segments.ts';
import type { SeriesTable } from '../../tiers/series-table.ts';
import { PeriodicYield } from '../read/periodic-yield.ts';

/** After this many decoded years of a series, about 2 ms, other work gets a turn of the event loop. */
const BLOCKS_PER_TURN = 20;

/** The same for records that need no decoding. */
const RECORDS_PER_TURN = 200;

type YearBounds = Pick<SealedYear, 'firstDay' | 'lastDay'>;

/** The sources of the candles of a day. Those in memory take precedence over sealed ones. */
interface DaySource {
  readonly recent: CandleDay | undefined;
  /** The sealed year that contains the day. */
  readonly year: SealedYear | undefined;
  /** Decoded once one of its candles is needed. */
  month?: CandleMonth;
}

const NO_DAYS: YearBounds = { firstDay: Infinity, lastDay: -Infinity };

/** All candles. Recent days in memory take precedence over the sealed years. */
export class EmbeddedCandles {
  readonly days = new Map<Millis, CandleDay>();
  readonly years = new Map<Millis, SealedYear>();
  /** Increases with every write of records of days up to the newest that had records. */
  revision = 0;
  readonly #series: SeriesTable;
  readonly #blocks: CandleBlocks;
  readonly #months = new CandleMonths();
  /** By path: a file never changes. */
  readonly #bounds = new Map<string, YearBounds>();

  constructor(series: SeriesTable, segments: OpenSegments) {
    this.#series = series;
    this.#blocks = new CandleBlocks(segments);
  }

  readCandles({ series, startAtOrBefore, limit }: CandleRead): Candle[] {
    const candles: Candle[] = [];
    const number = this.#series.numberOf(series);
    if (number === undefined) return candles;
    for (const start of this.#yearsNewestFirst(startAtOrBefore)) {
      if (candles.length >= limit) break;
      this.#pushYear(start, number, startAtOrBefore, limit, candles);
    }
    return candles;
  }

  /** The same, with a turn of the event loop for other work after each year. */
  async readCandlesInTurns({ series, startAtOrBefore, limit }: CandleRead): Promise<Candle[]> {
    const candles: Candle[] = [];
    const number = this.#series.numberOf(series);
    if (number === undefined) return candles;
    const pause = new PeriodicYield(1);
    for (const start of this.#yearsNewestFirst(startAtOrBefore)) {
      if (candles.length >= limit) break;
      if (candles.length > 0) await pause.step();
      this.#pushYear(start, number, startAtOrBefore, limit, candles);
    }
    return candles;
  }

  async readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    const { types, startAtOrBefore, after, startNotBefore = -Infinity, limit } = read;
    const candles: Candle[] = [];
    const pause = new PeriodicYield(BLOCKS_PER_TURN, read.yieldTurn);
    const pauseOfRecords = new PeriodicYield(RECORDS_PER_TURN, read.yieldTurn);
    const wanted = INDEX_TYPES.filter((type) => types.includes(type));
    const [oldest, newest] = this.range();
    const last = Math.max(oldest, startNotBefore);
    for (const day of this.#daysNewestFirst(Math.min(dayStart(startAtOrBefore), newest), last)) {
      const from = day === startAtOrBefore ? after : undefined;
      for (const type of wanted) {
        if (candles.length >= limit) return candles;
        await this.#pushDay(day, type, from, limit, candles, pause, pauseOfRecords);
      }
      await pause.step();
    }
    return candles;
  }

  /** Days that may have candles: those in memory, and those from the first to the last one of each sealed year. */
  *#daysNewestFirst(newest: Millis, oldest: Millis): Generator<Millis> {
    const recent = [...this.days.keys()].filter((day) => day <= newest).toSorted((a, b) => a - b);
    for (let day = newest; day >= oldest; day -= DAY_MS) {
      while (recent.length > 0 && recent.at(-1)! > day) recent.pop();
      day = Math.max(recent.at(-1) ?? -Infinity, this.#newestSealed(day));
      if (day >= oldest) yield day;
    }
  }

  #newestSealed(atOrBefore: Millis): Millis {
    let newest = -Infinity;
    for (const { firstDay, lastDay } of this.years.values())
      if (firstDay <= atOrBefore) newest = Math.max(newest, Math.min(lastDay, atOrBefore));
    return newest;
  }

  async newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    const pause = new PeriodicYield(BLOCKS_PER_TURN);
    const pauseOfRecent = new PeriodicYield(RECORDS_PER_TURN);
    const candles: Candle[] = [];
    let recentDays = this.#recentDays(startAtOrBefore);
    for (const type of INDEX_TYPES) {
      for (const number of this.#series.sorted(type)) {
        const recent = this.#newestRecent(number, recentDays);
        const series = this.#series.idOf(number);
        if (recent) candles.push(recent);
        else candles.push(...this.readCandles({ series, startAtOrBefore, limit: 1 }));
        // Days may have been sealed during the pause.
        if (await (recent ? pauseOfRecent : pause).step()) recentDays = this.#recentDays(startAtOrBefore);
      }
    }
    return candles;
  }

  /** Days in memory that no sealed year covers, newest first. */
  #recentDays(startAtOrBefore: Millis): CandleDay[] {
    const sealedTo = Math.max(...[...this.years.values()].map(({ lastDay }) => lastDay));
    return [...this.days.values()]
      .filter(({ day }) => day >= sealedTo && day <= startAtOrBefore)
      .toSorted((a, b) => b.day - a.day);
  }

  #newestRecent(number: number, recentDays: readonly CandleDay[]): Candle | undefined {
    for (const found of recentDays) {
      const row = found.rowOf(number);
      if (row !== undefined) return found.candleAt(row, this.#series.idOf(number));
    }
    return undefined;
  }

  /** The range of days that may have candles; infinite if there are none. */
  range(): [oldest: Millis, newest: Millis] {
    const years = [...this.years.values()];
    const days = [...this.days.keys()];
    return [
      Math.min(...days, ...years.map(({ firstDay }) => firstDay)),
      Math.max(...days, ...years.map(({ lastDay }) => lastDay)),
    ];
  }

  /** The oldest and the newest day that have candles; infinite if there are none. */
  extent(): [oldest: Millis, newest: Millis] {
    const years = [...this.years.values()].map((year) => this.#boundsOf(year));
    const days = [...this.days.keys()];
    return [
      Math.min(...days, ...years.map(({ firstDay }) => firstDay)),
      Math.max(...days, ...years.map(({ lastDay }) => lastDay)),
    ];
  }

  /**
   * A year whose bounds were lost claims to have every possible day. Then the bounds are read from its LX records, which exist
   * for every day that the service was running; if there are none, from all series.
   */
  #boundsOf(year: SealedYear): YearBounds {
    if (year.lastDay < year.start + (DAYS_PER_YEAR - 1) * DAY_MS) return year;
    const known = this.#bounds.get(year.path);
    if (known) return known;
    const bounds = this.#readBounds(year, ['LX']) ?? this.#readBounds(year, INDEX_TYPES) ?? NO_DAYS;
    this.#bounds.set(year.path, bounds);
    return bounds;
  }

  #readBounds(year: SealedYear, types: readonly IndexType[]): YearBounds | undefined {
    let [first, last] = [Infinity, -Infinity];
    for (const number of types.flatMap((type) => [...this.#series.sorted(type)])) {
      const { count, buffer } = this.#blocks.read(year, number, 0, Infinity);
      if (count === 0) continue;
      first = Math.min(first, buffer.rowNumbers[0]!);
      last = Math.max(last, buffer.rowNumbers[count - 1]!);
    }
    if (last < first) return undefined;
    return { firstDay: year.start + first * DAY_MS, lastDay: year.start + last * DAY_MS };
  }

  #yearsNewestFirst(startAtOrBefore: Millis): Millis[] {
    const starts = new Set([...this.years.keys(), ...[...this.days.keys()].map(yearStart)]);
    return [...starts].filter((start) => start <= startAtOrBefore).toSorted((a, b) => b - a);
  }

  /** Newest first. Recent days take precedence over the sealed year. */
  #pushYear(start: Millis, number: number, startAtOrBefore: Millis, limit: number, candles: Candle[]): void {
    const id = this.#series.idOf(number);
    const recent = this.#recentOf(start, number, startAtOrBefore);
    const year = this.years.get(start);
    const sealed = year && this.#blocks.read(year, number, 0, dayOfYear(start, startAtOrBefore));
    const columns = sealed && { columns: sealed.buffer.numbers, flags: sealed.buffer.flags };
    let [row, next] = [(sealed?.count ?? 0) - 1, 0];
    while (candles.length < limit && (row >= 0 || next < recent.length)) {
      const sealedDay = row < 0 ? -Infinity : start + sealed!.buffer.rowNumbers[row]! * DAY_MS;
      const recentDay = recent[next]?.day ?? -Infinity;
      if (recentDay >= sealedDay) {
        const found = recent[next++]!;
        candles.push(found.candleAt(found.rowOf(number)!, id));
      } else candles.push(candleOf(id, sealedDay, columns!, row));
      if (sealedDay >= recentDay) row--;
    }
  }

  /** Days in memory that have the series, newest first. */
  #recentOf(start: Millis, number: number, startAtOrBefore: Millis): CandleDay[] {
    return [...this.days.values()]
      .filter((one) => one.day <= startAtOrBefore && yearStart(one.day) === start)
      .filter((one) => one.rowOf(number) !== undefined)
      .toSorted((a, b) => b.day - a.day);
  }

  async #pushDay(
    day: Millis,
    type: IndexType,
    after: SeriesId | undefined,
    limit: number,
    candles: Candle[],
    pause: PeriodicYield,
    pauseOfRecords: PeriodicYield,
  ): Promise<void> {
    const numbers = this.#series.sorted(type);
    let source = this.#sourceOf(day);
    for (let i = this.#series.positionAfter(type, after); i < numbers.length && candles.length < limit; i++) {
      const candle = this.#candleOn(day, numbers[i]!, source);
      if (candle.found) candles.push(candle.found);
      // Days may have been sealed during the pause.
      if (await (candle.decoded ? pause : pauseOfRecords).step()) source = this.#sourceOf(day);
    }
  }

  #sourceOf(day: Millis): DaySource {
    const year = this.years.get(yearStart(day));
    const isIn = year && day >= year.firstDay && day <= year.lastDay;
    return { recent: this.days.get(day), year: isIn ? year : undefined };
  }

  #candleOn(
    day: Millis,
    number: number,
    source: DaySource,
  ): { readonly found?: Candle | undefined; readonly decoded?: boolean } {
    const id = this.#series.idOf(number);
    const { recent, year } = source;
    const row = recent?.rowOf(number);
    if (recent && row !== undefined) return { found: recent.candleAt(row, id) };
    if (!year) return {};
    const month = (source.month ??= this.#months.take(year, day, this.#series.size));
    const decoded = month.decode(this.#blocks, year, number);
    const entry = month.entryOf(number, dayOfYear(year.start, day));
    return { decoded, found: entry === undefined ? undefined : candleOf(id, day, month, entry) };
  }
}
