import type { SeriesId } from '../../../../core/index-value.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { Session } from '../../database.ts';
import { progressOf, type Progress } from '../../known-progress.ts';
import { StoreOutdated } from '../../store-away.ts';
import { dayOfSlot, type Day, type Slot } from '../grid.ts';

/** The progress of the history at one moment: how far it goes, and which instants are stored in which tables. */
export interface HistoryMoment extends Progress {
  readonly session: Session;
  /** SHA-256 of the record of the last tick. */
  readonly lastHash: string | undefined;
  readonly hotFrom: Slot;
  readonly openDay: Day;
  /** Increases with every back-fill of values. */
  readonly pastRevision: number;
  readonly candleRevision: number;
  /** Increases with every write of end-of-day records. */
  readonly candleWrites: number;
  /** Days that have ticks, newest first. */
  readonly days: readonly Day[];
}

interface ProgressRow extends Record<string, unknown> {
  readonly last_slot: number | null;
  readonly last_hash: string | null;
  readonly fence: string;
  readonly hot_from: number;
  readonly open_day: number;
  readonly past_revision: string;
  readonly candle_revision: string;
  readonly candle_writes: string;
  readonly newest_series: number | null;
  readonly days: Day[];
}

const PROGRESS = `
  select last_slot, hot_from, open_day, past_revision, candle_revision, candle_writes,
    (select number from fence) as fence,
    (select encode(sha256(record), 'hex') from tick_record where slot = last_slot and day = (last_slot - 1) / 2880) as last_hash,
    (select max(number) from series) as newest_series, array(select day from tick_day order by day desc) as days
  from tick_progress, block_progress`;

/** Whether the store still has the last tick of an earlier moment. A writer that finds it missing takes a new fence before it continues. */
export async function stillHasLastTick(
  session: Session,
  { lastSlot, lastHash }: HistoryMoment,
): Promise<boolean> {
  if (lastSlot === undefined || lastHash === undefined) return true;
  const found = await session.rows(
    "select 1 from tick_record where slot = $1 and day = $2 and encode(sha256(record), 'hex') = $3",
    [lastSlot, dayOfSlot(lastSlot), lastHash],
  );
  return found.length > 0;
}

/** Reads the current moment, and loads new series into the table. Throws `StoreOutdated` if it is outdated. */
export async function readMoment(
  session: Session,
  table: SeriesTable,
  isOutdated: (progress: Progress) => boolean = () => false,
): Promise<HistoryMoment> {
  const [row] = await session.rows<ProgressRow>(PROGRESS);
  if (!row) throw new Error('the database has no row in tick_progress or block_progress');
  if (isOutdated(progressOf(row))) throw new StoreOutdated();
  if ((row.newest_series ?? -1) >= table.size) await loadNewSeries(session, table);
  return {
    session,
    ...progressOf(row),
    lastHash: row.last_hash ?? undefined,
    hotFrom: row.hot_from,
    openDay: row.open_day,
    pastRevision: Number(row.past_revision),
    candleRevision: Number(row.candle_revision),
    candleWrites: Number(row.candle_writes),
    days: row.days,
  };
}

/** Loads the series that were added since. */
export async function loadNewSeries(session: Session, table: SeriesTable): Promise<void> {
  const known = table.size;
  const added = await session.rows<{ number: number; index_type: string; index_id: string }>(
    'select number, index_type, index_id from series where number >= $1 order by number',
    [known],
  );
  // Another read may have learned them meanwhile.
  const unknown = added.filter(({ number }) => number >= table.size);
  if (unknown.length === 0) return;
  const before: readonly (SeriesId | undefined)[] = Array.from({ length: table.size }, () => undefined);
  const ids = unknown.map(
    ({ index_type, index_id }) => ({ indexType: index_type, indexId: index_id }) as SeriesId,
  );
  table.restore([...before, ...ids]);
}
