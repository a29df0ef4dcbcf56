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
import {
  atOf,
  dayOf,
  dayOfSlot,
  slotAtOrAfter,
  slotAtOrBefore,
  startOfDay,
  type Day,
  type Slot,
} from '../grid.ts';
import { stillHasLastTick, readMoment, type HistoryMoment } from './moment.ts';
import { NeedsTransaction, singleQuery, RecentMoment } from './recent-moment.ts';
import { valueOf } from '../stored-value.ts';
import { TickReads } from './tick-reads.ts';
import { hasTickVolume } from '../../../../engine/index-types/index-types.ts';

const RECORDS_A_QUESTION = 1000;

/**
 * Each read is one transaction with one snapshot. Pages of all series that are in memory are answered without a transaction, from a
 * moment at most one second old; for a reader that is kept warm, at most as old as the last tick.
 */
export class PostgresHistoryReader implements HistoryReader {
  readonly mayBeUnavailable = true;
  protected readonly database: Database;
  protected readonly table = new SeriesTable();
  readonly #moments: RecentMoment;
  #ticks: TickReads;
  readonly #damages: DamageReporter;
  #newest: HistoryMoment | undefined;
  /** Called if the store has lost ticks that were read before. Their cached values were dropped. */
  onLostTicks: () => void = () => undefined;
  #candles: CandleReads;
  readonly #days: DayReads;

  constructor(database: Database, onDamage: OnDamage, moments = new RecentMoment()) {
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

  async *records(from: Millis, to: Millis): AsyncGenerator<StoredRecord> {
    let first = slotAtOrAfter(from);
    const last = slotAtOrBefore(to);
    while (first <= last) {
      const some = await this.database.rows<{ slot: Slot; record: Buffer }>(
        `select slot, record from tick_record where slot between $1 and $2 and day between $4 and $5
         order by slot limit $3`,
        [first, last, RECORDS_A_QUESTION, dayOfSlot(first), dayOfSlot(last)],
      );
      for (const { slot, record } of some)
        if (record.length > 0) yield { at: atOf(slot), record: new Uint8Array(record) };
      if (some.length < RECORDS_A_QUESTION) return;
      first = some.at(-1)!.slot + 1;
    }
  }

  async lastTick(): Promise<LastTick | undefined> {
    const [last] = await this.database.rows<{ slot: Slot; record: Buffer }>(
      `select slot, record from tick_progress join tick_record
         on slot = last_slot and day = (last_slot - 1) / 2880`,
    );
    return last && { at: atOf(last.slot), record: new Uint8Array(last.record) };
  }

  async lastState(): Promise<StoredState | undefined> {
    const [found] = await this.database.rows<{ slot: Slot; state: Buffer }>(
      'select slot, state from engine_state',
    );
    return found && { at: atOf(found.slot), state: new Uint8Array(found.state) };
  }

  readCandles(read: CandleRead): Promise<Candle[]> {
    const { last } = this.#moments;
    return this.#readWith(
      last && this.#knows(read.series) ? { ...last, session: singleQuery(this.database) } : undefined,
      (moment) => this.#candles.ofSeries(moment, read),
    );
  }

  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    return this.#readWith(this.#moments.recent, (moment) => this.#candles.across(moment, read));
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
    return this.database.read(async (session) => {
      const moment = await readMoment(session, this.table);
      await this.#forgetLost(session, moment);
      keep(moment);
      return work(moment);
    });
  }

  async #forgetLost(session: Session, moment: HistoryMoment): Promise<void> {
    const before = this.#newest;
    // An older moment comes from a slow read, or from a store that has lost ticks. The loss is detected once there is a new fence.
    if (before && moment.fence < before.fence) return;
    if (moment.fence === before?.fence && (moment.lastSlot ?? -Infinity) < (before.lastSlot ?? -Infinity))
      return;
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
    const { last } = this.#moments;
    if (!this.#knows(read.series)) return this.#read(work);
    if (!last) return this.#readTicks(undefined, read, work);
    const newest = slotAtOrBefore(read.atOrBefore);
    if (dayOfSlot(newest) < last.openDay) return work({ ...last, session: this.database });
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
      const { lastKnown } = this.#moments;
      const lastSlot = lastKnown?.lastSlot ?? -Infinity;
      if (!(error instanceof StoreUnavailable) || slotAtOrBefore(atOrBefore) > lastSlot) throw error;
      return work(lastKnown!).catch((unknown: unknown) => {
        throw unknown instanceof NeedsTransaction ? error : unknown;
      });
    }
  }

  /** A recent moment that can serve values stored at or before an instant from memory. */
  #storedAt(atOrBefore: Millis): HistoryMoment | undefined {
    const { recentOrWarm } = this.#moments;
    const isStored =
      recentOrWarm?.lastSlot !== undefined && slotAtOrBefore(atOrBefore) <= recentOrWarm.lastSlot;
    return isStored ? recentOrWarm : undefined;
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
