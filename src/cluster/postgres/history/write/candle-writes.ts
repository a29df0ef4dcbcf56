import { CANDLE_NUMBERS, type Candle } from '../../../../core/candle.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { BlockDamaged } from '../../../../history/block/block-damaged.ts';
import { YearEncoder, yearReader } from '../../../../history/block/candle-block.ts';
import { CANDLE_LAYOUT, DAYS_A_YEAR } from '../../../../history/block/layout.ts';
import { rowBuffer } from '../../../../history/block/rows.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { Session } from '../../database.ts';
import { dayOf, monthOf, yearOfMonth, type Day, type Month } from '../grid.ts';
import { DayDamaged } from './past-writes.ts';

/** What becomes of a record that is there. */
export type CandleWriting = 'replace' | 'fill';

const BLOCKS_A_STATEMENT = 256;

/** Writes end-of-day records into the block of their series and month. */
export class CandleWrites {
  readonly #table: SeriesTable;
  readonly #reader = yearReader();
  readonly #buffer = rowBuffer(CANDLE_LAYOUT, DAYS_A_YEAR);
  readonly #encoder = new YearEncoder();
  readonly #present = new Uint8Array(DAYS_A_YEAR);
  readonly #numbers = CANDLE_LAYOUT.columns.map(() => new Float64Array(DAYS_A_YEAR));
  readonly #flags = new Uint16Array(DAYS_A_YEAR);

  constructor(table: SeriesTable) {
    this.#table = table;
  }

  async write(session: Session, candles: readonly Candle[], how: CandleWriting): Promise<void> {
    const days = [...new Set(candles.map(({ startAt }) => dayOf(startAt)))];
    await this.#count(session, days, how);
    for (const [month, ofMonth] of byMonth(candles)) {
      const bySeries = new Map<number, Candle[]>();
      for (const candle of ofMonth) {
        const number = this.#table.numberOf(candle)!;
        const known = bySeries.get(number);
        if (known) known.push(candle);
        else bySeries.set(number, [candle]);
      }
      const entries = [...bySeries];
      for (let i = 0; i < entries.length; i += BLOCKS_A_STATEMENT)
        await this.#writeMonth(session, month, entries.slice(i, i + BLOCKS_A_STATEMENT), how);
    }
  }

  /** A write of a day up to the newest one may change what was read. */
  async #count(session: Session, days: readonly Day[], how: CandleWriting): Promise<void> {
    const [known] = await session.rows<{ newest: Day | null }>('select max(day) as newest from candle_day');
    const isPast = how === 'fill' || days.some((day) => day <= (known?.newest ?? -Infinity));
    await session.run('insert into candle_day (day) select unnest($1::integer[]) on conflict do nothing', [
      days,
    ]);
    await session.run(
      'update block_progress set candle_writes = candle_writes + 1, candle_revision = candle_revision + $1::integer',
      [isPast ? 1 : 0],
    );
  }

  async #writeMonth(
    session: Session,
    month: Month,
    entries: readonly (readonly [number: number, candles: readonly Candle[]])[],
    how: CandleWriting,
  ): Promise<void> {
    const numbers = entries.map(([number]) => number);
    const rows = await session.rows<{ series: number; block: Buffer }>(
      'select series, block from candle_month where series = any($1::integer[]) and month = $2',
      [numbers, month],
    );
    const before = new Map(rows.map(({ series, block }) => [series, block]));
    const blocks = entries.map(([number, candles]) => this.#merged(month, before.get(number), candles, how));
    await session.run(
      `insert into candle_month (series, month, block)
       select series, $1, block from unnest($2::integer[], $3::bytea[]) as given (series, block)
       on conflict (series, month) do update set block = excluded.block`,
      [month, numbers, blocks.map((block) => Buffer.from(block))],
    );
  }

  #merged(
    month: Month,
    block: Uint8Array | undefined,
    candles: readonly Candle[],
    how: CandleWriting,
  ): Uint8Array {
    this.#present.fill(0);
    if (block) this.#load(block, dayOf(candles[0]!.startAt));
    const year = yearOfMonth(month);
    for (const candle of candles) {
      const row = (candle.startAt - year) / DAY_MS;
      if (how === 'fill' && this.#present[row] === 1) continue;
      this.#present[row] = 1;
      this.#flags[row] = candle.flags;
      for (let c = 0; c < CANDLE_NUMBERS.length; c++) this.#numbers[c]![row] = candle[CANDLE_NUMBERS[c]!];
    }
    return this.#encoder.encodeYear({ present: this.#present, numbers: this.#numbers, flags: this.#flags });
  }

  #load(block: Uint8Array, day: Day): void {
    const buffer = this.#buffer;
    const count = this.#reader.open(block) ?? this.#reader.read(0, DAYS_A_YEAR - 1, 'oldest-first', buffer);
    if (count instanceof BlockDamaged) throw new DayDamaged(day, count);
    for (let i = 0; i < count; i++) {
      const row = buffer.rowNumbers[i]!;
      this.#present[row] = 1;
      this.#flags[row] = buffer.flags[i]!;
      for (let c = 0; c < this.#numbers.length; c++) this.#numbers[c]![row] = buffer.numbers[c]![i]!;
    }
  }
}

function byMonth(candles: readonly Candle[]): Map<Month, Candle[]> {
  const months = new Map<Month, Candle[]>();
  for (const candle of candles) {
    const month = monthOf(candle.startAt);
    const known = months.get(month);
    if (known) known.push(candle);
    else months.set(month, [candle]);
  }
  return months;
}
