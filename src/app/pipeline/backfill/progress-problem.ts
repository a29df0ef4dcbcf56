import { isObject } from '../../../core/text/is-object.ts';
import { DAY_MS, formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import { STAGES } from './stages.ts';

type Content = Readonly<Record<string, unknown>>;

/**
 * The first problem in the content of `backfill.json`, of any format; undefined if there is none. `latest`: the first tick
 * cannot be later.
 */
export function progressProblem(content: Content, latest: Millis = Infinity): string | undefined {
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
    missingProblem(content['missing']) ??
    frontierProblem(content['frontier'])
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
    depthProblem(plan)
  );
}

/** Format 1 has `depth` in place of `days`. */
function depthProblem({ days, depth }: Content): string | undefined {
  if (depth !== undefined)
    return depth === 'auto' || isCount(depth) ? undefined : 'plan.depth is not auto or a number of days';
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

/** Format 1 only. */
function frontierProblem(frontier: unknown): string | undefined {
  if (frontier === undefined) return undefined;
  if (!isObject(frontier)) return 'frontier is not an object';
  const { phase, day } = frontier;
  if (!['ticks', 'candles', 'done'].includes(String(phase))) return 'frontier.phase is unknown';
  return day === null || isDay(day) ? undefined : 'frontier.day is not the start of a day';
}

function slotProblem(value: unknown, name: string, latest: Millis): string | undefined {
  if (!Number.isSafeInteger(value) || (value as number) <= 0 || (value as number) % SLOT_MS !== 0)
    return `${name} is not the time of a 30-second slot`;
  if ((value as Millis) <= latest) return undefined;
  return `${name} is later than ${formatDatetime(latest)}, the last time at which it can have been`;
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
