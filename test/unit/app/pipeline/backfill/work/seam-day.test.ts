import { beforeEach, describe, expect, test } from 'vitest';
import { plannedDays } from '../../../../../../src/app/pipeline/backfill/backfill-plan.ts';
import { type DoneStages } from '../../../../../../src/app/pipeline/backfill/stages.ts';
import type { BackfillProgress } from '../../../../../../src/app/pipeline/backfill/backfill-progress.ts';
import { SeamDay } from '../../../../../../src/app/pipeline/backfill/work/seam-day.ts';
import { StoreUnavailable } from '../../../../../../src/core/errors.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../../src/core/time.ts';
import { ManualClock } from '../../../../../support/manual-clock.ts';

const DAY = Date.UTC(2026, 2, 1);
const FIRST_LIVE = DAY + 12 * HOUR_MS;

let clock: ManualClock;
let done: DoneStages;
/** For each time, whether the records were computed from the whole day. */
let recorded: boolean[];
let seam: SeamDay;

beforeEach(() => {
  clock = new ManualClock(DAY + DAY_MS + MINUTE_MS);
  done = {};
  recorded = [];
  let seamClosed = false;
  const plan = { firstLive: FIRST_LIVE, days: plannedDays('auto'), largest: [] };
  seam = new SeamDay({
    history: {
      lastTick: async () => ({ at: clock.now(), record: new Uint8Array() }),
    },
    marketClock: clock,
    wallClock: clock,
    signal: new AbortController().signal,
    progress: (): BackfillProgress => ({ prepared: true, plan, done, seamClosed }),
    record: async (_day, isKept) => {
      recorded.push(isKept);
      return (seamClosed = true);
    },
  });
});

describe('the day of the first tick', () => {
  test('is computed from the whole day once the time before the tick is filled in', async () => {
    await seam.close();
    expect(recorded).toEqual([]);
    done = { today: DAY };
    await seam.close();
    expect(recorded).toEqual([true]);
  });

  test('is not delayed if there is no space for the time before the tick', async () => {
    await seam.close(true);
    expect(recorded).toEqual([false]);
  });

  test('is computed from the whole day without space too, if that time is filled in', async () => {
    done = { today: DAY };
    await seam.close(true);
    expect(recorded).toEqual([true]);
  });

  test('is shown as computed by the engine if the time before cannot be filled in for a day', async () => {
    await seam.close();
    clock.advance(DAY_MS + MINUTE_MS);
    await seam.close();
    expect(recorded).toEqual([false]);
  });
});

test('an unavailable store is retried later, and ends nothing', async () => {
  let isAway = true;
  const recordedDays: number[] = [];
  const far = new SeamDay({
    history: {
      lastTick: async () => {
        if (isAway) throw new StoreUnavailable('ECONNREFUSED', undefined);
        return { at: clock.now(), record: new Uint8Array() };
      },
    },
    marketClock: clock,
    wallClock: clock,
    signal: new AbortController().signal,
    progress: (): BackfillProgress => ({
      prepared: true,
      plan: { firstLive: FIRST_LIVE, days: plannedDays('auto'), largest: [] },
      done: { today: DAY },
      seamClosed: false,
    }),
    record: async (day) => recordedDays.push(day) > 0,
  });
  await far.close();
  expect(recordedDays).toEqual([]);
  isAway = false;
  clock.advance(DAY_MS);
  await far.close();
  expect(recordedDays).toEqual([DAY]);
});
