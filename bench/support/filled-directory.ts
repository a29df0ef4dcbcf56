import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readProgress, valuesSettledFrom } from '../../src/app/pipeline/backfill/backfill-progress.ts';
import { nextJob } from '../../src/app/pipeline/backfill/backfill-plan.ts';
import { metricsOf } from './metrics.ts';
import { startServiceProcess } from './service-process.ts';

const POLL_MS = 2000;

/**
 * A data directory with this many whole days of every series. The service itself fills them in, without or with the end-of-day
 * records of the days before. A folder that has them already is used as it is. The caller removes the folder.
 */
export async function filledDirectory(
  days: number,
  flags: readonly string[],
  folder: string = mkdtempSync(join(tmpdir(), 'tidemark-bench-filled-')),
  until: 'values' | 'records too' = 'values',
): Promise<string> {
  const service = await startServiceProcess({ folder, flags: [...flags, '--backfill', `${days}d`] });
  try {
    const isLeft = () => {
      const progress = readProgress(folder);
      if (valuesSettledFrom(progress, progress?.firstLive ?? 0) > -Infinity) return true;
      const { plan, done = {} } = progress ?? {};
      return until === 'records too' && plan !== undefined && nextJob(plan, done, Date.now()) !== undefined;
    };
    for (let reported = 0; isLeft();) {
      await delay(POLL_MS);
      const points = (await metricsOf(service.baseUrl)).get('tidemark_backfill_points') ?? 0;
      if (points === reported) continue;
      reported = points;
      console.error(`filling in ${days} days: ${(points / 1e6).toFixed(1)} million values`);
    }
  } finally {
    await service.stop();
  }
  return folder;
}
