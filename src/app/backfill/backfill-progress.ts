import { join } from 'node:path';
import { DAY_MS, dayOfTick, type Millis } from '../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { OperatorError } from '../../core/errors.ts';
import type { BackfillPlan, Frontier } from './backfill-plan.ts';

/** How far the back-fill of a data directory has come. */
export interface BackfillProgress {
  /** Of the first tick that was computed; absent while there was none. */
  readonly firstLive?: Millis;
  /** Whether what a first request needs is there: the last complete day, and what changes are measured from. */
  readonly prepared: boolean;
  /** Ids of the assets that were the largest at the first tick. */
  readonly largest?: readonly string[];
  readonly plan?: BackfillPlan;
  readonly frontier?: Frontier;
  /** Whether the end-of-day records of the day of the first tick are made from all of it. */
  readonly seamClosed?: boolean;
}

/**
 * End-of-day records of the day that starts there, and of later ones, are settled: nothing will replace them any more,
 * but for those of the seam while it is open.
 */
export function candlesSettledFrom(progress: BackfillProgress | undefined): Millis {
  const { frontier } = progress ?? {};
  if (!frontier || frontier.phase === 'done') return -Infinity;
  return frontier.day + DAY_MS;
}

/** The day of the first tick while its end-of-day records are still to be made from all of it. */
export function openSeamDay(progress: BackfillProgress | undefined): Millis | undefined {
  const { plan, seamClosed } = progress ?? {};
  return plan && !seamClosed ? dayOfTick(plan.firstLive) : undefined;
}

/** Whether all 30-second values of a day, and of later ones, are filled in. */
export function isPast(frontier: Frontier, day: Millis): boolean {
  return frontier.phase !== 'ticks' || frontier.day < day;
}

export const PROGRESS_FILE = 'backfill.json';
const FORMAT = 1;

/** Progress that cannot be understood. */
export class ProgressDamaged extends OperatorError {}

/** Undefined where nothing was ever filled in. */
export function readProgress(folder: string): BackfillProgress | undefined {
  const path = join(folder, PROGRESS_FILE);
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  const { format, frontier, ...progress } = parse(text);
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(`${path} has format ${format}, this version knows ${FORMAT}: run the newer one`);
  if (format !== FORMAT)
    throw new ProgressDamaged(
      `${path} is damaged: restore it from a backup; where it is removed, everything stored is served, but no more of the past is filled in`,
    );
  // JSON has no infinity: a plan that is done has no day.
  return frontier ? { ...progress, frontier: { ...frontier, day: frontier.day ?? -Infinity } } : progress;
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
