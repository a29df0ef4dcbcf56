import { existsSync } from 'node:fs';
import type { Candle } from '../../../core/candle.ts';
import { OperatorError } from '../../../core/errors.ts';
import { INDEX_TYPES, type SeriesId } from '../../../core/index-value.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import type { ValueColumns } from '../../../core/value-columns.ts';
import type {
  CandleCrossRead,
  CandleRead,
  CrossRead,
  SeriesRead,
  StoredRecord,
  StoredValue,
} from '../../history-store.ts';
import { adoptUncontested } from '../recovery/adoption.ts';
import { DamageReports, type Damage, type OnDamage } from '../damage.ts';
import { Journal } from '../journal/journal.ts';
import { recover } from '../recovery/recovery.ts';
import { StoreContent } from '../store-content.ts';
import { StoreFolders } from '../store-folders.ts';
import { summaryOf, type StoreSummary } from '../store-summary.ts';
import { recordsWithin } from './tick-records.ts';
import { TickReader } from './tick-reader.ts';

/** What is lost in so many looks is lost: it was not just being tidied away. */
const MOST_LOOKS = 3;

interface View {
  readonly content: StoreContent;
  readonly reader: TickReader;
  /** Found since the view was taken. */
  readonly damage: Damage[];
}

/**
 * What a store holds at an instant, for a process that does not own it: nothing is changed, and another process may go on
 * writing. Files that are tidied away or joined meanwhile are found again in their new place by looking anew.
 */
export class HistorySnapshot {
  readonly #folders: StoreFolders;
  readonly #onDamage: OnDamage;
  #view: View;

  private constructor(folders: StoreFolders, onDamage: OnDamage) {
    this.#folders = folders;
    this.#onDamage = onDamage;
    this.#view = this.#look();
  }

  static open(folder: string, onDamage: OnDamage): HistorySnapshot {
    const folders = new StoreFolders(folder);
    if (!existsSync(folders.journal)) throw new OperatorError(`there is no history in ${folder}`);
    return new HistorySnapshot(folders, onDamage);
  }

  /** The newest tick, -Infinity where there is none. */
  get newest(): Millis {
    return this.#view.content.newest;
  }

  get summary(): StoreSummary {
    return summaryOf(this.#view.content);
  }

  /** The series of an id, which belongs to one type only; undefined where nothing of it was ever stored. */
  seriesOf(indexId: string): SeriesId | undefined {
    const { series } = this.#view.content;
    return INDEX_TYPES.map((indexType): SeriesId => ({ indexType, indexId })).find(
      (id) => series.numberOf(id) !== undefined,
    );
  }

  readAcross(read: CrossRead): Promise<StoredValue[]> {
    return this.#read(({ reader, content }) => reader.readAcross(read, content.newest));
  }

  readSeries(read: SeriesRead): Promise<StoredValue[]> {
    return this.#read(({ reader }) => reader.readSeries(read));
  }

  readSeriesInto(read: SeriesRead, into: ValueColumns): Promise<number> {
    return this.#read(({ reader }) => reader.readSeriesInto(read, into));
  }

  readCandles(read: CandleRead): Promise<Candle[]> {
    return this.#read(async ({ content }) => content.candles.readCandles(read));
  }

  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]> {
    return this.#read(({ content }) => content.candles.readCandlesAcross(read));
  }

  /** Records of the ticks from <= t <= to, in the order of time, read a day at a time. */
  async *records(from: Millis, to: Millis): AsyncGenerator<StoredRecord> {
    const { ticks } = this.summary;
    if (!ticks) return;
    for (
      let day = Math.max(dayOfTick(from), ticks.oldest);
      day <= Math.min(to, ticks.newest);
      day += DAY_MS
    ) {
      const [after, last] = [Math.max(day, from - 1), Math.min(day + DAY_MS, to)];
      const ofDay = await this.#read(async ({ content }) =>
        recordsWithin(content.spans, content.segments, after, last),
      );
      for (const [at, record] of ofDay) yield { at, record };
    }
  }

  close(): void {
    this.#view.content.segments.close();
  }

  /** Reads come one after the other. */
  async #read<Result>(read: (view: View) => Promise<Result>): Promise<Result> {
    const result = await read(this.#view);
    if (this.#view.damage.length === 0) return result;
    this.close();
    this.#view = this.#look();
    const again = await read(this.#view);
    for (const damage of this.#view.damage.splice(0)) this.#onDamage(damage);
    return again;
  }

  #look(): View {
    for (let looks = 1; ; looks++) {
      const view = this.#tryToLook(looks === MOST_LOOKS);
      if (view) return view;
    }
  }

  /** Undefined where something is missing, unless this is the last look: then the rest is taken as it is. */
  #tryToLook(isLast: boolean): View | undefined {
    const damage: Damage[] = [];
    const content = new StoreContent(this.#folders, new DamageReports((found) => void damage.push(found)));
    try {
      const onLoss = (path: string, loss: string) => content.damage.report(path, loss);
      const { entries } = Journal.open({ folder: this.#folders.journal, onLoss });
      const recovery = recover(content, entries);
      if (damage.length > 0 && !isLast) return undefined;
      if (damage.length > 0) adoptUncontested(content, recovery);
    } catch (error) {
      if (isLast || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      return undefined;
    }
    return { content, reader: new TickReader(content.series, content.spans, content.segments), damage };
  }
}
