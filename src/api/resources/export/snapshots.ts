import { dayOfTick, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';

type Summarised = Pick<HistoryReader, 'summary'>;

/**
 * The days with ticks from `from` to `upTo`, both included, ascending, that are there when an export begins. Days are filled in and
 * removed as a whole. `check` throws if one was removed since: what was read of it would be taken for all of it.
 */
export async function snapshotDays(history: Summarised, from: Millis, upTo: Millis) {
  const all = (await history.summary()).days;
  const days = all.filter((day) => day >= dayOfTick(from) && day <= dayOfTick(upTo));
  const check = async () => {
    const kept = new Set((await history.summary()).days);
    if (!days.every((day) => kept.has(day))) throw new Error('days of the export have left the window');
  };
  return { days, check };
}

/**
 * For an export of end-of-day records, whose series are read one after the other. The function that it resolves with throws if records
 * of the past were written since: those of the next series would be of another moment.
 */
export async function snapshotRecords(history: Summarised): Promise<() => Promise<void>> {
  const before = (await history.summary()).candleRevision;
  return async () => {
    const { candleRevision } = await history.summary();
    if (candleRevision !== before)
      throw new Error('end-of-day records of the past were written while they were exported');
  };
}
