import { rmSync } from '../../../disk/files.ts';
import { DAY_MS, dayStart, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { Damage } from '../damage.ts';
import { JournalSuperseded, type Journal } from '../journal/journal.ts';
import type { JournalChange } from '../journal/journal-record.ts';
import { dayKey, hourKey, tickKey } from '../journal/journal-keys.ts';
import { encodeEntry } from '../journal/journal-records.ts';
import type { SealingRequest } from './sealing-answers.ts';
import type { StoreContent } from '../store-content.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';
import type { NumberedCandles } from './merge-year.ts';
import { PastCollection } from './past-collection.ts';
import { PastInserter, type PastToInsert } from './past-inserter.ts';
import { YearSealing, type SeriesCatalogue } from './year-sealing.ts';
import { sealedSpan, type HotSpan, type SealedSpan } from '../read/tick-spans.ts';

/** If there are more days of candles in memory than this, a year is rewritten. */
const MAX_RECENT_CANDLE_DAYS = 15;

export interface SealingParts {
  readonly content: StoreContent;
  readonly journal: Journal;
  readonly windowMs: Millis;
  /** Runs work that must not overlap with an append. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Called before each step. If it throws, sealing stops there as in a crash. */
  readonly onStep: (step: string) => void | Promise<void>;
  readonly onFailure: (error: Error) => void;
  /** Called after past values were inserted into sealed files. */
  readonly onInserted: () => void;
  /** Moves a damaged file that was replaced out of its folder instead of unlinking it. */
  readonly setAside: (path: string, reason: string) => void;
}

interface WaitingInsert {
  readonly work: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Moves complete data into segment files: hours as they close, days as they end, candles from time to time. Unlinks days that
 * have left the window as new ones arrive, and keeps the journal small. A file is durable before the journal records it, and
 * recorded before the files that it replaces are removed, so after a crash at any point the same work is simply repeated.
 * Failures are reported, and retried at the next `poke`.
 */
export class SegmentSealing {
  readonly #parts: SealingParts;
  readonly #thread = new ThreadCalls(compiledUrl('sealing-thread', import.meta.url), undefined);
  readonly #inserter: PastInserter;
  readonly #years: YearSealing;
  /** Files in which damage was found while they were replaced, with the reason. */
  readonly #damageByPath = new Map<string, string>();
  #inserts: WaitingInsert[] = [];
  #collections = 0;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(parts: SealingParts) {
    this.#parts = parts;
    const files = {
      write: (request: SealingRequest) => this.#write(request),
      commit: (step: string, change: JournalChange) => this.#commit(step, change),
      unlink: (paths: readonly string[]) => this.#unlink(paths),
    };
    this.#inserter = new PastInserter({ ...parts, ...files });
    this.#years = new YearSealing({ ...parts, ...files });
  }

  /** Collecting does not wait for sealing, and sealing does not wait for it. */
  collect(): PastCollection {
    return new PastCollection(this.#thread, ++this.#collections);
  }

  /** Inserts past values once everything complete is sealed. */
  insert(past: PastToInsert): Promise<void> {
    return this.#queue(() => this.#inserter.insert(past));
  }

  /** The same for end-of-day records. */
  insertCandles(start: Millis, series: readonly NumberedCandles[]): Promise<void> {
    return this.#queue(() => this.#years.insert(start, series));
  }

  #queue(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) reject(new Error('the history store is closed'));
      this.#inserts.push({ work, resolve, reject });
      this.poke();
    });
  }

  poke(): void {
    if (this.#running || this.#closed) return;
    this.#running = this.#run().finally(() => (this.#running = undefined));
  }

  /** Resolves when there is nothing left to do. */
  async idle(): Promise<void> {
    this.poke();
    await this.#running;
  }

  /** Stops at the current step. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#thread.close();
    await this.#running;
    for (const { reject } of this.#inserts) reject(new Error('the history store is closed'));
  }

  async #run(): Promise<void> {
    try {
      for (let work = this.#next(); work && !this.#closed; work = this.#next()) await work();
    } catch (error) {
      if (this.#closed) return;
      // If another process has taken over, a retry is pointless; the next write reports it.
      if (!(error instanceof JournalSuperseded)) this.#parts.onFailure(error as Error);
      // It is unknown when sealing will continue, so pending inserts fail and their callers may retry.
      for (const { reject } of this.#inserts.splice(0)) reject(error as Error);
    }
  }

  /** A failure is reported to the caller of the insert; sealing continues. */
  async #insert({ work, resolve, reject }: WaitingInsert): Promise<void> {
    try {
      await work();
      resolve();
    } catch (error) {
      reject(error as Error);
    }
  }

  #next(): (() => Promise<void>) | undefined {
    const { content, journal, windowMs } = this.#parts;
    const { spans, newest } = content;
    const hot = spans.hot();
    const closed = hot.find(({ end }) => end <= newest);
    if (closed) return () => this.#sealHour(closed);
    const day = spans.sealed('hour').find(({ start }) => {
      const [from, to] = [dayStart(start), dayStart(start) + DAY_MS];
      return to <= newest && !hot.some((span) => span.start >= from && span.start < to);
    });
    if (day) return () => this.#sealDay(dayStart(day.start));
    const expired = this.#daysToForget(newest - windowMs - DAY_MS);
    if (expired.length > 0) return () => this.#forget(expired);
    if (content.candles.days.size > MAX_RECENT_CANDLE_DAYS)
      return () => this.#years.sealOldest(this.#catalogue());
    if (journal.hasWaste) return () => this.#tidy();
    const insert = this.#inserts.shift();
    return insert && (() => this.#insert(insert));
  }

  /**
   * Days that ended before an instant, provided that the window's number of newer days is stored. If the clock jumps ahead, no
   * day is removed: a day is only removed for one that has arrived.
   */
  #daysToForget(endedBefore: Millis): SealedSpan[] {
    const { content, windowMs } = this.#parts;
    const days = content.spans.sealed('day');
    const newerDays = Math.ceil(windowMs / DAY_MS);
    return days.slice(0, Math.max(0, days.length - newerDays)).filter(({ end }) => end < endedBefore);
  }

  async #sealHour({ start: hour, table }: HotSpan): Promise<void> {
    const { content } = this.#parts;
    const generation = content.generationFrom(0, 'hour', hour);
    const path = content.folders.hour(hour, generation);
    const { columns } = table;
    const slots = [...table.records].map(([slot, record]) => ({ slot, record }));
    // Slots that were only filled in later were not ticks: they have no record.
    const ticks = slots.filter(({ record }) => record.length > 0);
    await this.#write({ kind: 'hour', path, hour, columns, ticks, ...this.#catalogue() });
    await this.#commit('record the hour', {
      puts: [
        {
          key: hourKey(hour),
          value: encodeEntry({ ticks: ticks.length, ...(generation > 0 && { generation }) }),
        },
      ],
      removes: slots.map(({ slot }) => tickKey(hour + (slot + 1) * SLOT_MS)),
    });
    content.spans.put(sealedSpan('hour', hour, path, generation));
  }

  async #sealDay(day: Millis): Promise<void> {
    const { content } = this.#parts;
    const generation = content.generationFrom(0, 'day', day);
    const path = content.folders.day(day, generation);
    const hours = content.spans.sealed('hour').filter(({ start }) => dayStart(start) === day);
    await this.#write({
      kind: 'day',
      path,
      day,
      hours: hours.map((hour) => ({ hour: hour.start, path: hour.path })),
      series: content.series.packed(),
    });
    await this.#commit('record the day', {
      puts: [
        {
          key: dayKey(day),
          value: encodeEntry({ hours: hours.length, ...(generation > 0 && { generation }) }),
        },
      ],
      removes: hours.map(({ start }) => hourKey(start)),
    });
    content.spans.put(sealedSpan('day', day, path, generation));
    await this.#unlink(hours.map((hour) => hour.path));
  }

  async #forget(days: readonly SealedSpan[]): Promise<void> {
    await this.#commit('forget days', { removes: days.map(({ start }) => dayKey(start)) });
    for (const day of days) this.#parts.content.spans.remove(day);
    await this.#unlink(days.map(({ path }) => path));
  }

  async #tidy(): Promise<void> {
    await this.#parts.onStep('tidy the journal');
    await this.#parts.journal.tidy();
  }

  #catalogue(): SeriesCatalogue {
    const { series } = this.#parts.content;
    return { order: Uint32Array.from(series.numbers()), series: series.packed() };
  }

  async #write(request: SealingRequest): Promise<void> {
    await this.#parts.onStep(`write the ${request.kind}`);
    // Another process may have created a file with this name.
    await this.#parts.journal.refuseIfSuperseded();
    for (const { file, reason, series } of await this.#thread.call<Damage[]>(request)) {
      this.#parts.content.damage.report(file, reason, series);
      this.#damageByPath.set(file, reason);
    }
  }

  async #commit(step: string, change: JournalChange): Promise<void> {
    await this.#parts.onStep(step);
    await this.#parts.journal.commit(change);
  }

  /** Removes files that were replaced by valid ones. The remains of a damaged file may exist nowhere else, so it is set aside. */
  async #unlink(paths: readonly string[]): Promise<void> {
    await this.#parts.onStep('unlink');
    for (const path of paths) {
      this.#parts.content.segments.drop(path);
      const damage = this.#damageByPath.get(path);
      if (damage === undefined) rmSync(path, { force: true });
      else this.#parts.setAside(path, damage);
      this.#damageByPath.delete(path);
    }
  }
}
