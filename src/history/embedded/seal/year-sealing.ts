import { DAY_MS, yearStart, type Millis } from '../../../core/time.ts';
import type { SealedYear } from '../candles/candle-months.ts';
import { candlesKey, yearKey } from '../journal/journal-keys.ts';
import type { JournalChange } from '../journal/journal-record.ts';
import { encodeEntry, type YearEntry } from '../journal/journal-records.ts';
import type { StoreContent } from '../store-content.ts';
import type { NumberedCandles } from './merge-year.ts';
import type { SealingRequest } from './sealing-answers.ts';

export interface YearSealingParts {
  readonly content: StoreContent;
  /** Runs work that must not overlap with an append. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  readonly write: (request: SealingRequest) => Promise<void>;
  readonly commit: (step: string, change: JournalChange) => Promise<void>;
  /** Removes files that were replaced. */
  readonly unlink: (paths: readonly string[]) => Promise<void>;
}

/** All series by number, and their order. */
export interface SeriesCatalogue {
  readonly order: Uint32Array;
  readonly series: Uint8Array;
}

/** Writes the files of end-of-day records, one per calendar year, which are rewritten each time. */
export class YearSealing {
  readonly #parts: YearSealingParts;

  constructor(parts: YearSealingParts) {
    this.#parts = parts;
  }

  /** Moves all recent days of the oldest year that has some into that year's file. */
  async sealOldest(catalogue: SeriesCatalogue): Promise<void> {
    const { content, exclusively, write, commit, unlink } = this.#parts;
    const { candles } = content;
    const start = Math.min(...[...candles.days.keys()].map(yearStart));
    const days = [...candles.days.values()].filter(({ day }) => yearStart(day) === start);
    const { previous, generation, path } = nextFile(content, start);
    await write({
      kind: 'year',
      path,
      start,
      previousPath: previous?.path,
      days: days.map(({ day, numbers, columns, flags }) => ({ day, numbers, columns, flags })),
      ...catalogue,
    });
    const entry = yearEntry(
      generation,
      previous,
      days.map(({ day }) => day),
    );
    await exclusively(async () => {
      const unchanged = days.filter((day) => candles.days.get(day.day) === day);
      await commit('record the year', {
        puts: [{ key: yearKey(start), value: encodeEntry(entry) }],
        removes: unchanged.map(({ day }) => candlesKey(day)),
      });
      candles.years.set(start, { span: 'year', start, path, ...entry });
      for (const { day } of unchanged) candles.days.delete(day);
    });
    if (previous) await unlink([previous.path]);
  }

  /** The newest days in memory take precedence over the year's file, now and when they are sealed. */
  async insert(start: Millis, series: readonly NumberedCandles[]): Promise<void> {
    const { content, write, commit, unlink } = this.#parts;
    const { candles } = content;
    const ends = series.flatMap(({ days }) => (days.length > 0 ? [days[0]!, days.at(-1)!] : []));
    if (ends.length === 0) return;
    const { previous, generation, path } = nextFile(content, start);
    await write({ kind: 'past-year', path, start, previousPath: previous?.path, series });
    const inserted = [...new Set(ends)].map((day) => start + day * DAY_MS);
    const entry = yearEntry(generation, previous, inserted);
    await commit('record the past year', {
      puts: [{ key: yearKey(start), value: encodeEntry(entry) }],
    });
    candles.years.set(start, { span: 'year', start, path, ...entry });
    candles.revision++;
    if (previous) await unlink([previous.path]);
  }
}

/** The path and generation for rewriting the year. */
function nextFile(content: StoreContent, start: Millis) {
  const previous = content.candles.years.get(start);
  const generation = content.generationFrom((previous?.generation ?? 0) + 1, 'year', start);
  return { previous, generation, path: content.folders.year(start, generation) };
}

/** The journal entry of the year once these days are in it. */
function yearEntry(
  generation: number,
  previous: SealedYear | undefined,
  days: readonly Millis[],
): Required<YearEntry> {
  return {
    generation,
    firstDay: Math.min(previous?.firstDay ?? Infinity, ...days),
    lastDay: Math.max(previous?.lastDay ?? -Infinity, ...days),
  };
}
