import { rmSync } from '../../../disk/files.ts';
import { DAY_MS, dayStart, SLOT_MS, type Millis } from '../../../core/time.ts';
import type { Damage } from '../damage.ts';
import { JournalSuperseded, type Journal } from '../journal/journal.ts';
import type { JournalChange } from '../journal/journal-record.ts';
import { dayKey, hourKey, tickKey } from '../journal/journal-keys.ts';
import { encodeEntry } from '../journal/journal-records.ts';
import type { SealingRequest } from './sealing-thread.ts';
import type { StoreContent } from '../store-content.ts';
import { compiledUrl } from '../../../threads/compiled-url.ts';
import { ThreadCalls } from '../../../threads/thread-calls.ts';
import type { NumberedCandles } from './merge-year.ts';
import { PastCollection } from './past-collection.ts';
import { PastInserter, type PastToInsert } from './past-inserter.ts';
import { YearSealing, type SeriesCatalogue } from './year-sealing.ts';
import { sealedSpan, type HotSpan, type SealedSpan } from '../read/tick-spans.ts';

/** Days of candles beyond which a year is written anew. */
const MOST_RECENT_CANDLE_DAYS = 15;

export interface SealingParts {
  readonly content: StoreContent;
  readonly journal: Journal;
  readonly windowMs: Millis;
  /** Runs work that must not run beside an append. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  /** Told before each step; where it throws, sealing stops there as in a crash. */
  readonly onStep: (step: string) => void | Promise<void>;
  readonly onFailure: (error: Error) => void;
  /** Values of the past were put into what is sealed. */
  readonly onInserted: () => void;
  /** Takes a damaged file that was replaced out of its folder, in place of unlinking it. */
  readonly setAside: (path: string, reason: string) => void;
}

interface WaitingInsert {
  readonly work: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Moves what is complete into segment files: hours as they close, days as they end, candles from time to time;
 * unlinks days that have left the window, as new ones come, and keeps the journal small. A file is durable before the journal counts it, and counted before what it
 * replaces goes, so after a crash at any point the same work is simply done again. A failure is told and tried again
 * when poked again.
 */
export class Sealing {
  readonly #parts: SealingParts;
  readonly #thread = new ThreadCalls(compiledUrl('sealing-thread', import.meta.url), undefined);
  readonly #inserter: PastInserter;
  readonly #years: YearSealing;
  /** Files in which damage was found as they were replaced, and what it was. */
  readonly #damaged = new Map<string, string>();
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

  /** What is collected waits for nothing, and nothing waits for it. */
  collect(): PastCollection {
    return new PastCollection(this.#thread, ++this.#collections);
  }

  /** Puts values of the past in their place, once all that is complete is sealed. */
  insert(past: PastToInsert): Promise<void> {
    return this.#queue(() => this.#inserter.insert(past));
  }

  /** The same with end-of-day records. */
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

  /** Resolves when there is nothing to do at present. */
  async idle(): Promise<void> {
    this.poke();
    await this.#running;
  }

  /** Stops where it stands. */
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
      // Where another process has taken over, there is nothing to try again; the next write hears of it.
      if (!(error instanceof JournalSuperseded)) this.#parts.onFailure(error as Error);
      // It is unknown when sealing goes on: the caller that inserts may try again.
      for (const { reject } of this.#inserts.splice(0)) reject(error as Error);
    }
  }

  /** The caller that inserts hears of a failure; sealing goes on. */
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
    const gone = this.#daysToForget(newest - windowMs - DAY_MS);
    if (gone.length > 0) return () => this.#forget(gone);
    if (content.candles.days.size > MOST_RECENT_CANDLE_DAYS)
      return () => this.#years.sealOldest(this.#catalogue());
    if (journal.hasWaste) return () => this.#tidy();
    const insert = this.#inserts.shift();
    return insert && (() => this.#insert(insert));
  }

  /**
   * Days that ended before an instant, where as many newer ones are stored as the window has. A clock that leaps ahead
   * takes nothing away: a day goes only for one that came.
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
    // Slots that were only filled in later were no ticks: they have no record.
    const ticks = slots.filter(({ record }) => record.length > 0);
    await this.#write({ kind: 'hour', path, hour, columns, ticks, ...this.#catalogue() });
    await this.#commit('count the hour', {
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
    await this.#commit('count the day', {
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
    // The file may have a name that another process has given to its own.
    this.#parts.journal.refuseIfSuperseded();
    for (const { file, reason, series } of await this.#thread.call<Damage[]>(request)) {
      this.#parts.content.damage.report(file, reason, series);
      this.#damaged.set(file, reason);
    }
  }

  async #commit(step: string, change: JournalChange): Promise<void> {
    await this.#parts.onStep(step);
    await this.#parts.journal.commit(change);
  }

  /** What was replaced by something that counts. What is left of a damaged file may be in no other. */
  async #unlink(paths: readonly string[]): Promise<void> {
    await this.#parts.onStep('unlink');
    for (const path of paths) {
      this.#parts.content.segments.drop(path);
      const damage = this.#damaged.get(path);
      if (damage === undefined) rmSync(path, { force: true });
      else this.#parts.setAside(path, damage);
      this.#damaged.delete(path);
    }
  }
}
