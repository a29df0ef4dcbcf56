import { INDEX_TYPES, type IndexType } from '../../../core/index-value.ts';
import { SLOT_MS, type Millis, SLOTS_PER_DAY, hourOfTick } from '../../../core/time.ts';
import { seriesColumns, type SeriesColumns } from '../../../core/value-columns.ts';
import { TICKS_PER_HOUR } from '../../block/layout.ts';
import type { CrossRead, SeriesRead, StoredValue } from '../../history-store.ts';
import { DecodedHours, type DecodedHourTable } from './decoded-hours.ts';
import { type HourTable } from '../../tiers/hour-table.ts';
import type { OpenSegments } from '../segment/open-segments.ts';
import type { SeriesTable } from '../../tiers/series-table.ts';
import { slotsWithin, TickBlocks } from './tick-blocks.ts';
import { copyFromHour, copyRows, valueInHour, pushColumns, valueAt } from '../../tiers/tick-columns.ts';
import type { SealedSpan, TickSpan, TickSpans } from './tick-spans.ts';
import { PeriodicYield } from './periodic-yield.ts';

/** After this many decoded blocks, about 2 ms, other work gets a turn of the event loop. */
const BLOCKS_PER_TURN = 50;
/** The same for values that need no decoding. */
const VALUES_PER_TURN = 500;
/** The same for slots of series that may have no value, about a millisecond. */
const SLOTS_PER_TURN = 20_000;

/** Reads ticks from memory and from sealed files. */
export class TickReader {
  readonly #series: SeriesTable;
  readonly #spans: TickSpans;
  readonly #blocks: TickBlocks;
  readonly #hours: DecodedHours;
  readonly #one = seriesColumns(1);

  constructor(series: SeriesTable, spans: TickSpans, segments: OpenSegments) {
    this.#series = series;
    this.#spans = spans;
    this.#blocks = new TickBlocks(segments);
    this.#hours = new DecodedHours(this.#blocks);
  }

  async readSeries(read: SeriesRead): Promise<StoredValue[]> {
    const { limit } = read;
    const values: StoredValue[] = [];
    const columns = seriesColumns(Math.min(limit, SLOTS_PER_DAY));
    let before = read.atOrBefore;
    for (let wanted = limit; wanted > 0; wanted = limit - values.length) {
      const max = Math.min(wanted, SLOTS_PER_DAY);
      const count = await this.readSeriesInto({ ...read, atOrBefore: before, limit: max }, columns);
      pushColumns(columns, count, read.series, values);
      if (count < max) break;
      before = columns.ats[count - 1]! - 1;
    }
    return values;
  }

  /** Waits for disks on the thread pool. Spans may be sealed or joined meanwhile, so each is looked up again. */
  async readSeriesInto(
    { series, atOrBefore, notBefore, limit }: SeriesRead,
    into: SeriesColumns,
  ): Promise<number> {
    let number: number | undefined;
    let count = 0;
    let before = atOrBefore;
    while (count < limit) {
      const [span] = this.#spans.newestFirst(before, notBefore);
      if (!span) break;
      // Looked up only if there are ticks: before history is filled in, sparklines request 300,000 candles without any.
      number ??= this.#series.numberOf(series);
      if (number === undefined) break;
      const warmedUp = span.table ? undefined : this.#blocks.warmUp(span, number, series.indexType);
      if (warmedUp) {
        await warmedUp;
        continue;
      }
      const [first, last] = slotsWithin(span.start, before, notBefore);
      if (span.table) count = copyFromHour(span.table, number, first, last, limit, into, count);
      else {
        const rows = this.#blocks.read(span, number, series.indexType, first, last, limit - count);
        copyRows(rows, span.start, into, count);
        count += rows.count;
      }
      before = span.start;
    }
    return count;
  }

  /** `newest`: the last tick when the read began; later ticks are ignored. */
  async readAcross(read: CrossRead, newest: Millis): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    const pause = new PeriodicYield(BLOCKS_PER_TURN, read.yieldTurn);
    const types = INDEX_TYPES.filter((type) => read.types.includes(type));
    let before = Math.min(read.atOrBefore, newest);
    while (values.length < read.limit && before >= read.notBefore) {
      const [span] = this.#spans.newestFirst(before, read.notBefore);
      if (!span) break;
      const hour = hourOfTick(Math.min(before, span.end));
      const [first, last] = slotsWithin(hour, before, read.notBefore);
      for (let slot = Math.min(last, TICKS_PER_HOUR - 1); slot >= Math.max(first, 0); slot--)
        for (const type of types) await this.#pushInstant(hour, slot, type, read, values, pause);
      before = hour;
    }
    return values;
  }

  async newestValues(notBefore: Millis): Promise<StoredValue[]> {
    const pause = new PeriodicYield(BLOCKS_PER_TURN);
    const found = new Map<number, StoredValue>();
    let missing = this.#series.numbers();
    const order = missing;
    for (let before = Infinity; missing.length > 0 && before >= notBefore;) {
      const [span] = this.#spans.newestFirst(before, notBefore);
      if (!span) break;
      const whole = await this.#newestIn(span, missing, notBefore, found, pause);
      missing = missing.filter((number) => !found.has(number));
      if (whole) before = span.start;
    }
    return order.flatMap((number) => found.get(number) ?? []);
  }

  forgetDecoded(): void {
    this.#hours.clear();
  }

  /** False if the span was sealed or joined in the meantime: then the missing values are looked up in the new span. */
  async #newestIn(
    span: TickSpan,
    numbers: readonly number[],
    notBefore: Millis,
    found: Map<number, StoredValue>,
    pause: PeriodicYield,
  ): Promise<boolean> {
    const [first, last] = slotsWithin(span.start, span.end, notBefore);
    for (let position = 0; position < numbers.length;) {
      const warmedUp = span.table ? undefined : this.#blocks.warmUpFrom(span, numbers, position);
      if (warmedUp) {
        await warmedUp;
        if (this.#spans.holding(span.end) !== span) return false;
        continue;
      }
      const number = numbers[position++]!;
      const value = this.#newestOf(span, number, first, last);
      if (value) found.set(number, value);
      if ((await pause.step()) && this.#spans.holding(span.end) !== span) return false;
    }
    return true;
  }

  #newestOf(span: TickSpan, number: number, first: number, last: number): StoredValue | undefined {
    const id = this.#series.idOf(number);
    const columns = this.#one;
    let count: number;
    if (span.table) count = copyFromHour(span.table, number, first, last, 1, columns, 0);
    else {
      const rows = this.#blocks.read(span, number, id.indexType, first, last, 1);
      copyRows(rows, span.start, columns, 0);
      count = rows.count;
    }
    return count === 0 ? undefined : valueAt(columns, 0, id);
  }

  /** Adds one instant of one type. Looks up the span after each pause, because it may have been sealed. */
  async #pushInstant(
    hour: Millis,
    slot: number,
    type: IndexType,
    { atOrBefore, after, limit }: CrossRead,
    values: StoredValue[],
    pause: PeriodicYield,
  ): Promise<void> {
    const at = hour + (slot + 1) * SLOT_MS;
    const numbers = this.#series.sorted(type);
    let position = this.#series.positionAfter(type, at === atOrBefore ? after : undefined);
    let source = this.#source(at, hour);
    if (source?.decoded?.isEmpty) {
      // Its memory, 17 MB in the full simulated world, was just cleared.
      await pause.now();
      source = this.#source(at, hour);
    }
    while (source && position < numbers.length && values.length < limit) {
      const number = numbers[position]!;
      const { table, sealed, decoded } = source;
      const warmedUp = sealed && decoded?.needs(number) && this.#blocks.warmUpFrom(sealed, numbers, position);
      if (warmedUp) {
        await warmedUp;
        source = this.#source(at, hour);
        continue;
      }
      position++;
      if (sealed && decoded?.decode(sealed, number, type) && (await pause.step()))
        source = this.#source(at, hour);
      const isPresent = table.has(slot, number);
      if (isPresent) values.push(valueInHour(table, this.#series.idOf(number), number, slot));
      if (!pause.hasDone(isPresent ? SLOTS_PER_TURN / VALUES_PER_TURN : 1, SLOTS_PER_TURN)) continue;
      await pause.now();
      source = this.#source(at, hour);
    }
  }

  #source(
    at: Millis,
    hour: Millis,
  ): { table: HourTable; sealed?: SealedSpan; decoded?: DecodedHourTable } | undefined {
    const span: TickSpan | undefined = this.#spans.holding(at);
    if (!span) return undefined;
    if (span.table) return { table: span.table };
    const decoded = this.#hours.take(hour, this.#series.size);
    return { table: decoded.table, sealed: span, decoded };
  }
}
