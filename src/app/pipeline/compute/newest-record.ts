import type { HistoryReader, LastTick } from '../../../history/history-store.ts';

/** Where the journal keeps the newest tick apart from its values, for the next start to go on from. */
export const JOURNAL = 'history/journal';
export const OTHER_RECORD = 'it is kept with another record than the one beside its values';

/** The newest tick with the record that is stored beside its values, which the chain of records has. */
export interface CheckedLastTick extends LastTick {
  /** Whether the journal keeps another record apart from it, or has no tick at that instant. */
  readonly isDoubtful: boolean;
}

export async function checkedLastTick(
  history: Pick<HistoryReader, 'lastTick' | 'records'>,
): Promise<CheckedLastTick | undefined> {
  const last = await history.lastTick();
  if (!last) return undefined;
  for await (const { record } of history.records(last.at, last.at))
    return { at: last.at, record, isDoubtful: Buffer.compare(record, last.record) !== 0 };
  return { ...last, isDoubtful: true };
}
