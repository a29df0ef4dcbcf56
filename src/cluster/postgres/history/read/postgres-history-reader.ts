import type { Candle } from '../../../../core/candle.ts';
import { StoreUnavailable } from '../../../../core/errors.ts';
import type { SeriesId } from '../../../../core/index-value.ts';
import { HOUR_MS, type Millis } from '../../../../core/time.ts';
import type { SeriesColumns } from '../../../../core/value-columns.ts';
import { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { OnDamage } from '../../../../history/history-backend.ts';
import type {
  CandleCrossRead,
  CandleRead,
  CrossRead,
  DayRange,
  HistoryReader,
  HistorySummary,
  LastTick,
  PastSeries,
  SeriesRead,
  StoredRecord,
  StoredState,
  StoredValue,
} from '../../../../history/history-store.ts';
import { CandleReads } from './candle-reads.ts';
import { DamageReporter } from './damage-reporter.ts';
import { DayReads } from './day-reads.ts';
import type { Database, Session } from '../../database.ts';
import { atOf, dayOf, dayOfSlot, slotAtOrBefore, startOfDay, type Day } from '../grid.ts';
import { isBehind, KnownProgress } from '../../known-progress.ts';
import { stillHasLastTick, readMoment, type HistoryMoment } from './moment.ts';
import { checkedSession, MomentCache, NeedsTransaction, singleQuery } from './moment-cache.ts';
import { RecordReads } from './record-reads.ts';
import { valueOf } from '../stored-value.ts';
import { TickReads } from './tick-reads.ts';
import { hasTickVolume } from '../../../../engine/index-types/index-types.ts';

/**
 * Each read is one transaction with one snapshot. Pages of all series that are in memory are answered without a transaction, from a
 * moment at most one second old; for a reader that is kept warm, at most as old as the last tick.
 */
export class PostgresHistoryReader implements HistoryReader {
  readonly mayBeUnavailable = true;
  protected readonly database: Database;
  protected readonly table = new SeriesTable();
  readonly #moments: MomentCache;
  #ticks: TickReads;
  readonly #damages: DamageReporter;
  #newest: HistoryMoment | undefined;
  /** Called if the store has lost ticks that were read before. Their cached values were dropped. */
  onLostTicks: () => void = () => undefined;
  /** Called for each read that was refused because the database is older than what was read before. */
  onOutdated: () => void = () => undefined;
  /** What this process knows of the database; by default only from reads of this reader. */
  progress = new KnownProgress();
  #candles: CandleReads;
  readonly #days: DayReads;
  readonly #records = new RecordReads((work) => this.#read(work));

  constructor(database: Database, onDamage: OnDamage, moments = new MomentCache()) {
    this.database = database;
    this.#moments = moments;
    const damages = new DamageReporter(onDamage);
    this.#damages = damages;
    this.#ticks = new TickReads(this.table, damages, database);
    this.#candles = new CandleReads(this.table, damages);
    this.#days = new DayReads(this.table, damages);
  }

  async readSeries(read: SeriesRead): Promise<StoredValue[]> {
    if (read.limit <= 0) return [];
    return this.#readSeries(read, async (moment) => {
      const values: StoredValue[] = [];
      await this.#ticks.ofSeries(moment, read, (slot, columns, row) => {
        values.push(valueOf(read.series, slot, columns, row));
        return values.length < read.limit;
      });
      return values;
    });
  }

  async readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number> {
    if (read.limit <= 0) return 0;
    return this.#readSeries(read, async (moment) => {
      let count = 0;
      const hasTickVolumes = hasTickVolume(read.series.indexType);
      await this.#ticks.ofSeries(moment, read, (slot, { prices, volumes, tickVolumes, flags }, row) => {
        into.ats[count] = atOf(slot);
        into.prices[count] = prices[row]!;
        into.volumes[count] = volumes[row]!;
        into.tickVolumes[count] = hasTickVolumes ? tickVolumes[row]! : Number.NaN;
        into.flags[count] = flags[row]!;
        return ++count < read.limit;
      });
      return count;
    });
  }

  readDay(series: readonly SeriesId[], startAt: Millis): Promise<PastSeries[] | undefined> {
    return this.#read((moment) => this.#days.ofDay(moment, series, dayOf(startAt)));
  }

  readHour(series: readonly SeriesId[], startAt: Millis): Promise<PastSeries[]> {
    return this.#read((moment) => this.#ticks.ofHour(moment, series, Math.floor(startAt / HOUR_MS)));
  }

  readAcross(read: CrossRead): Promise<StoredValue[]> {
    return this.#readTicks(this.#storedAt(read.atOrBefore), read, (moment) =>
      this.#ticks.across(moment, read),
    );
  }

  newestValues(notBefore: Millis): Promise<StoredValue[]> {
    return this.#read((moment) => this.#ticks.newest(moment, notBefore));
  }

  records(from: Millis, to: Millis): AsyncGenerator<StoredRecord> {
    return this.#records.between(from, to);
  }

  lastTick(): Promise<LastTick | undefined> {
    return this.#records.lastTick();
  }

  lastState(): Promise<StoredState | undefined> {
    return this.#records.lastState();
  }

  readCandles(read: CandleRead): Promise<Candle[]> {
    const moment = this.#knows(read.series) ? this.#moments.sinceOwnChange : undefined;
    return this.#readWith(moment && { ...moment, session: singleQuery(this.#checked()) }, (moment) =>
      this.#candles.ofSeries(moment, read),
    );
  }

  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    return this.#readWith(this.#moments.withinSecond, (moment) => this.#candles.across(moment, read));
  }

  newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    return this.#read((moment) => this.#candles.newest(moment, startAtOrBefore));
  }

  summary(): Promise<HistorySummary> {
    return this.#read(async ({ session, lastSlot, candleRevision }) => {
      const daysOf = async (table: 'tick_day' | 'candle_day') =>
        (await session.rows<{ day: Day }>(`select day from ${table} order by day`)).map(({ day }) =>
          startOfDay(day),
        );
      const [days, candleDays] = [await daysOf('tick_day'), await daysOf('candle_day')];
      return {
        lastTick: lastSlot === undefined ? undefined : atOf(lastSlot),
        series: this.table.counts(),
        tickDays: days.length,
        days,
        ticks: rangeOf(days),
        candles: rangeOf(candleDays),
        candleSpans: candleDays.map((day) => ({ oldest: day, newest: day })),
        candleRevision,
      };
    });
  }

  series(): Promise<SeriesId[]> {
    return this.#read(async () => this.table.ids());
  }

  async warm(): Promise<void> {
    await this.#read((moment) => this.#ticks.warm(moment));
    this.#moments.markWarm();
  }

  close(): Promise<void> {
    return this.database.close();
  }

  pastChanged(): void {
    this.changed();
  }

  /** This process has stored something: the next read must see it. */
  protected changed(): void {
    this.#moments.changed();
  }

  #read<T>(work: (moment: HistoryMoment) => Promise<T>): Promise<T> {
    const keep = this.#moments.beginRead();
    const isOutdated = this.progress.isOutdated();
    return this.database.read(async (session) => {
      const moment = await readMoment(session, this.table, (progress) => {
        if (!isOutdated(progress)) return false;
        this.onOutdated();
        return true;
      });
      await this.#forgetLost(session, moment);
      keep(moment);
      return work(moment);
    });
  }

  /** Runs single statements outside a transaction. */
  #checked(): Session {
    return checkedSession(this.database, this.progress.isOutdated());
  }

  async #forgetLost(session: Session, moment: HistoryMoment): Promise<void> {
    this.progress.note(moment);
    const before = this.#newest;
    // A slow read: a later one has ended before it.
    if (before && isBehind(moment, before)) return;
    this.#newest = moment;
    if (!before || moment.fence === before.fence) return;
    // The count of candle writes names their content only under one writer: the next one may reach the same count with other candles.
    this.#candles = new CandleReads(this.table, this.#damages);
    if (await stillHasLastTick(session, before)) return;
    this.#ticks = new TickReads(this.table, this.#damages, this.database);
    this.onLostTicks();
  }

  /** A sealed day is one row that never moves, so it is read without a transaction. */
  #readSeries<T>(read: SeriesRead, work: (moment: HistoryMoment) => Promise<T>): Promise<T> {
    const { sinceOwnChange: last } = this.#moments;
    if (!this.#knows(read.series)) return this.#read(work);
    if (!last) return this.#readTicks(undefined, read, work);
    const newest = slotAtOrBefore(read.atOrBefore);
    if (dayOfSlot(newest) < last.openDay) return this.#readWith({ ...last, session: this.#checked() }, work);
    const known = newest >= last.hotFrom ? this.#storedAt(read.atOrBefore) : undefined;
    return this.#readTicks(known, read, work);
  }

  /** If the store is unreachable, answers from memory, as of the last known moment. */
  async #readTicks<T>(
    known: HistoryMoment | undefined,
    { atOrBefore }: Pick<SeriesRead, 'atOrBefore'>,
    work: (moment: HistoryMoment) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#readWith(known, work);
    } catch (error) {
      const { newest } = this.#moments;
      const lastSlot = newest?.lastSlot ?? -Infinity;
      if (!(error instanceof StoreUnavailable) || slotAtOrBefore(atOrBefore) > lastSlot) throw error;
      return work(newest!).catch((unknown: unknown) => {
        throw unknown instanceof NeedsTransaction ? error : unknown;
      });
    }
  }

  /** A moment that can serve values stored at or before an instant from memory. */
  #storedAt(atOrBefore: Millis): HistoryMoment | undefined {
    const { untilNextTick: known } = this.#moments;
    return slotAtOrBefore(atOrBefore) <= (known?.lastSlot ?? -Infinity) ? known : undefined;
  }

  #knows(series: SeriesId): boolean {
    return this.table.numberOf(series) !== undefined;
  }

  /** Tries the known moment; if that is not enough, reads in a transaction. */
  async #readWith<T>(
    known: HistoryMoment | undefined,
    work: (moment: HistoryMoment) => Promise<T>,
  ): Promise<T> {
    if (!known) return this.#read(work);
    try {
      return await work(known);
    } catch (error) {
      if (!(error instanceof NeedsTransaction)) throw error;
      return this.#read(work);
    }
  }
}

/** Of days, oldest first. */
function rangeOf(days: readonly Millis[]): DayRange | undefined {
  return days.length === 0 ? undefined : { oldest: days[0]!, newest: days.at(-1)! };
}
