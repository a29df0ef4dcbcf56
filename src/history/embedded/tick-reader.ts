import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { TICKS_AN_HOUR } from '../block/layout.ts';
import type { CrossRead, SeriesRead, StoredValue } from '../history-store.ts';
import { DecodedHours, type DecodedHour } from './decoded-hours.ts';
import { hourOfTick, type HourTable } from './hour-table.ts';
import type { SegmentShelf } from './segment-shelf.ts';
import type { SeriesTable } from './series-table.ts';
import { slotsWithin, TickBlocks, type TickRows } from './tick-blocks.ts';
import type { SealedSpan, TickSpan, TickSpans } from './tick-spans.ts';
import { Turn } from './turn.ts';

/** After so many decoded blocks, some 5 ms, others get a turn. */
const BLOCKS_A_TURN = 150;

/** Reads of ticks, over what is in memory and what is sealed. */
export class TickReader {
  readonly #series: SeriesTable;
  readonly #spans: TickSpans;
  readonly #blocks: TickBlocks;
  readonly #hours: DecodedHours;

  constructor(series: SeriesTable, spans: TickSpans, shelf: SegmentShelf) {
    this.#series = series;
    this.#spans = spans;
    this.#blocks = new TickBlocks(shelf);
    this.#hours = new DecodedHours(this.#blocks);
  }

  /** Disks are waited for on the thread pool; meanwhile spans may be sealed or joined, so each is looked up anew. */
  async readSeries({ series, atOrBefore, notBefore, limit }: SeriesRead): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    const number = this.#series.numberOf(series);
    if (number === undefined) return values;
    const id = this.#series.idOf(number);
    let before = atOrBefore;
    while (values.length < limit) {
      const [span] = this.#spans.newestFirst(before, notBefore);
      if (!span) break;
      const warmedUp = span.table ? undefined : this.#blocks.warmUp(span, number, id.indexType);
      if (warmedUp) {
        await warmedUp;
        continue;
      }
      const [first, last] = slotsWithin(span.start, before, notBefore);
      if (span.table) pushHot(span.table, id, number, first, last, limit, values);
      else {
        const wanted = limit - values.length;
        const rows = this.#blocks.read(span, number, id.indexType, first, last, wanted);
        pushRows(rows, id, span.start, values);
      }
      before = span.start;
    }
    return values;
  }

  /** `newest` is the last tick when the read began: what comes after it is not seen. */
  async readAcross(read: CrossRead, newest: Millis): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    const turn = new Turn(BLOCKS_A_TURN);
    const types = INDEX_TYPES.filter((type) => read.types.includes(type));
    let before = Math.min(read.atOrBefore, newest);
    while (values.length < read.limit && before >= read.notBefore) {
      const [span] = this.#spans.newestFirst(before, read.notBefore);
      if (!span) break;
      const hour = hourOfTick(Math.min(before, span.end));
      const [first, last] = slotsWithin(hour, before, read.notBefore);
      for (let slot = Math.min(last, TICKS_AN_HOUR - 1); slot >= Math.max(first, 0); slot--)
        for (const type of types) await this.#pushInstant(hour, slot, type, read, values, turn);
      before = hour;
    }
    return values;
  }

  async newestValues(notBefore: Millis): Promise<StoredValue[]> {
    const turn = new Turn(BLOCKS_A_TURN);
    const found = new Map<number, StoredValue>();
    let missing = INDEX_TYPES.flatMap((type) => [...this.#series.sorted(type)]);
    const order = missing;
    for (let before = Infinity; missing.length > 0 && before >= notBefore;) {
      const [span] = this.#spans.newestFirst(before, notBefore);
      if (!span) break;
      const whole = await this.#newestIn(span, missing, notBefore, found, turn);
      missing = missing.filter((number) => !found.has(number));
      if (whole) before = span.start;
    }
    return order.flatMap((number) => found.get(number) ?? []);
  }

  forgetDecoded(): void {
    this.#hours.clear();
  }

  /** False where the span was sealed or joined meanwhile: then what is missing is looked for in its place. */
  async #newestIn(
    span: TickSpan,
    numbers: readonly number[],
    notBefore: Millis,
    found: Map<number, StoredValue>,
    turn: Turn,
  ): Promise<boolean> {
    const [first, last] = slotsWithin(span.start, span.end, notBefore);
    for (let place = 0; place < numbers.length;) {
      const warmedUp = span.table ? undefined : this.#blocks.warmUpFrom(span, numbers, place);
      if (warmedUp) {
        await warmedUp;
        if (this.#spans.holding(span.end) !== span) return false;
        continue;
      }
      const number = numbers[place++]!;
      const id = this.#series.idOf(number);
      const values: StoredValue[] = [];
      if (span.table) pushHot(span.table, id, number, first, last, 1, values);
      else pushRows(this.#blocks.read(span, number, id.indexType, first, last, 1), id, span.start, values);
      if (values[0]) found.set(number, values[0]);
      if ((await turn.step()) && this.#spans.holding(span.end) !== span) return false;
    }
    return true;
  }

  /** One instant of one type. The span is asked for after each turn: meanwhile it may have been sealed. */
  async #pushInstant(
    hour: Millis,
    slot: number,
    type: IndexType,
    { atOrBefore, after, limit }: CrossRead,
    values: StoredValue[],
    turn: Turn,
  ): Promise<void> {
    const at = hour + (slot + 1) * SLOT_MS;
    const numbers = this.#series.sorted(type);
    let place = this.#series.placeIn(type, at === atOrBefore ? after : undefined);
    let source = this.#source(at, hour);
    while (source && place < numbers.length && values.length < limit) {
      const number = numbers[place]!;
      const { table, sealed, decoded } = source;
      const warmedUp = sealed && decoded?.needs(number) && this.#blocks.warmUpFrom(sealed, numbers, place);
      if (warmedUp) {
        await warmedUp;
        source = this.#source(at, hour);
        continue;
      }
      place++;
      if (sealed && decoded?.decode(sealed, number, type) && (await turn.step()))
        source = this.#source(at, hour);
      if (number < table.capacity && table.columns.present[slot * table.capacity + number] === 1)
        values.push(hotValue(table, this.#series.idOf(number), number, slot));
    }
  }

  #source(
    at: Millis,
    hour: Millis,
  ): { table: HourTable; sealed?: SealedSpan; decoded?: DecodedHour } | undefined {
    const span: TickSpan | undefined = this.#spans.holding(at);
    if (!span) return undefined;
    if (span.table) return { table: span.table };
    const decoded = this.#hours.take(hour, this.#series.size);
    return { table: decoded.table, sealed: span, decoded };
  }
}

function pushHot(
  table: HourTable,
  id: SeriesId,
  number: number,
  first: number,
  last: number,
  limit: number,
  values: StoredValue[],
): void {
  if (number >= table.capacity) return;
  const { present } = table.columns;
  for (
    let slot = Math.min(last, TICKS_AN_HOUR - 1);
    slot >= Math.max(first, 0) && values.length < limit;
    slot--
  )
    if (present[slot * table.capacity + number] === 1) values.push(hotValue(table, id, number, slot));
}

function hotValue(table: HourTable, id: SeriesId, number: number, slot: number): StoredValue {
  const { prices, volumes, flags, tickVolumes } = table.columns;
  const entry = slot * table.capacity + number;
  const at = table.hour + (slot + 1) * SLOT_MS;
  const tickVolume = id.indexType === 'LX' ? tickVolumes.get(number)?.[slot] : undefined;
  return valueOf(id, at, prices[entry]!, volumes[entry]!, flags[entry]!, tickVolume ?? Number.NaN);
}

function pushRows({ count, buffer }: TickRows, id: SeriesId, start: Millis, values: StoredValue[]): void {
  const [prices, volumes, tickVolumes] = buffer.numbers;
  for (let row = 0; row < count; row++) {
    const at = start + (buffer.rowNumbers[row]! + 1) * SLOT_MS;
    const tickVolume = tickVolumes ? tickVolumes[row]! : Number.NaN;
    values.push(valueOf(id, at, prices![row]!, volumes![row]!, buffer.flags[row]!, tickVolume));
  }
}

function valueOf(
  { indexType, indexId }: SeriesId,
  at: Millis,
  price: number,
  volume: number,
  flags: number,
  tickVolume: number,
): StoredValue {
  return Number.isNaN(tickVolume)
    ? { indexType, indexId, at, price, volume, flags }
    : { indexType, indexId, at, price, volume, flags, tickVolume };
}
