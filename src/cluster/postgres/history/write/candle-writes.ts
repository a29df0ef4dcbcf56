import type { Candle } from '../../../../core/candle.ts';
import { DAY_MS } from '../../../../core/time.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import { YearRows } from '../../../../history/tiers/year-rows.ts';
import type { Session } from '../../database.ts';
import { dayOf, monthOf, yearOfMonth, type Day, type Month } from '../grid.ts';
import { DayDamaged } from './past-writes.ts';

/** Whether an existing record is replaced or kept. */
export type CandleWriting = 'replace' | 'fill';

const BLOCKS_PER_STATEMENT = 256;

/** Writes end-of-day records into the block of their series and month. */
export class CandleWrites {
  readonly #table: SeriesTable;
  readonly #year = new YearRows();

  constructor(table: SeriesTable) {
    this.#table = table;
  }

  async write(session: Session, candles: readonly Candle[], how: CandleWriting): Promise<void> {
    const days = [...new Set(candles.map(({ startAt }) => dayOf(startAt)))];
    await this.#count(session, days, how);
    for (const [month, ofMonth] of groupedBy(candles, ({ startAt }) => monthOf(startAt))) {
      const entries = [...groupedBy(ofMonth, (candle) => this.#table.numberOf(candle)!)];
      for (let i = 0; i < entries.length; i += BLOCKS_PER_STATEMENT)
        await this.#writeMonth(session, month, entries.slice(i, i + BLOCKS_PER_STATEMENT), how);
    }
  }

  /** Before anything is read: it locks the row, so a newer writer waits for an older one, which is fenced. Raises the revision if the write may change records that were read: of the newest day or earlier. */
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
    const damaged = this.#year.load(block);
    if (damaged) throw new DayDamaged(dayOf(candles[0]!.startAt), damaged);
    for (const candle of candles) {
      const day = (candle.startAt - yearOfMonth(month)) / DAY_MS;
      if (how === 'replace' || !this.#year.has(day)) this.#year.putCandle(day, candle);
    }
    return this.#year.encode();
  }
}

function groupedBy(candles: readonly Candle[], keyOf: (candle: Candle) => number): Map<number, Candle[]> {
  const groups = new Map<number, Candle[]>();
  for (const candle of candles) {
    const known = groups.get(keyOf(candle));
    if (known) known.push(candle);
    else groups.set(keyOf(candle), [candle]);
  }
  return groups;
}
