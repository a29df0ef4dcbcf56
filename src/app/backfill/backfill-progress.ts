import { join } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { missingWithin, newestLeft, type BackfillPlan } from './backfill-plan.ts';
import { isFormatOne, progressOfFormatOne } from './backfill-progress-one.ts';
import type { MissingDays } from './missing-days.ts';
import { RECORD_STAGES, VALUE_STAGES, type DoneStages, type Stage } from './stages.ts';

/** How far the back-fill of a data directory has come. */
export interface BackfillProgress {
  /** Of the first tick that was computed; absent while there was none. */
  readonly firstLive?: Millis;
  /** Whether the end-of-day records of the last complete day before the first tick are stored. */
  readonly prepared: boolean;
  /** Whether the values that changes are measured from are still to be stored. */
  readonly changesLeft?: boolean;
  /** Ids of the assets that were the largest at the first tick. */
  readonly largest?: readonly string[];
  readonly plan?: BackfillPlan;
  /** Absent without a plan. */
  readonly done?: DoneStages;
  /** Days of stages that are done which history no longer has: they are filled in again. */
  readonly missing?: MissingDays;
  /** Whether the end-of-day records of the day of the first tick stay as they are from now on. */
  readonly seamClosed?: boolean;
}

/** Later values are settled: nothing will be inserted there any more, for any series. */
export function valuesSettledFrom(progress: BackfillProgress | undefined, now: Millis): Millis {
  const settled = settledFrom(progress, VALUE_STAGES, now);
  // All that is filled in lies before the first tick, and so does what changes are measured from.
  const { firstLive = Infinity, changesLeft } = progress ?? {};
  return changesLeft ? firstLive : Math.min(settled, firstLive);
}

/**
 * End-of-day records of the day that starts there, and of later ones, are settled: nothing will be added to them any
 * more, but to those of the seam while it is open.
 */
export function candlesSettledFrom(progress: BackfillProgress | undefined, now: Millis): Millis {
  const settled = settledFrom(progress, RECORD_STAGES, now);
  const { firstLive, prepared } = progress ?? {};
  return firstLive === undefined || prepared ? settled : Math.max(settled, dayOfTick(firstLive));
}

function settledFrom(
  { plan, done = {}, missing = {} }: Partial<BackfillProgress> = {},
  stages: readonly Stage[],
  now: Millis,
): Millis {
  if (!plan) return -Infinity;
  const left = stages.flatMap((stage) => {
    const newest = newestLeft(plan, stage, done, now);
    const days = missingWithin(plan, stage, missing, now);
    return newest === undefined ? days : [...days, newest];
  });
  return left.length === 0 ? -Infinity : Math.max(...left) + DAY_MS;
}

/** The day of the first tick while its end-of-day records are still to be made from all of it. */
export function openSeamDay(progress: BackfillProgress | undefined): Millis | undefined {
  const { plan, seamClosed } = progress ?? {};
  return plan && !seamClosed ? dayOfTick(plan.firstLive) : undefined;
}

export const PROGRESS_FILE = 'backfill.json';
const FORMAT = 2;

/** Progress that cannot be understood. */
export class ProgressDamaged extends OperatorError {}

/** Undefined where nothing was ever filled in. */
export function readProgress(folder: string): BackfillProgress | undefined {
  const path = join(folder, PROGRESS_FILE);
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  const content = parse(text);
  if (isFormatOne(content)) return progressOfFormatOne(content);
  const { format, ...progress } = content;
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(`${path} has format ${format}, this version knows ${FORMAT}: run the newer one`);
  if (format !== FORMAT)
    throw new ProgressDamaged(
      `${path} is damaged: restore it from a backup; where it is removed, everything stored is served, but no more of the past is filled in`,
    );
  return progress;
}

/** Without a format where it is not one of ours. */
function parse(text: string): BackfillProgress & { readonly format?: unknown } {
  const nothing = { prepared: false };
  try {
    return (JSON.parse(text) as BackfillProgress | null) ?? nothing;
  } catch {
    return nothing;
  }
}

/** Durable when it returns. */
export function writeProgress(folder: string, progress: BackfillProgress): void {
  writeFileDurably(join(folder, PROGRESS_FILE), `${JSON.stringify({ format: FORMAT, ...progress })}\n`);
}
