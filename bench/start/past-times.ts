import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { newestLeft, nextJob } from '../../src/app/pipeline/backfill/backfill-plan.ts';
import { type Stage } from '../../src/app/pipeline/backfill/stages.ts';
import { readProgress, type BackfillProgress } from '../../src/app/pipeline/backfill/backfill-progress.ts';
import { residentMemoryOf } from '../support/resident-memory.ts';
import { startServiceProcess } from '../support/service-process.ts';

/** Parts of the past of a new directory, and the seconds from ready until each is available. */
export const PAST_MILESTONES = ['dailyOfLargest', 'valuesOfTen', 'yearOfEverything', 'everything'] as const;
export type PastMilestone = (typeof PAST_MILESTONES)[number];

export interface PastTimes {
  readonly seconds: Readonly<Record<PastMilestone, number>>;
  /** Peak memory of the service. */
  readonly maxMb: number;
  readonly points: number;
}

const EVERY_MS = 250;
const STAGE_OF: Readonly<Record<Exclude<PastMilestone, 'everything'>, Stage>> = {
  dailyOfLargest: 'largest-records',
  valuesOfTen: 'first-values',
  yearOfEverything: 'everything-records',
};

/** Starts the service in a new directory with the default back-fill and waits until its whole past is filled in. */
export async function measurePast(world: string): Promise<PastTimes> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-past-'));
  const service = await startServiceProcess({ folder, flags: ['--world', world, '--backfill', 'auto'] });
  const readyAt = performance.now();
  try {
    const seconds: Partial<Record<PastMilestone, number>> = {};
    while (seconds.everything === undefined) {
      await delay(EVERY_MS);
      const progress = readProgress(folder);
      for (const milestone of PAST_MILESTONES) {
        if (seconds[milestone] !== undefined || !isReached(progress, milestone)) continue;
        seconds[milestone] = (performance.now() - readyAt) / 1000;
        console.error(`${world}: ${milestone} after ${seconds[milestone].toFixed(0)} s`);
      }
    }
    const { maxMb } = residentMemoryOf(service.pid);
    const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
    const points = Number(/^tidemark_backfill_points (\S+)$/m.exec(metrics)?.[1]);
    return { seconds: seconds as Record<PastMilestone, number>, maxMb, points };
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function isReached(progress: BackfillProgress | undefined, milestone: PastMilestone): boolean {
  const { plan, done } = progress ?? {};
  if (!plan || !done) return false;
  const now = Date.now();
  return milestone === 'everything'
    ? nextJob(plan, done, now) === undefined
    : newestLeft(plan, STAGE_OF[milestone], done, now) === undefined;
}
