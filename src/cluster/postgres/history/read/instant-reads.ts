import { INDEX_TYPES, type IndexType, type SeriesId } from '../../../../core/index-value.ts';
import { Lru } from '../../../../core/lru.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { CrossRead, StoredValue } from '../../../../history/history-store.ts';
import { DecodedHour } from './decoded-hour.ts';
import { atOf, dayOfHour, firstSlotOfHour, hourOfSlot, type Hour } from '../grid.ts';
import type { UnsealedSlices } from './unsealed-slices.ts';
import type { HourDecoder } from './hour-decoder.ts';
import { HourView, type Bounds, type FetchedBlocks } from './hour-view.ts';
import type { HistoryMoment } from './moment.ts';
import { blockAt, blockSql, partOf, SERIES_PER_PART, type PackedBlocks } from '../packed.ts';

/** How many decoded hours are cached, like in the embedded store. Each has about 18 MB in a world of 7,500 series. */
const KEPT_HOURS = 4;

interface PartRow extends PackedBlocks, Record<string, unknown> {
  readonly part: number;
}

/** Reads all series at consecutive instants. A decoded hour serves all its instants. */
export class InstantReads {
  readonly #table: SeriesTable;
  readonly #decoder: HourDecoder;
  readonly #slices: UnsealedSlices;
  readonly #hours = new Lru<string, DecodedHour>({ maxEntries: KEPT_HOURS });

  constructor(table: SeriesTable, decoder: HourDecoder, slices: UnsealedSlices) {
    this.#table = table;
    this.#decoder = decoder;
    this.#slices = slices;
  }

  async across(moment: HistoryMoment, read: CrossRead, bounds: Bounds): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    const types = INDEX_TYPES.filter((type) => read.types.includes(type));
    const all = this.#numbersOf(types);
    for (const hour of hoursNewestFirst(moment, bounds)) {
      const first = firstSlotOfHour(hour);
      const view = this.hourOf(moment, hour);
      const oldest = Math.max(bounds.from, first);
      for (let slot = Math.min(bounds.to, first + TICKS_PER_HOUR - 1); slot >= oldest; slot--) {
        if (values.length >= read.limit) return values;
        const isFirst = read.after !== undefined && atOf(slot) === read.atOrBefore;
        await view.pushInstant(slot, isFirst ? this.#numbersOf(types, read.after) : all, read.limit, values);
      }
    }
    return values;
  }

  hourOf(moment: HistoryMoment, hour: Hour): HourView {
    const decoded = this.#decodedOf(keyOf(moment, hour), hour);
    return new HourView({
      moment,
      series: this.#table,
      decoded,
      decoder: this.#decoder,
      slices: this.#slices,
      fetch: (numbers) => this.#fetch(moment, hour, () => decoded, numbers),
    });
  }

  /** The stored blocks of an hour, of at most `SERIES_PER_QUERY` series. */
  blocksOf(moment: HistoryMoment, hour: Hour, numbers: readonly number[]): Promise<FetchedBlocks> {
    return this.#fetch(moment, hour, () => this.#decodedOf(keyOf(moment, hour), hour), numbers);
  }

  /** `decoded` is only called for an hour of an unsealed day. */
  #fetch(
    moment: HistoryMoment,
    hour: Hour,
    decoded: () => DecodedHour,
    numbers: readonly number[],
  ): Promise<FetchedBlocks> {
    if (dayOfHour(hour) < moment.openDay) return blocksOfDay(moment, hour, numbers);
    return isHotHour(moment, hour)
      ? this.#blocksOfHot(moment, decoded())
      : blocksOfParts(moment, decoded(), numbers);
  }

  /** Whether all values of the hour are in slices. */
  isInSlices(moment: HistoryMoment, hour: Hour): boolean {
    return this.#hours.get(keyOf(moment, hour))?.isComplete ?? false;
  }

  /** The block of a series if its row is cached: undefined if it is not cached, `none` if the series has no block. */
  keptBlock(moment: HistoryMoment, hour: Hour, number: number): Uint8Array | 'none' | undefined {
    const decoded = this.#hours.get(keyOf(moment, hour));
    if (!decoded?.parts.has(partOf(number))) return undefined;
    return blockOf(decoded, number) ?? 'none';
  }

  #decodedOf(key: string, hour: Hour): DecodedHour {
    let decoded = this.#hours.get(key);
    if (!decoded) this.#hours.set(key, (decoded = new DecodedHour(hour, this.#table.size)));
    return decoded;
  }

  /** Back-filled blocks of the current hour. Usually there are none. */
  async #blocksOfHot(moment: HistoryMoment, decoded: DecodedHour): Promise<FetchedBlocks> {
    const parts = Array.from({ length: partOf(this.#table.size) + 1 }, (_, part) => part);
    await fetchParts(
      moment,
      decoded,
      parts.filter((part) => !decoded.parts.has(part)),
    );
    if ([...decoded.parts.values()].every((part) => part === undefined)) decoded.markComplete();
    return (number) => blockOf(decoded, number);
  }

  /** In series order, starting after `after`. */
  #numbersOf(types: readonly IndexType[], after?: SeriesId): Uint32Array {
    const ofTypes = types.map((type) =>
      this.#table.sorted(type).subarray(this.#table.positionAfter(type, after)),
    );
    const numbers = new Uint32Array(ofTypes.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const some of ofTypes) {
      numbers.set(some, at);
      at += some.length;
    }
    return numbers;
  }
}

/** Values move from slices to parts when the hour is over. */
export function isHotHour({ hotFrom }: HistoryMoment, hour: Hour): boolean {
  return hotFrom < firstSlotOfHour(hour) + TICKS_PER_HOUR;
}

function keyOf(moment: HistoryMoment, hour: Hour): string {
  return `${hour} ${moment.pastRevision} ${isHotHour(moment, hour) ? moment.hotFrom : ''}`;
}

async function blocksOfParts(
  moment: HistoryMoment,
  decoded: DecodedHour,
  numbers: readonly number[],
): Promise<FetchedBlocks> {
  const parts = [...new Set(numbers.map(partOf))].filter((part) => !decoded.parts.has(part));
  await fetchParts(moment, decoded, parts);
  return (number) => blockOf(decoded, number);
}

async function fetchParts(
  { session }: HistoryMoment,
  decoded: DecodedHour,
  parts: readonly number[],
): Promise<void> {
  if (parts.length === 0) return;
  const rows = await session.rows<PartRow>(
    'select part, ends, blocks from hour_part where part = any($1::integer[]) and hour = $2',
    [parts, decoded.hour],
  );
  const found = new Map(rows.map((row) => [row.part, row]));
  for (const part of parts) decoded.parts.set(part, found.get(part));
}

function blockOf({ parts }: DecodedHour, number: number): Uint8Array | undefined {
  const part = parts.get(partOf(number));
  return part && blockAt(part, number % SERIES_PER_PART);
}

async function blocksOfDay(
  { session }: HistoryMoment,
  hour: Hour,
  numbers: readonly number[],
): Promise<FetchedBlocks> {
  const rows = await session.rows<{ series: number; block: Buffer }>(
    `select series, ${blockSql('$3::integer')} as block from series_day where series = any($1::integer[]) and day = $2`,
    [numbers, dayOfHour(hour), (hour % HOURS_PER_DAY) + 1],
  );
  const blocks = new Map(rows.map(({ series, block }) => [series, block]));
  return (number) => blocks.get(number);
}

function* hoursNewestFirst({ days }: HistoryMoment, { from, to }: Bounds): Generator<Hour> {
  const [oldest, newest] = [hourOfSlot(from), hourOfSlot(to)];
  for (const day of days) {
    const first = day * HOURS_PER_DAY;
    for (let hour = Math.min(newest, first + HOURS_PER_DAY - 1); hour >= Math.max(first, oldest); hour--)
      yield hour;
  }
}
