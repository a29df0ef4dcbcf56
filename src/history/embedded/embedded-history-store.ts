import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Candle } from '../../core/candle.ts';
import { SystemClock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { ValueColumns } from '../../core/value-columns.ts';
import { Quarantine } from '../../disk/quarantine.ts';
import { isReadFailure } from '../../disk/read-failure.ts';
import type {
  AppendOutcome,
  CandleCrossRead,
  CandleRead,
  CrossRead,
  HistoryStore,
  LastTick,
  PastDay,
  PastYear,
  SeriesRead,
  StoredValue,
  TickSlice,
} from '../history-store.ts';
import { adopt, type Adoption } from './recovery/adoption.ts';
import { CandleDay } from './candles/candle-day.ts';
import { DamageReports, type OnDamage } from './damage.ts';
import { DiskReserve, freeBytesOn } from './journal/disk-reserve.ts';
import { Journal } from './journal/journal.ts';
import type { JournalDisk } from './journal/journal-disk.ts';
import {
  candlesKey,
  LAST_TICK_KEY,
  seriesCopyKey,
  seriesKey,
  STATE_KEY,
  tickKey,
} from './journal/journal-keys.ts';
import type { JournalEntry } from './journal/journal-record.ts';
import { encodeLastTick } from './journal/journal-records.ts';
import { isReplaced, recover, type MissingSegment } from './recovery/recovery.ts';
import { Sealing } from './seal/sealing.ts';
import { FILE_MISSING, SegmentDamaged } from './segment/segment-file.ts';
import { packAll } from './series-table.ts';
import { StoreContent } from './store-content.ts';
import { StoreFolders, type StoreExtent } from './store-folders.ts';
import { summaryOf, type StoreSummary } from './store-summary.ts';
import { encodeTick, type NumberedTick } from './journal/tick-record.ts';
import { TickReader } from './read/tick-reader.ts';
import { Turn } from './read/turn.ts';
import { WriteQueue } from './journal/write-queue.ts';

export interface EmbeddedHistoryOptions {
  /** A folder of the store's own, in which one process opens it. */
  readonly folder: string;
  /** What older reads may ask for; whole days beyond it, and a day more, are unlinked as new ones come. */
  readonly windowMs: Millis;
  readonly onDamage: OnDamage;
  /** Sealing did not succeed, such as on a full disk: nothing is lost, and it is tried again with the next tick. */
  readonly onSealingFailure: (error: Error) => void;
  /** Where doubtful files go; by default a folder in the store's own. */
  readonly quarantine?: Quarantine;
  /** Told of segment files that count again though the journal had lost them. */
  readonly onAdopted?: (path: string) => void;
  /** Where less is left on the disk, nothing is stored any more. */
  readonly reserveBytes?: number;
  /** What is left on the disk; asked before each write. */
  readonly freeBytes?: () => number;
  /** How large a file of the journal gets before the next one is begun. */
  readonly journalFileBytes?: number;
  /** For tests: told before each step of sealing; where it throws, sealing stops there as in a crash. */
  readonly onSealingStep?: (step: string) => void | Promise<void>;
  /** For tests: what the journal writes to. */
  readonly journalDisk?: JournalDisk;
}

type OwnedOptions = EmbeddedHistoryOptions & { readonly quarantine: Quarantine };

/** Some 5 ms. */
const CANDLES_A_TURN = 10_000;
/** Three days of the full world, sealed. */
const RESERVE_BYTES = 200 * 2 ** 20;

/** History in one folder: ticks in a journal until their hour closes, then in segment files. */
export class EmbeddedHistoryStore implements HistoryStore {
  readonly #content: StoreContent;
  readonly #journal: Journal;
  readonly #reader: TickReader;
  readonly #sealing: Sealing;
  readonly #windowMs: Millis;
  readonly #reserve: DiskReserve;
  readonly #writes = new WriteQueue();
  /** What the next record holds beside its own. */
  #copies: readonly JournalEntry[] = [];
  #passedOver = -Infinity;

  private constructor(options: OwnedOptions, content: StoreContent, journal: Journal) {
    this.#content = content;
    this.#journal = journal;
    this.#windowMs = options.windowMs;
    this.#reserve = new DiskReserve(
      options.reserveBytes ?? RESERVE_BYTES,
      options.freeBytes ?? (() => freeBytesOn(options.folder)),
    );
    this.#reader = new TickReader(content.series, content.spans, content.segments);
    this.#sealing = new Sealing({
      content,
      journal,
      windowMs: options.windowMs,
      alone: (work) => this.#writes.run(work),
      onStep: options.onSealingStep ?? (() => undefined),
      onFailure: options.onSealingFailure,
      onInserted: () => this.#reader.forgetDecoded(),
      setAside: options.quarantine.move.bind(options.quarantine),
    });
  }

  static async open(options: EmbeddedHistoryOptions): Promise<EmbeddedHistoryStore> {
    const folders = new StoreFolders(options.folder);
    folders.prepare();
    const damage = new DamageReports(options.onDamage);
    const { quarantine = quarantineIn(options.folder) } = options;
    const { journal, entries } = Journal.open({
      folder: folders.journal,
      onLoss: (path, loss) => damage.report(path, loss),
      setAside: (path, reason) => quarantine.move(path, reason),
      ...(options.journalDisk ? { disk: options.journalDisk } : {}),
      ...(options.journalFileBytes === undefined ? {} : { fileBytes: options.journalFileBytes }),
    });
    const content = new StoreContent(folders, damage);
    const recovery = recover(content, entries);
    const adoption = await adopt(content, recovery);
    const store = new EmbeddedHistoryStore({ ...options, quarantine }, content, journal);
    store.#keepTraces(recovery.missing, quarantine);
    await store.#carryOut(adoption, { ...options, quarantine });
    store.#sealing.poke();
    return store;
  }

  /**
   * A segment that is missing is remembered. The journal, which is tidied as soon as it is written to, may still hold ticks
   * that were sealed into it: it is kept as it is.
   */
  #keepTraces(named: readonly MissingSegment[], quarantine: Quarantine): void {
    const missing = named.filter((segment) => !isReplaced(this.#content, segment));
    if (missing.length === 0) return;
    for (const { path } of missing) quarantine.note(path, FILE_MISSING);
    for (const { path } of this.#journal.extent())
      quarantine.keep(path, 'a segment is missing, and ticks of it may still be in here');
  }

  /**
   * What is doubtful is set aside before anything else may take its name; what the disk refuses to read may be sound, and
   * stays under its name, which nothing else gets. Files go only once the journal counts what
   * holds their content; where it cannot be written, such as on a full disk, all of it is done again at the next start.
   */
  async #carryOut({ change, adopted, superseded, doubtful }: Adoption, options: OwnedOptions): Promise<void> {
    for (const { path, reason } of doubtful) {
      this.#content.damage.report(path, reason);
      if (isReadFailure(reason)) this.#content.unread.add(path);
      else options.quarantine.move(path, reason);
    }
    for (const path of adopted) options.onAdopted?.(path);
    try {
      if (change.puts.length + change.removes.length > 0) await this.#journal.commit(change);
      await this.#journal.mend();
    } catch (error) {
      if (error instanceof OperatorError) throw error;
      options.onSealingFailure(error as Error);
      return;
    }
    for (const path of superseded) {
      this.#content.segments.drop(path);
      rmSync(path, { force: true });
    }
  }

  /**
   * Nothing is appended at or before this instant any more: ticks up to there were published, though the journal has lost
   * them. It lasts until the store is closed.
   */
  passOver(at: Millis): void {
    this.#passedOver = at;
  }

  append(slice: TickSlice): Promise<AppendOutcome> {
    return this.#writes.run(() => this.#append(slice));
  }

  async insertPast({ startAt, parts }: PastDay): Promise<void> {
    const isTooOld = startAt + DAY_MS < this.#content.newest - this.#windowMs;
    const collection = this.#sealing.collect();
    try {
      for await (const series of parts) {
        if (isTooOld) continue;
        this.#reserve.require(0);
        const numberOf = await this.#writes.run(() => this.#numberAll(series));
        await collection.add(series.map((one) => ({ ...one, number: numberOf(one) })));
      }
      await this.#sealing.insert({ day: startAt, collection });
    } finally {
      // Where the thread has ended, what it had collected is gone anyway.
      collection.forget().catch(() => undefined);
    }
  }

  readSeries(read: SeriesRead): Promise<StoredValue[]> {
    return this.#reader.readSeries(read);
  }

  readSeriesInto(read: SeriesRead, into: ValueColumns): Promise<number> {
    return this.#reader.readSeriesInto(read, into);
  }

  readAcross(read: CrossRead): Promise<StoredValue[]> {
    return this.#reader.readAcross(read, this.#content.newest);
  }

  newestValues(notBefore: Millis): Promise<StoredValue[]> {
    return this.#reader.newestValues(notBefore);
  }

  lastTick(): Promise<LastTick | undefined> {
    return Promise.resolve(this.#content.last);
  }

  appendCandles(candles: readonly Candle[]): Promise<void> {
    return this.#writes.run(() => this.#appendCandles(candles));
  }

  async insertCandles({ startAt, series }: PastYear): Promise<void> {
    this.#reserve.require(0);
    const numberOf = await this.#writes.run(() => this.#numberAll(series));
    await this.#sealing.insertCandles(
      startAt,
      series.map((one) => ({ ...one, number: numberOf(one) })),
    );
  }

  async readCandles(read: CandleRead): Promise<Candle[]> {
    return this.#content.candles.readCandles(read);
  }

  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    return this.#content.candles.readCandlesAcross(read);
  }

  newestCandles(startAtOrBefore: Millis): Promise<Candle[]> {
    return this.#content.candles.newestCandles(startAtOrBefore);
  }

  get summary(): StoreSummary {
    return summaryOf(this.#content);
  }

  /** All files that the store consists of at this moment: what a crash now would leave. Files that go meanwhile are no error. */
  extent(): StoreExtent {
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

  async #append(slice: TickSlice): Promise<AppendOutcome> {
    const { at } = slice;
    const content = this.#content;
    if (at <= Math.max(content.newest, this.#passedOver)) return this.#refusal(at);
    if (at % SLOT_MS !== 0) throw new RangeError(`a tick at ${at} is not on the grid`);
    const { numbers, added } = this.#number(slice);
    await this.#addSeries(added);
    const { prices, volumes, tickVolumes, flags, state, record } = slice;
    const tick: NumberedTick = { numbers, prices, volumes, tickVolumes, flags, record };
    const last: LastTick = { at, state, record };
    await this.#commit([
      { key: tickKey(at), value: encodeTick(tick) },
      { key: LAST_TICK_KEY, value: encodeLastTick(last) },
      { key: STATE_KEY, value: state },
    ]);
    content.addTick(at, tick);
    content.last = last;
    this.#sealing.poke();
    return 'stored';
  }

  /** Numbers of series, those that are new made durable first. */
  async #numberAll(ids: readonly SeriesId[]): Promise<(id: SeriesId) => number> {
    const { series } = this.#content;
    await this.#addSeries(newSeries(ids, (id) => series.numberOf(id) !== undefined));
    return (id) => series.numberOf(id)!;
  }

  async #appendCandles(candles: readonly Candle[]): Promise<void> {
    const { series, candles: shelf } = this.#content;
    await this.#addSeries(newSeries(candles, (id) => series.numberOf(id) !== undefined));
    const byDay = new Map<Millis, Map<number, Candle>>();
    const turn = new Turn(CANDLES_A_TURN);
    for (const candle of candles) {
      const day = byDay.get(candle.startAt) ?? new Map<number, Candle>();
      byDay.set(candle.startAt, day.set(series.numberOf(candle) as number, candle));
      await turn.step();
    }
    const days: CandleDay[] = [];
    const entries: JournalEntry[] = [];
    for (const [at, rows] of byDay) {
      const day = (shelf.days.get(at) ?? CandleDay.empty(at)).with(rows);
      days.push(day);
      entries.push({ key: candlesKey(at), value: day.encode() });
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.#commit(entries);
    for (const day of days) shelf.days.set(day.day, day);
    this.#sealing.poke();
  }

  /** Durable, or it rejects and nothing of it is stored. */
  async #commit(entries: readonly JournalEntry[]): Promise<void> {
    const puts = [...entries, ...this.#copies];
    this.#reserve.require(puts.reduce((sum, { value }) => sum + value.length, 0));
    await this.#journal.commit({ puts });
    this.#copies = [];
  }

  /** Gives series their numbers, in records of their own: what they came with may fail, and be tried again. */
  async #addSeries(added: readonly SeriesId[]): Promise<void> {
    if (added.length === 0) return;
    const first = this.#content.series.size;
    const value = packAll(added);
    await this.#commit([{ key: seriesKey(first), value }]);
    this.#content.series.add(added);
    this.#copies = [{ key: seriesCopyKey(first), value }];
  }

  /** The stored number of each row; series that are new get the next ones. */
  #number({ order, series, tickVolumes }: TickSlice): { numbers: Uint32Array; added: SeriesId[] } {
    const known = this.#content.series.numbersOf(order);
    const [firstLx] = order.rangeOf('LX');
    const added: SeriesId[] = [];
    const numbers = new Uint32Array(series.length);
    for (let row = 0; row < series.length; row++) {
      const number = series[row]!;
      if (number < firstLx && !Number.isNaN(tickVolumes[row]!))
        throw new RangeError(`only LX have a tick volume, not ${order.series[number]?.indexId}`);
      numbers[row] =
        known[number]! >= 0
          ? known[number]!
          : this.#content.series.size + added.push(order.series[number] as SeriesId) - 1;
    }
    return { numbers, added };
  }

  #refusal(at: Millis): AppendOutcome {
    if (at < this.#content.newest - this.#windowMs) return 'too-old';
    const span = this.#content.spans.holding(at);
    if (!span) return 'out-of-order';
    const slot = (at - span.start) / SLOT_MS - 1;
    if (span.table) return span.table.records.has(slot) ? 'duplicate' : 'out-of-order';
    const annex = this.#content.segments.file(span)?.annex();
    if (!annex || annex instanceof SegmentDamaged) return 'out-of-order';
    return annex.ticks.some((tick) => tick.slot === slot) ? 'duplicate' : 'out-of-order';
  }
}

function quarantineIn(folder: string): Quarantine {
  return new Quarantine({ folder: join(folder, 'quarantine'), root: folder, clock: new SystemClock() });
}

function newSeries(ids: readonly SeriesId[], known: (id: SeriesId) => boolean): SeriesId[] {
  const found = new Map<string, SeriesId>();
  for (const { indexType, indexId } of ids)
    if (!known({ indexType, indexId })) found.set(`${indexType} ${indexId}`, { indexType, indexId });
  return [...found.values()];
}
