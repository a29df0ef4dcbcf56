import { join } from 'node:path';
import type { Candle } from '../../core/candle.ts';
import { SystemClock } from '../../core/clocks/clock.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import { freeBytesOn } from '../../disk/free-bytes.ts';
import { Quarantine } from '../../disk/quarantine.ts';
import type { HistoryFiles } from '../history-backend.ts';
import type {
  AppendOutcome,
  Fence,
  HistoryStore,
  PastDay,
  PastYear,
  TickSlice,
  WriteOutcome,
} from '../history-store.ts';
import { appendRefusal, stateChange } from './appended-tick.ts';
import type { EmbeddedHistoryOptions } from './embedded-history-options.ts';
import { adopt } from './recovery/adoption.ts';
import { applyAdoption, quarantineTraces } from './recovery/apply-adoption.ts';
import { CandleDay } from '../tiers/candle-day.ts';
import { DamageReports } from './damage.ts';
import { DiskReserve } from './journal/disk-reserve.ts';
import { Journal, JournalSuperseded } from './journal/journal.ts';
import { candlesKey, FENCE_KEY, LAST_TICK_KEY, tickKey } from './journal/journal-keys.ts';
import type { JournalEntry } from './journal/journal-record.ts';
import { encodeEntry, encodeLastTick, type FenceEntry } from './journal/journal-records.ts';
import { recover } from './recovery/recovery.ts';
import { SegmentSealing } from './seal/sealing.ts';
import { SeriesNumbering } from './series-numbering.ts';
import { StoreContent } from './store-content.ts';
import { StoreFolders } from './store-folders.ts';
import { encodeTick, type NumberedTick } from '../tiers/tick-record.ts';
import { EmbeddedReader, type StoreView } from './read/embedded-reader.ts';
import { TickReader } from './read/tick-reader.ts';
import { PeriodicYield } from './read/periodic-yield.ts';

type OwnedOptions = EmbeddedHistoryOptions & { readonly quarantine: Quarantine };

/** About 5 ms. */
const CANDLES_PER_TURN = 10_000;
/** Three sealed days of the full simulated world. */
const RESERVE_BYTES = 200 * 2 ** 20;

/** History in one folder: ticks are in a journal until their hour closes, then in segment files. */
export class EmbeddedHistoryStore extends EmbeddedReader implements HistoryStore {
  readonly fence: Fence;
  readonly #content: StoreContent;
  readonly #journal: Journal;
  readonly #view: StoreView;
  readonly #sealing: SegmentSealing;
  readonly #numbering: SeriesNumbering;
  readonly #windowMs: Millis;
  readonly #reserve: DiskReserve;
  readonly #writes = new SerialQueue();
  /** Additional entries for the next record. */
  #copies: readonly JournalEntry[] = [];
  #passedOver = -Infinity;

  private constructor(options: OwnedOptions, content: StoreContent, journal: Journal) {
    super();
    // Becomes durable before the store is returned.
    this.fence = ++content.fence;
    this.#content = content;
    this.#journal = journal;
    this.#windowMs = options.windowMs;
    this.#reserve = new DiskReserve(
      options.reserveBytes ?? RESERVE_BYTES,
      options.freeBytes ?? (() => freeBytesOn(options.folder)),
    );
    const reader = new TickReader(content.series, content.spans, content.segments);
    this.#view = { content, reader };
    this.#numbering = new SeriesNumbering(
      content.series,
      (entries) => this.#commit(entries),
      (entry) => (this.#copies = [entry]),
    );
    this.#sealing = new SegmentSealing({
      content,
      journal,
      windowMs: options.windowMs,
      exclusively: (work) => this.#writes.run(work),
      onStep: options.onSealingStep ?? (() => undefined),
      onFailure: options.onSealingFailure,
      onInserted: () => reader.forgetDecoded(),
      setAside: options.quarantine.move.bind(options.quarantine),
    });
  }

  static async open(options: EmbeddedHistoryOptions): Promise<EmbeddedHistoryStore> {
    const folders = new StoreFolders(options.folder);
    folders.prepare();
    const damage = new DamageReports(options.onDamage);
    const { quarantine = quarantineIn(options.folder) } = options;
    const { journal, entries } = await Journal.open({
      folder: folders.journal,
      onLoss: (path, loss) => damage.report(path, loss),
      setAside: (path, reason) => quarantine.move(path, reason),
      ...(options.journalDisk ? { disk: options.journalDisk } : {}),
      ...(options.journalFileBytes === undefined ? {} : { fileBytes: options.journalFileBytes }),
    });
    try {
      return await EmbeddedHistoryStore.#recovered(
        { ...options, quarantine },
        new StoreContent(folders, damage),
        journal,
        entries,
      );
    } catch (error) {
      await journal.withdraw();
      throw error;
    }
  }

  static async #recovered(
    options: OwnedOptions,
    content: StoreContent,
    journal: Journal,
    entries: readonly JournalEntry[],
  ): Promise<EmbeddedHistoryStore> {
    const { quarantine } = options;
    const recovery = recover(content, entries);
    const adoption = await adopt(content, recovery);
    const store = new EmbeddedHistoryStore(options, content, journal);
    quarantineTraces(content, journal, recovery.missing, quarantine);
    const fence = { key: FENCE_KEY, value: encodeEntry({ fence: store.fence } satisfies FenceEntry) };
    const isCounted = await applyAdoption(adoption, fence, { ...options, content, journal });
    if (!isCounted) store.#copies = [fence];
    store.#sealing.poke();
    return store;
  }

  skipUpTo(at: Millis): void {
    this.#passedOver = at;
  }

  append(slice: TickSlice, state?: Uint8Array): Promise<AppendOutcome> {
    return this.#unlessFenced(() => this.#writes.run(() => this.#append(slice, state)));
  }

  /** The state is written into the same record as the tick. */
  wantsStateAt(): boolean {
    return true;
  }

  insertPast(past: PastDay): Promise<WriteOutcome> {
    return this.#unlessFenced(() => this.#insertPast(past));
  }

  async #insertPast({ startAt, parts, records = [] }: PastDay): Promise<'stored'> {
    const isTooOld = startAt + DAY_MS < this.#content.newest - this.#windowMs;
    const collection = this.#sealing.collect();
    try {
      for await (const series of parts) {
        if (isTooOld) continue;
        this.#reserve.require(0);
        const numberOf = await this.#writes.run(() => this.#numbering.ofAll(series));
        await collection.add(series.map((one) => ({ ...one, number: numberOf(one) })));
      }
      if (records.length > 0 && !isTooOld) await collection.begin();
      await this.#sealing.insert({ day: startAt, collection, records: isTooOld ? [] : records });
      return 'stored';
    } finally {
      // If the thread has ended, its collected data are gone anyway.
      collection.forget().catch(() => undefined);
    }
  }

  appendCandles(candles: readonly Candle[]): Promise<WriteOutcome> {
    return this.#unlessFenced(() => this.#writes.run(() => this.#appendCandles(candles)));
  }

  insertCandles(past: PastYear): Promise<WriteOutcome> {
    return this.#unlessFenced(() => this.#insertCandles(past));
  }

  async #insertCandles({ startAt, series }: PastYear): Promise<'stored'> {
    this.#reserve.require(0);
    const numberOf = await this.#writes.run(() => this.#numbering.ofAll(series));
    await this.#sealing.insertCandles(
      startAt,
      series.map((one) => ({ ...one, number: numberOf(one) })),
    );
    return 'stored';
  }

  /** The files that would remain after a crash now. Ignores files that are removed in the meantime. */
  files(): HistoryFiles {
    return { growing: this.#journal.extent(), sealed: this.#content.folders.sealedFiles() };
  }

  /** Resolves when everything complete is sealed, or sealing has failed. */
  sealed(): Promise<void> {
    return this.#sealing.idle();
  }

  async close(): Promise<void> {
    await this.#writes.run(() => Promise.resolve());
    await this.#sealing.close();
    await this.#journal.close();
    this.#content.segments.close();
  }

  protected override read<Result>(work: (view: StoreView) => Promise<Result>): Promise<Result> {
    return work(this.#view);
  }

  /** The lock of the directory keeps other processes out. If one has opened the store anyway, this store stops writing. */
  async #unlessFenced<Outcome>(write: () => Promise<Outcome>): Promise<Outcome | 'fenced'> {
    try {
      await this.#journal.refuseIfSuperseded();
      return await write();
    } catch (error) {
      if (error instanceof JournalSuperseded) return 'fenced';
      throw error;
    }
  }

  async #append(slice: TickSlice, state: Uint8Array | undefined): Promise<AppendOutcome> {
    const { at } = slice;
    const content = this.#content;
    if (at <= Math.max(content.newest, this.#passedOver)) return appendRefusal(content, at, this.#windowMs);
    if (at % SLOT_MS !== 0) throw new RangeError(`a tick at ${at} is not on the grid`);
    const numbers = await this.#numbering.ofSlice(slice);
    const { prices, volumes, tickVolumes, flags, record } = slice;
    const tick: NumberedTick = { numbers, prices, volumes, tickVolumes, flags, record };
    const { puts, removes } = stateChange(content, at, state);
    await this.#commit(
      [
        { key: tickKey(at), value: encodeTick(tick) },
        { key: LAST_TICK_KEY, value: encodeLastTick({ at, record }) },
        ...puts,
      ],
      removes,
    );
    content.addTick(at, tick);
    content.last = { at, record };
    if (state) content.state = { at, state };
    this.#sealing.poke();
    return 'stored';
  }

  async #appendCandles(candles: readonly Candle[]): Promise<'stored'> {
    const stored = this.#content.candles;
    const numberOf = await this.#numbering.ofAll(candles);
    const byDay = new Map<Millis, Map<number, Candle>>();
    const pause = new PeriodicYield(CANDLES_PER_TURN);
    for (const candle of candles) {
      const day = byDay.get(candle.startAt) ?? new Map<number, Candle>();
      byDay.set(candle.startAt, day.set(numberOf(candle), candle));
      await pause.step();
    }
    const days: CandleDay[] = [];
    const entries: JournalEntry[] = [];
    for (const [at, rows] of byDay) {
      const day = (stored.days.get(at) ?? CandleDay.empty(at)).with(rows);
      days.push(day);
      entries.push({ key: candlesKey(at), value: day.encode() });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.#commit(entries);
    const [, newest] = stored.range();
    if (days.some(({ day }) => day <= newest)) stored.revision++;
    for (const day of days) stored.days.set(day.day, day);
    this.#sealing.poke();
    return 'stored';
  }

  /** Durable when it resolves. If it rejects, nothing was stored. */
  async #commit(entries: readonly JournalEntry[], removes: readonly string[] = []): Promise<void> {
    const puts = [...entries, ...this.#copies];
    this.#reserve.require(puts.reduce((sum, { value }) => sum + value.length, 0));
    await this.#journal.commit({ puts, removes });
    this.#copies = [];
  }
}

function quarantineIn(folder: string): Quarantine {
  return new Quarantine({ folder: join(folder, 'quarantine'), root: folder, clock: new SystemClock() });
}
