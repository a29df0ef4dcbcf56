import { join } from 'node:path';
import { isObject } from '../../../core/text/is-object.ts';
import { parseObjectLine } from '../../../core/text/json-line.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { rejectNewerFormat } from '../../../disk/file-format.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import type { SeedExchange } from '../../../sources/seeding.ts';

export interface SeedingProgress {
  /** The day of the first tick: days before it are seeded. */
  readonly firstTickDay: Millis;
  readonly days: number;
  readonly byHand: boolean;
  readonly done: number;
  /** Number of records of the last seeding, and the exchanges that they were combined from. */
  readonly records?: number;
  readonly exchanges?: readonly SeedExchange[];
}

export const SEEDING_FILE = 'seeding.json';
const FORMAT = 1;

/** Undefined if nothing was ever seeded, or the file is damaged: seeding again does not change existing records. */
export function readSeeding(folder: string): SeedingProgress | undefined {
  const content = contentIn(folder);
  return content === 'damaged' ? undefined : content;
}

/** Moves a damaged file to quarantine, so that the next write does not overwrite what an operator may still read. */
export function quarantineDamagedSeeding(folder: string, quarantine: Pick<Quarantine, 'move'>): void {
  if (contentIn(folder) === 'damaged') quarantine.move(join(folder, SEEDING_FILE), 'it is damaged');
}

function contentIn(folder: string): SeedingProgress | 'damaged' | undefined {
  const path = join(folder, SEEDING_FILE);
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  const { format, ...progress } = parseObjectLine(text);
  rejectNewerFormat(path, format, FORMAT);
  return format === FORMAT && isProgress(progress) ? progress : 'damaged';
}

function isProgress(value: unknown): value is SeedingProgress {
  if (!isObject(value)) return false;
  const { firstTickDay, days, byHand, done, records, exchanges } = value;
  return (
    isCount(firstTickDay) &&
    firstTickDay % DAY_MS === 0 &&
    isCount(days) &&
    typeof byHand === 'boolean' &&
    isCount(done) &&
    (records === undefined || isCount(records)) &&
    (exchanges === undefined || (Array.isArray(exchanges) && exchanges.every(isExchange)))
  );
}

function isExchange(value: unknown): value is SeedExchange {
  if (!isObject(value)) return false;
  const { exchange, markets, days, refused, failures, failure } = value;
  const counts = [markets, days, refused, failures];
  return (
    typeof exchange === 'string' &&
    counts.every(isCount) &&
    (failure === undefined || typeof failure === 'string')
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Durable when it returns. */
export function writeSeeding(folder: string, progress: SeedingProgress): void {
  writeFileDurably(join(folder, SEEDING_FILE), `${JSON.stringify({ format: FORMAT, ...progress })}\n`);
}

export interface SeedingState {
  /** `waiting`: it continues later, or when the service runs. */
  readonly stage: 'asking' | 'waiting' | 'done' | undefined;
  /** From 0 to 1; 1 if nothing is left. */
  readonly done: number;
  readonly points: number;
  readonly days: number;
  /** First day with seeded records; absent if there are none. */
  readonly since?: Millis;
  /** Number of exchanges that delivered candles; `failed` counts those that were given up or skipped. */
  readonly exchanges: number;
  readonly failed: number;
  /** Failed attempts since the process started, and the reason of the last; absent if there were none. */
  readonly tries?: { readonly count: number; readonly why: string };
}

/** `round` is the progress of the current round of requests, from 0 to 1; undefined if none runs. */
export function seedingState(
  progress: SeedingProgress | undefined,
  round?: number,
  tries?: SeedingState['tries'],
): SeedingState {
  if (!progress) return { stage: undefined, done: 1, points: 0, days: 0, exchanges: 0, failed: 0 };
  const { firstTickDay, days, done, records = 0, exchanges = [] } = progress;
  const isDone = done >= days;
  return {
    stage: isDone ? 'done' : round === undefined ? 'waiting' : 'asking',
    done: isDone ? 1 : (round ?? 0),
    points: records,
    days,
    ...(done > 0 && { since: firstTickDay - done * DAY_MS }),
    exchanges: exchanges.filter(({ markets }) => markets > 0).length,
    failed: exchanges.filter(({ failure }) => failure !== undefined).length,
    ...(tries && !isDone && { tries }),
  };
}
