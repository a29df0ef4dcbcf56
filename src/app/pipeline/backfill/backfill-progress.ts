import { join } from 'node:path';
import { OperatorError } from '../../../core/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { DAY_MS, dayOfTick, formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { rejectNewerFormat } from '../../../disk/file-format.ts';
import { readOrOperatorError } from '../../../disk/read-failure.ts';
import { missingWithin, newestLeft, type BackfillPlan } from './backfill-plan.ts';
import type { MissingDays } from './missing-days.ts';
import { RECORD_STAGES, VALUE_STAGES, STAGES, type DoneStages, type Stage } from './stages.ts';

export interface BackfillProgress {
  /** Slot of the first computed tick; absent before it. */
  readonly firstLive?: Millis;
  /** Whether the end-of-day records of the last complete day before the first tick are stored. */
  readonly prepared: boolean;
  /** Whether the reference values of percent changes are still to be stored. */
  readonly changesLeft?: boolean;
  readonly largest?: readonly string[];
  readonly plan?: BackfillPlan;
  /** Absent without a plan. */
  readonly done?: DoneStages;
  /** Days of finished stages that history has lost: they are filled in again. */
  readonly missing?: MissingDays;
  /** Whether the end-of-day records of the first tick's day are final. */
  readonly seamClosed?: boolean;
}

/** Values from this instant on are final: nothing more is inserted there, for any series. */
export function valuesSettledFrom(progress: BackfillProgress | undefined, now: Millis): Millis {
  const settled = settledFrom(progress, VALUE_STAGES, now);
  // All filled-in values are before the first tick, and so are the reference values of changes.
  const { firstLive = Infinity, changesLeft } = progress ?? {};
  return changesLeft ? firstLive : Math.min(settled, firstLive);
}

/** From this day on end-of-day records no longer change, except those of the seam while it is open. */
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

/** The day of the first tick until its end-of-day records are made from the whole day. */
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
      `${path} is damaged (${problem}): restore it from a backup, or remove it. Without it, all stored data is served, but the back-fill does not continue`,
    );
    this.problem = problem;
  }
}

/** Undefined if nothing was ever filled in. A first tick after `latest` is damage. */
export function readProgress(folder: string, latest?: Millis): BackfillProgress | undefined {
  const path = join(folder, PROGRESS_FILE);
  const text = readOrOperatorError(path, () => readFileIfExists(path));
  if (text === undefined) return undefined;
  const { format, ...progress } = parse(text, path);
  rejectNewerFormat(path, format, FORMAT);
  if (format !== FORMAT) throw new ProgressDamaged(path, `format is not ${FORMAT}`);
  const problem = progressProblem(progress, latest);
  if (problem !== undefined) throw new ProgressDamaged(path, problem);
  return progress as unknown as BackfillProgress;
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

type Content = Readonly<Record<string, unknown>>;

/** The first problem in the content of `backfill.json`; undefined if there is none. */
function progressProblem(content: Content, latest: Millis = Infinity): string | undefined {
  const { firstLive, plan } = content;
  if (typeof content['prepared'] !== 'boolean') return 'prepared is not true or false';
  return (
    flagProblem(content, 'changesLeft') ??
    flagProblem(content, 'seamClosed') ??
    (firstLive === undefined ? undefined : slotProblem(firstLive, 'firstLive', latest)) ??
    idsProblem(content['largest'], 'largest') ??
    planProblem(plan, latest) ??
    (isObject(plan) && firstLive !== undefined && plan['firstLive'] !== firstLive
      ? 'plan.firstLive is not firstLive'
      : undefined) ??
    doneProblem(content['done']) ??
    missingProblem(content['missing'])
  );
}

function planProblem(plan: unknown, latest: Millis): string | undefined {
  if (plan === undefined) return undefined;
  if (!isObject(plan)) return 'plan is not an object';
  return (
    slotProblem(plan['firstLive'], 'plan.firstLive', latest) ??
    (plan['largest'] === undefined ? 'plan.largest is missing' : undefined) ??
    idsProblem(plan['largest'], 'plan.largest') ??
    flagProblem(plan, 'byHand', 'plan.') ??
    daysProblem(plan['days'])
  );
}

function daysProblem(days: unknown): string | undefined {
  if (!isObject(days)) return 'plan.days is not an object';
  const wrong = ['largest', 'everything'].find((name) => !isCount(days[name]));
  return wrong === undefined ? undefined : `plan.days.${wrong} is not a number of days`;
}

function doneProblem(done: unknown): string | undefined {
  if (done === undefined) return undefined;
  if (!isObject(done)) return 'done is not an object';
  const wrong = STAGES.find((stage) => done[stage] !== undefined && !isDay(done[stage]));
  return wrong === undefined ? undefined : `done.${wrong} is not the start of a day`;
}

function missingProblem(missing: unknown): string | undefined {
  if (missing === undefined) return undefined;
  if (!isObject(missing)) return 'missing is not an object';
  const isList = (days: unknown) => days === undefined || (Array.isArray(days) && days.every(isDay));
  const wrong = STAGES.find((stage) => !isList(missing[stage]));
  return wrong === undefined ? undefined : `missing.${wrong} is not a list of days`;
}

function slotProblem(value: unknown, name: string, latest: Millis): string | undefined {
  if (!Number.isSafeInteger(value) || (value as number) <= 0 || (value as number) % SLOT_MS !== 0)
    return `${name} is not the time of a 30-second slot`;
  if ((value as Millis) <= latest) return undefined;
  return `${name} is later than ${formatDatetime(latest)}, the latest possible time`;
}

function idsProblem(ids: unknown, name: string): string | undefined {
  const isList = ids === undefined || (Array.isArray(ids) && ids.every((id) => typeof id === 'string'));
  return isList ? undefined : `${name} is not a list of ids`;
}

function flagProblem(content: Content, name: string, place = ''): string | undefined {
  const value = content[name];
  return value === undefined || typeof value === 'boolean'
    ? undefined
    : `${place}${name} is not true or false`;
}

function isDay(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) % DAY_MS === 0;
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
