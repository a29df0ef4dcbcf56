import { join } from 'node:path';
import { OperatorError } from '../../../core/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { readable } from '../../../disk/read-failure.ts';
import { missingWithin, newestLeft, type BackfillPlan } from './backfill-plan.ts';
import { isFormatOne, progressOfFormatOne } from './backfill-progress-one.ts';
import type { MissingDays } from './missing-days.ts';
import { progressProblem } from './progress-problem.ts';
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

/** The file is not valid JSON, or its content makes no sense. */
export class ProgressDamaged extends OperatorError {
  /** For example `plan is not an object`. */
  readonly problem: string;

  constructor(path: string, problem: string) {
    super(
      `${path} is damaged (${problem}): restore it from a backup, or remove it. Without it, everything stored is served, but no more of the past is filled in`,
    );
    this.problem = problem;
  }
}

/**
 * Undefined if nothing was ever filled in. `latest`: a first tick after this instant is damage, such as a time in the future.
 */
export function readProgress(folder: string, latest?: Millis): BackfillProgress | undefined {
  const path = join(folder, PROGRESS_FILE);
  const text = readable(path, () => readFileIfExists(path));
  if (text === undefined) return undefined;
  const content = parse(text, path);
  const { format, ...progress } = content;
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(`${path} has format ${format}, this version knows ${FORMAT}: run the newer one`);
  if (!isFormatOne(content) && format !== FORMAT) throw new ProgressDamaged(path, `format is not ${FORMAT}`);
  const problem = progressProblem(content, latest);
  if (problem !== undefined) throw new ProgressDamaged(path, problem);
  return isFormatOne(content) ? progressOfFormatOne(content) : (progress as unknown as BackfillProgress);
}

function parse(text: string, path: string): Readonly<Record<string, unknown>> {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ProgressDamaged(path, 'it is not valid JSON');
  }
  if (!isObject(content)) throw new ProgressDamaged(path, 'it is not a JSON object');
  return content;
}

/** Durable when it returns. */
export function writeProgress(folder: string, progress: BackfillProgress): void {
  writeFileDurably(join(folder, PROGRESS_FILE), `${JSON.stringify({ format: FORMAT, ...progress })}\n`);
}
