import { createHash } from 'node:crypto';
import type { Candle } from '../../../core/candle.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../../core/time.ts';
import type { WriterOptions } from '../../../history/history-backend.ts';
import type {
  AppendOutcome,
  Fence,
  HistoryStore,
  PastDay,
  PastYear,
  TickSlice,
  WriteOutcome,
} from '../../../history/history-store.ts';
import { StoreLostTicks } from '../../../history/history-store.ts';
import { candlesIn } from '../../../history/past-candles.ts';
import { CandleWrites, type CandleWriting } from './write/candle-writes.ts';
import { HOLD_FENCE, type Database, type Session } from '../database.ts';
import { atOf, dayOf, dayOfSlot, slotOf, type Day, type Slot } from './grid.ts';
import { loadNewSeries } from './read/moment.ts';
import { assignSeriesNumbers } from './write/series-numbers.ts';
import { isLockedByOthers, Partitions } from './write/partitions.ts';
import { PastWrites } from './write/past-writes.ts';
import { PostgresHistoryReader } from './read/postgres-history-reader.ts';
import { Sealing } from './write/sealing.ts';
import { appendSql, sliceContent } from './write/tick-append.ts';

/** How often the engine's state is stored. It is large, and later states can be computed again from recorded inputs. */
export const STATE_EVERY_TICKS = 10;

/** If the answer does not arrive in time, the append is retried. The slot is late then, and later slots wait. */
const APPEND_ANSWER_MS = 4000;

/** Thrown to end a transaction of a writer that is no longer the newest. */
class Fenced extends Error {}

export interface TakeoverState {
  readonly fence: Fence;
  readonly lastSlot: Slot | undefined;
  readonly stateSlot: Slot | undefined;
  /** SHA-256 of the record of the last tick. */
  readonly lastHash: Buffer | undefined;
}

/** The only writer of the tables. Each write locks the fence row, and stores nothing if a newer writer has changed it. */
export class PostgresHistoryStore extends PostgresHistoryReader implements HistoryStore {
  readonly fence: Fence;
  readonly #options: WriterOptions;
  readonly #partitions = new Partitions();
  readonly #past: PastWrites;
  readonly #candleWrites: CandleWrites;
  readonly #sealing: Sealing;
  #lastSlot: Slot;
  #lastHash: Buffer | undefined;
  #stateSlot: Slot;
  #passedOver: Slot = -Infinity;
  /** The slot of an append whose answer was lost: the server may have stored it. */
  #doubtful: Slot | undefined;
  /** Work that rewrites blocks, one job at a time. */
  #work: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  private constructor(database: Database, options: WriterOptions, taken: TakeoverState) {
    super(database, options.onDamage);
    this.fence = taken.fence;
    this.#options = options;
    this.#lastSlot = taken.lastSlot ?? -Infinity;
    this.#lastHash = taken.lastHash;
    this.#stateSlot = taken.stateSlot ?? -Infinity;
    this.#past = new PastWrites(this.table, (series) => this.#know(series));
    this.#candleWrites = new CandleWrites(this.table);
    this.#sealing = new Sealing(this.table, this.#partitions);
  }

  /** Takes over as the writer. Pending writes finish first; later writes of older writers find a changed fence. */
  static async open(database: Database, options: WriterOptions): Promise<PostgresHistoryStore> {
    // Also greater than the fences that a store restored to an earlier state has lost.
    const [taken] = await database.rows<{ fence: string }>(
      `update fence set number = greatest(number + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)
       returning number as fence`,
    );
    if (!taken) throw new Error('the database has no row in the table fence');
    // Read only now: older writers have finished, and can store nothing more.
    const [last] = await database.rows<{
      last_slot: number | null;
      state_slot: number | null;
      hash: Buffer | null;
    }>(
      `select last_slot, (select slot from engine_state) as state_slot,
         (select sha256(record) from tick_record where slot = last_slot) as hash from tick_progress`,
    );
    const store = new PostgresHistoryStore(database, options, {
      fence: Number(taken.fence),
      lastSlot: last?.last_slot ?? undefined,
      stateSlot: last?.state_slot ?? undefined,
      lastHash: last?.hash ?? undefined,
    });
    await loadNewSeries(database, store.table);
    return store;
  }

  async append(slice: TickSlice, state?: Uint8Array): Promise<AppendOutcome> {
    const slot = slotOf(slice.at);
    if (this.#doubtful === slot && (await this.#hasOwn(slot))) return this.#stored(slot, slice.record, state);
    if (slot <= Math.max(this.#lastSlot, this.#passedOver)) return this.#refusal(slot);
    await this.#partitions.ensure(this.database, 'tick_record', dayOfSlot(slot));
    try {
      const outcome = await this.#unlessFenced(async () => {
        await this.#knowAll(slice);
        await this.#append(slice, state);
      });
      return outcome === 'stored' ? this.#stored(slot, slice.record, state) : outcome;
    } catch (error) {
      this.#doubtful = slot;
      this.#partitions.forget();
      throw error;
    } finally {
      this.changed();
    }
  }

  wantsStateAt(at: Millis): boolean {
    return slotOf(at) >= this.#stateSlot + STATE_EVERY_TICKS;
  }

  insertPast(past: PastDay): Promise<WriteOutcome> {
    return this.#inTurn(() => this.#unlessFenced(() => this.#insertPast(past)));
  }

  appendCandles(candles: readonly Candle[]): Promise<WriteOutcome> {
    return this.#writeCandles(candles, 'replace');
  }

  insertCandles(past: PastYear): Promise<WriteOutcome> {
    return this.#writeCandles([...candlesIn(past)], 'fill');
  }

  skipUpTo(at: Millis): void {
    this.#passedOver = slotOf(at);
  }

  files(): undefined {
    return undefined;
  }

  /** Resolves when past hours and days are sealed in blocks. */
  async sealed(): Promise<void> {
    await this.#work;
  }

  override async close(): Promise<void> {
    this.#isClosed = true;
    await this.#work;
    await super.close();
  }

  async #insertPast(past: PastDay): Promise<void> {
    const day = dayOf(past.startAt);
    const oldest = this.#lastSlot - this.#options.windowMs / SLOT_MS;
    const isWithin = this.#lastSlot !== -Infinity && day >= dayOfSlot(oldest);
    if (!isWithin) return this.#write(async () => undefined);
    await this.#partitions.ensure(this.database, 'series_day', day);
    if (past.records?.length) await this.#partitions.ensure(this.database, 'tick_record', day);
    const window = { oldest, lastSlot: this.#lastSlot };
    return this.#write((session) => this.#past.insert(session, past, window, this.fence), 'last');
  }

  #writeCandles(candles: readonly Candle[], how: CandleWriting): Promise<WriteOutcome> {
    return this.#inTurn(() =>
      this.#unlessFenced(async () => {
        await this.#know(candles);
        // Several years of records take seconds: a process that takes over must not wait for those of a dead one.
        await this.#write((session) => this.#candleWrites.write(session, candles, how), 'last');
      }),
    );
  }

  async #knowAll({ order, series }: TickSlice): Promise<void> {
    const numbers = this.table.numbersOf(order);
    if (series.every((number) => numbers[number]! >= 0)) return;
    await this.#know(Array.from(series, (number) => order.series[number] as SeriesId));
  }

  /** Assigns numbers to new series. */
  async #know(series: readonly SeriesId[]): Promise<void> {
    if (series.every((one) => this.table.numberOf(one) !== undefined)) return;
    await this.#write((session) => assignSeriesNumbers(session, series));
    await loadNewSeries(this.database, this.table);
  }

  /** One statement, which is its own transaction: one round trip per tick. */
  async #append(slice: TickSlice, state: Uint8Array | undefined): Promise<void> {
    const slot = slotOf(slice.at);
    const isFirst = this.#lastSlot === -Infinity;
    const given = [
      slot,
      sliceContent(slice, this.table),
      dayOfSlot(slot),
      this.fence,
      Buffer.from(slice.record),
      isFirst ? null : this.#lastSlot,
      this.#lastHash ?? null,
    ];
    const appended = await this.database.run(
      appendSql(isFirst, state !== undefined),
      state ? [...given, Buffer.from(state)] : given,
      APPEND_ANSWER_MS,
    );
    if (appended === 0) await this.#refuse(slot);
  }

  /**
   * Throws `Fenced` if there is a newer writer, or `StoreLostTicks` if the store has lost ticks of this writer. Otherwise an earlier
   * attempt, whose answer was lost, has stored the tick.
   */
  async #refuse(slot: Slot): Promise<void> {
    const [row] = await this.database.rows<{ fence: string; last_slot: number | null }>(
      'select number as fence, last_slot from fence, tick_progress',
    );
    if (Number(row?.fence) !== this.fence) throw new Fenced();
    const last = row?.last_slot ?? undefined;
    if (last === slot && (await this.#hasOwn(slot))) return;
    throw new StoreLostTicks(last === undefined ? undefined : atOf(last));
  }

  #stored(slot: Slot, record: Uint8Array, state: Uint8Array | undefined): 'stored' {
    this.#doubtful = undefined;
    this.#lastSlot = slot;
    this.#lastHash = createHash('sha256').update(record).digest();
    if (state) this.#stateSlot = slot;
    this.#sealLater();
    return 'stored';
  }

  async #hasOwn(slot: Slot): Promise<boolean> {
    const found = await this.database.rows(
      'select 1 from tick_record where slot = $1 and day = $2 and fence = $3',
      [slot, dayOfSlot(slot), this.fence],
    );
    return found.length > 0;
  }

  async #refusal(slot: Slot): Promise<AppendOutcome> {
    const [row] = await this.database.rows<{ fence: string; is_stored: boolean }>(
      `select number as fence, exists (select 1 from tick_record where slot = $1 and day = $2) as is_stored
       from fence`,
      [slot, dayOfSlot(slot)],
    );
    if (Number(row?.fence) !== this.fence) return 'fenced';
    if (row?.is_stored) return 'duplicate';
    return slot < this.#lastSlot - this.#options.windowMs / SLOT_MS ? 'too-old' : 'out-of-order';
  }

  /** Returns `fenced` if there is a newer writer. Nothing is stored then. */
  async #unlessFenced(work: () => Promise<void>): Promise<WriteOutcome> {
    try {
      await work();
      return 'stored';
    } catch (error) {
      if (error instanceof Fenced) return 'fenced';
      throw error;
    }
  }

  /**
   * Checks the fence and does the work in one transaction. A new writer waits for transactions that hold the fence, so long work
   * checks it last.
   */
  async #write(work: (session: Session) => Promise<void>, look: 'first' | 'last' = 'first'): Promise<void> {
    try {
      await this.database.write(async (session) => {
        if (look === 'first') await this.#hold(session);
        await work(session);
        if (look === 'last') await this.#hold(session);
      });
    } finally {
      this.changed();
    }
  }

  async #hold(session: Session): Promise<void> {
    const held = await session.rows(HOLD_FENCE, [this.fence]);
    if (held.length === 0) throw new Fenced();
  }

  /** Not in the transaction that seals: while a backup reads the tables, no partition can be dropped. The next hour tries again. */
  async #dropBefore(oldest: Day): Promise<void> {
    try {
      await this.#write((session) => this.#sealing.dropBefore(session, oldest));
    } catch (error) {
      if (!isLockedByOthers(error)) throw error;
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#work.then(work);
    this.#work = turn.catch(() => undefined);
    return turn;
  }

  /** If sealing fails, nothing is lost: the slices stay, and the next tick tries again. */
  #sealLater(): void {
    if (!this.#sealing.isDue(this.#lastSlot)) return;
    this.#inTurn(async () => {
      // Ticks are appended meanwhile, so the range to seal is fixed here.
      const lastSlot = this.#lastSlot;
      const oldest = dayOfSlot(lastSlot - this.#options.windowMs / SLOT_MS);
      if (this.#isClosed || !this.#sealing.isDue(lastSlot)) return;
      await this.#sealing.prepare(this.database, lastSlot);
      await this.#unlessFenced(async () => {
        let hotFrom = 0;
        const seal = async (session: Session) => {
          hotFrom = await this.#sealing.seal(session, lastSlot);
        };
        await this.#write(seal, 'last');
        this.#sealing.done(hotFrom);
        await this.#dropBefore(oldest);
      });
    }).catch((error: unknown) =>
      this.#options.onBackgroundFailure(error instanceof Error ? error : new Error(String(error))),
    );
  }
}
