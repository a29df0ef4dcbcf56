import { dayOfTick, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';

type Summarised = Pick<HistoryReader, 'summary'>;

/**
 * The days with ticks from `from` to `upTo`, both included, ascending, that exist at the start of an export.
 * Days are filled in and removed as a whole. `check` throws if one was removed since: a partially read day
 * would be taken for a complete one.
 */
export async function snapshotDays(history: Summarised, from: Millis, upTo: Millis) {
  const all = (await history.summary()).days;
  const days = all.filter((day) => day >= dayOfTick(from) && day <= dayOfTick(upTo));
  const check = async () => {
    const kept = new Set((await history.summary()).days);
    if (!days.every((day) => kept.has(day)))
      throw new Error('days of the export are no longer in the window');
  };
  return { days, check };
}

/**
 * For an export of end-of-day records, whose series are read one after the other. Resolves with a function
 * that throws if records of the past were written since: the next series would reflect another moment.
 */
export async function snapshotRecords(history: Summarised): Promise<() => Promise<void>> {
  const before = (await history.summary()).candleRevision;
  return async () => {
    const { candleRevision } = await history.summary();
    if (candleRevision !== before)
      throw new Error('end-of-day records of the past were written while they were exported');
  };
}
