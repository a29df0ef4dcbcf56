import { DAY_MS, type Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import { YearEncoder, yearReader } from '../../block/candle-block.ts';
import { CANDLE_LAYOUT, DAYS_A_YEAR } from '../../block/layout.ts';
import { rowBuffer, type NumberedRows } from '../../block/rows.ts';
import type { CandleColumns } from '../../tiers/candle-day.ts';
import type { Damage } from '../damage.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';

export interface YearToSeal {
  readonly kind: 'year';
  readonly path: string;
  /** 1 January. */
  readonly start: Millis;
  /** The year as it was sealed before. */
  readonly previousPath?: string | undefined;
  readonly days: readonly {
    readonly day: Millis;
    readonly numbers: Uint32Array;
    readonly columns: readonly Float64Array[];
    readonly flags: Uint16Array;
  }[];
  /** Numbers of all series, in the order of series. */
  readonly order: Uint32Array;
  /** Packed ids by number. */
  readonly series: Uint8Array;
}

/** Writes the year anew: what it held, with the days in the place of those it had. */
export function sealYear({ path, start, previousPath, days, order, series }: YearToSeal): Damage[] {
  const damages: Damage[] = [];
  const previous = previousPath === undefined ? undefined : SegmentFile.open(previousPath, 'year', start);
  const file = previous instanceof SegmentDamaged ? undefined : previous;
  if (previous instanceof SegmentDamaged)
    damages.push({ file: previousPath!, series: undefined, reason: previous.reason });
  const rowsOfDays = days.map(({ numbers }) => new Map(Array.from(numbers, (number, row) => [number, row])));
  const lost = lostSeries(file, new Set(order));
  if (lost > 0)
    damages.push({ file: previousPath!, series: undefined, reason: `${lost} of its series have no id` });
  const year = new YearRows();
  const encoder = new YearEncoder();
  try {
    SegmentWriter.write(path, 'year', start, (writer) => {
      for (const number of order) {
        const id = series.subarray(number * SERIES_BYTES, (number + 1) * SERIES_BYTES);
        const damage = year.load(file?.blockOf(number));
        if (damage !== undefined)
          damages.push({ file: previousPath!, series: unpackSeries(id, 0), reason: damage });
        days.forEach(({ day, columns, flags }, i) => {
          const row = rowsOfDays[i]!.get(number);
          if (row !== undefined) year.put((day - start) / DAY_MS, { columns, flags }, row);
        });
        if (!year.empty) writer.addBlock(number, id, encoder.encodeYear(year.rows));
      }
      return [];
    });
  } finally {
    file?.close();
  }
  return damages;
}

/** How many blocks are of series that nothing names any more. */
function lostSeries(file: SegmentFile | undefined, known: ReadonlySet<number>): number {
  return file ? file.numbers.filter((number) => !known.has(number)).length : 0;
}

/** A year of one series, to be changed day by day. */
export class YearRows {
  readonly rows: Required<NumberedRows> = {
    present: new Uint8Array(DAYS_A_YEAR),
    numbers: CANDLE_LAYOUT.columns.map(() => new Float64Array(DAYS_A_YEAR)),
    flags: new Uint16Array(DAYS_A_YEAR),
  };
  readonly #reader = yearReader();
  readonly #buffer = rowBuffer(CANDLE_LAYOUT, DAYS_A_YEAR);

  get empty(): boolean {
    return !this.rows.present.includes(1);
  }

  /** Why the block cannot be had: then the year is empty. */
  load(block: Uint8Array | SegmentDamaged | undefined): string | undefined {
    this.rows.present.fill(0);
    if (!block) return undefined;
    if (block instanceof SegmentDamaged) return block.reason;
    const damaged = this.#reader.open(block);
    if (damaged) return damaged.message;
    const count = this.#reader.read(0, DAYS_A_YEAR - 1, 'oldest-first', this.#buffer);
    if (count instanceof BlockDamaged) return count.message;
    const stored = { columns: this.#buffer.numbers, flags: this.#buffer.flags };
    for (let i = 0; i < count; i++) this.put(this.#buffer.rowNumbers[i]!, stored, i);
    return undefined;
  }

  has(day: number): boolean {
    return this.rows.present[day] === 1;
  }

  put(day: number, { columns, flags }: CandleColumns, row: number): void {
    this.rows.present[day] = 1;
    this.rows.flags[day] = flags[row]!;
    columns.forEach((column, c) => (this.rows.numbers[c]![day] = column[row]!));
  }
}
