import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { INDEX_TYPES, type SeriesId } from '../../src/core/index-value.ts';
import type { HistoryReader } from '../../src/history/history-store.ts';
import { lastTickOf, type Filling } from './fill.ts';

/** A read that is measured on both stores. */
export interface ReadCase {
  readonly name: string;
  /** The reads of a round, by readers that have not read its hour before: `first` once, then those of `next`. */
  questions(round: number): readonly Question[];
  /** How many times as long PostgreSQL may take, of the first and of the next ones. */
  readonly wanted?: number;
  /** Whether the first result includes opening the reader. */
  readonly withOpening?: boolean;
}

export type Question = (reader: HistoryReader) => Promise<readonly object[]>;

const PAGE = 2000;
/** Number of instants of an hour that are read one after the other. */
const INSTANTS = 40;
const WANTED_OF_PAGES = 3;

export interface Filled extends Filling {
  readonly series: readonly SeriesId[];
  readonly candleDays: number;
}

export function readCases(filled: Filled): ReadCase[] {
  const all = filled.series.length;
  const sizes = [...new Set([Math.min(PAGE, all), all])];
  return [
    ...sizes.flatMap((limit) => pagesOfAll(filled, limit)),
    ...[10, 500, PAGE].map((limit) => pagesOfSeries(filled, limit)),
    {
      name: 'newest value of every series',
      questions: () => repeated((reader) => reader.newestValues(lastTickOf(filled) - DAY_MS)),
    },
    ...candlePages(filled),
  ];
}

/** Of all series at an instant. */
function pagesOfAll(filled: Filled, limit: number): ReadCase[] {
  const last = lastTickOf(filled);
  const today = filled.startAt + filled.days * DAY_MS;
  const what = limit === filled.series.length ? `all ${limit} series` : `${limit} series`;
  const at = (name: string, endOfHour: (round: number) => Millis, withOpening = false): ReadCase => ({
    name: `${what}, ${name}`,
    withOpening,
    wanted: WANTED_OF_PAGES,
    questions: (round) =>
      Array.from({ length: INSTANTS }, (_, i): Question => {
        const instant = endOfHour(round) - (i + 3) * SLOT_MS;
        return (reader) =>
          reader.readAcross({ types: INDEX_TYPES, atOrBefore: instant, notBefore: instant, limit });
      }),
  });
  // Rounds read hours that no earlier round has read, while there are any left.
  const odd = limit === filled.series.length ? 1 : 0;
  return [
    at('hour that goes on', () => last, true),
    at('closed hour of today', (round) => today + ((round % filled.hours) + 1) * HOUR_MS),
    at('day that is over', (round) => today - ((2 * round + odd) % (24 * filled.days)) * HOUR_MS),
  ];
}

function pagesOfSeries(filled: Filled, limit: number): ReadCase {
  const last = lastTickOf(filled);
  return {
    name: `${limit} values of a series`,
    questions: (round) =>
      Array.from({ length: INSTANTS }, (_, i): Question => {
        const series = filled.series[((round * INSTANTS + i) * 7919) % filled.series.length]!;
        const atOrBefore = last - ((i * 997) % Math.max(1, filled.days * 2880 - PAGE)) * SLOT_MS;
        return (reader) => reader.readSeries({ series, atOrBefore, notBefore: filled.startAt, limit });
      }),
  };
}

function candlePages(filled: Filled): ReadCase[] {
  const newest = filled.startAt + (filled.days - 1) * DAY_MS;
  const day = (i: number) => newest - (i % filled.candleDays) * DAY_MS;
  return [
    {
      name: `${filled.candleDays} daily records of a series`,
      questions: (round) =>
        Array.from({ length: INSTANTS }, (_, i): Question => {
          const series = filled.series[((round * INSTANTS + i) * 7919) % filled.series.length]!;
          return (reader) =>
            reader.readCandles({ series, startAtOrBefore: newest, limit: filled.candleDays });
        }),
    },
    {
      name: `daily records of ${PAGE} series`,
      questions: () =>
        Array.from({ length: INSTANTS }, (_, i): Question => {
          const read = { types: INDEX_TYPES, startAtOrBefore: day(i), startNotBefore: day(i), limit: PAGE };
          return (reader) => reader.readCandlesAcross(read);
        }),
    },
    {
      name: 'newest daily record of every series',
      questions: () => repeated((reader) => reader.newestCandles(newest)),
    },
  ];
}

const repeated = (question: Question): Question[] => Array.from({ length: 3 }, () => question);
