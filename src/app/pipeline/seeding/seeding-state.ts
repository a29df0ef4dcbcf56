import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { SeedingProgress } from './seeding-ledger.ts';

/** How far the days before the first tick are. */
export interface SeedingState {
  /** `waiting`: it goes on later, or when the service runs. */
  readonly stage: 'asking' | 'waiting' | 'done' | undefined;
  /** From 0 to 1; 1 where nothing is left. */
  readonly done: number;
  /** End-of-day records that were combined. */
  readonly points: number;
  /** The days that are wanted. */
  readonly days: number;
  /** Seeded records begin here; absent where there are none. */
  readonly since?: Millis;
  /** Exchanges that knew something, and those that were given up or left out. */
  readonly exchanges: number;
  readonly failed: number;
  /** Tries since the process has started that brought nothing, and why the last one did; absent where there were none. */
  readonly tries?: { readonly count: number; readonly why: string };
}

/** `round`: of what is being asked for, from 0 to 1; undefined where nothing is. */
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
