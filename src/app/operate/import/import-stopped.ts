import { candlesSettledFrom, openSeamDay, readProgress } from '../../pipeline/backfill/backfill-progress.ts';
import { openHistory } from '../../directory/open-history.ts';
import { importStaged, type ImportOutcome } from './import-staged.ts';

/** Stores what was staged in a directory that this process owns. */
export async function importStopped(
  folder: string,
  { name, replace }: Readonly<Record<string, unknown>>,
): Promise<ImportOutcome> {
  const problems: string[] = [];
  const history = await openHistory(folder, {
    onDamage: ({ file }) => problems.push(`${file} is damaged`),
    onBackgroundFailure: (error) => problems.push(error.message),
  });
  try {
    const { lastTick = -Infinity } = await history.summary();
    const progress = readProgress(folder, lastTick === -Infinity ? undefined : lastTick);
    const site = {
      folder,
      history,
      settledFrom: candlesSettledFrom(progress, lastTick),
      openDay: openSeamDay(progress),
    };
    return { ...(await importStaged(site, String(name), replace === true)), problems };
  } finally {
    await history.close();
  }
}
