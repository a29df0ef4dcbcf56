import type { IndexType } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { Session } from '../database.ts';
import { blockDamage } from '../../../history/block/block-check.ts';
import { HOUR_SPAN, YEAR_SPAN, type BlockSpan } from '../../../history/block/envelope.ts';
import { HOURS_PER_DAY } from '../../../history/block/layout.ts';
import type { HistoryPart } from '../../../history/history-backend.ts';
import type { Finding, Pace } from '../../../history/scrub/finding.ts';
import { atOf, startOfDay, startOfHour, type Day } from './grid.ts';
import { blockAt, SERIES_PER_PART, type PackedBlocks } from './packed.ts';
import { decodeSlice } from './slice-content.ts';
import { dayName } from './read/tick-reads.ts';

const SERIES_PER_QUERY = 256;
const MONTHS_PER_YEAR = 12;

/** Runs `work` on a connection that is closed afterwards. */
export type WithSession = <T>(work: (session: Session) => Promise<T>) => Promise<T>;

/** Everything in the tables that has a checksum: unsealed data, then each day, then each year of end-of-day records. */
export class PostgresParts {
  readonly #withSession: WithSession;

  constructor(withSession: WithSession) {
    this.#withSession = withSession;
  }

  async all(): Promise<HistoryPart[]> {
    return [this.#open(), ...(await this.#days()), ...(await this.#years())];
  }

  /** The sealed days, and the years, that overlap from <= t <= to. */
  async within(from: Millis, to: Millis): Promise<HistoryPart[]> {
    const days = (await this.#days()).filter(
      ({ tickDay }) => tickDay! < to && tickDay! + startOfDay(1) >= from,
    );
    const isWithin = ({ year }: Year) => Date.UTC(year, 0, 1) < to && Date.UTC(year + 1, 0, 1) >= from;
    return [...days, ...(await this.#years(isWithin))];
  }

  #open(): HistoryPart {
    return this.#part('open hours', 0, undefined, async (session, pace) => [
      ...(await slicesOf(session, pace)),
      ...(await hoursOf(session, pace)),
    ]);
  }

  async #days(): Promise<HistoryPart[]> {
    const days = await this.#withSession((session) =>
      session.rows<{ day: Day; bytes: string }>(
        `select day, coalesce(pg_total_relation_size(to_regclass('series_day_' || day)), 0) as bytes
         from tick_day, block_progress where day < open_day order by day`,
      ),
    );
    return days.map(({ day, bytes }) =>
      this.#part(`day ${dayName(day)}`, Number(bytes), startOfDay(day), (session, pace) =>
        dayOf(session, day, pace),
      ),
    );
  }

  async #years(isWanted: (year: Year) => boolean = () => true): Promise<HistoryPart[]> {
    const years = await this.#withSession((session) =>
      session.rows<Year & Record<string, unknown>>(
        `select month / ${MONTHS_PER_YEAR} as year, sum(octet_length(block)) as bytes from candle_month group by 1 order by 1`,
      ),
    );
    return years
      .filter(isWanted)
      .map(({ year, bytes }) =>
        this.#part(`end-of-day records ${year}`, Number(bytes), undefined, (session, pace) =>
          yearOf(session, year, pace),
        ),
      );
  }

  #part(
    name: string,
    bytes: number,
    tickDay: Millis | undefined,
    check: (session: Session, pace: Pace) => Promise<Finding[]>,
  ): HistoryPart {
    return {
      name,
      bytes,
      tickDay,
      check: async (pace) => {
        const findings = await this.#withSession((session) => check(session, pace));
        return findings.map((finding) => ({ file: name, ...finding }));
      },
    };
  }
}

interface Year {
  readonly year: number;
  readonly bytes: string;
}

async function slicesOf(session: Session, pace: Pace): Promise<Finding[]> {
  const findings: Finding[] = [];
  const slots = await session.rows<{ slot: number }>('select slot from slice order by slot');
  for (const { slot } of slots) {
    const [row] = await session.rows<{ content: Buffer }>('select content from slice where slot = $1', [
      slot,
    ]);
    // A slice that is gone was sealed into a part of its hour.
    if (!row) continue;
    if (!decodeSlice(row.content))
      findings.push({ what: `tick ${isoOf(atOf(slot))}`, reason: 'its checksum does not match' });
    await pace(row.content.length);
  }
  return findings;
}

async function hoursOf(session: Session, pace: Pace): Promise<Finding[]> {
  const findings: Finding[] = [];
  const keys = await session.rows<{ part: number; hour: number }>(
    'select part, hour from hour_part order by hour, part',
  );
  for (const { part: number, hour } of keys) {
    const [row] = await session.rows<{ ends: number[]; blocks: Buffer }>(
      'select ends, blocks from hour_part where part = $1 and hour = $2',
      [number, hour],
    );
    if (!row) continue;
    for (const [place, reason] of damagesIn(row, HOUR_SPAN))
      findings.push({
        what: `${await nameOf(session, number * SERIES_PER_PART + place)}, hour ${isoOf(startOfHour(hour))}`,
        reason,
      });
    await pace(row.blocks.length);
  }
  return findings;
}

async function dayOf(session: Session, day: Day, pace: Pace): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after = -1; ;) {
    const rows = await session.rows<{ series: number; ends: number[]; blocks: Buffer }>(
      'select series, ends, blocks from series_day where day = $1 and series > $2 order by series limit $3',
      [day, after, SERIES_PER_QUERY],
    );
    for (const row of rows) {
      for (const [place, reason] of damagesIn(row, HOUR_SPAN))
        findings.push({
          what: `${await nameOf(session, row.series)}, hour ${isoOf(startOfHour(day * HOURS_PER_DAY + place))}`,
          reason,
        });
      await pace(row.blocks.length);
    }
    if (rows.length < SERIES_PER_QUERY) return findings;
    after = rows.at(-1)!.series;
  }
}

async function yearOf(session: Session, year: number, pace: Pace): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after = -1; ;) {
    const series = await session.rows<{ series: number }>(
      `select distinct series from candle_month where month between $1 and $2 and series > $3 order by series limit ${SERIES_PER_QUERY}`,
      [year * MONTHS_PER_YEAR, year * MONTHS_PER_YEAR + MONTHS_PER_YEAR - 1, after],
    );
    const numbers = series.map((row) => row.series);
    const rows = await session.rows<{ series: number; month: number; block: Buffer }>(
      'select series, month, block from candle_month where series = any($1::integer[]) and month between $2 and $3 order by series, month',
      [numbers, year * MONTHS_PER_YEAR, year * MONTHS_PER_YEAR + MONTHS_PER_YEAR - 1],
    );
    for (const { series: number, month, block } of rows) {
      const reason = blockDamage(block, YEAR_SPAN);
      const name = `${year}-${String((month % MONTHS_PER_YEAR) + 1).padStart(2, '0')}`;
      if (reason !== undefined) findings.push({ what: `${await nameOf(session, number)}, ${name}`, reason });
      await pace(block.length);
    }
    if (numbers.length < SERIES_PER_QUERY) return findings;
    after = numbers.at(-1)!;
  }
}

async function nameOf(session: Session, number: number): Promise<string> {
  const [row] = await session.rows<{ index_type: IndexType; index_id: string }>(
    'select index_type, index_id from series where number = $1',
    [number],
  );
  return row ? `${row.index_type} ${row.index_id}` : `series ${number}`;
}

/** The position of each damaged block, and the reason. */
function* damagesIn(packed: PackedBlocks, span: BlockSpan): Generator<[number, string]> {
  for (const place of packed.ends.keys()) {
    const block = blockAt(packed, place);
    const reason = block && blockDamage(block, span);
    if (reason !== undefined) yield [place, reason];
  }
}

const isoOf = (at: Millis) => new Date(at).toISOString();
