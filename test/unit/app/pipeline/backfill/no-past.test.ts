import { readdirSync } from 'node:fs';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Backfill } from '../../../../../src/app/pipeline/backfill/backfill.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';
import { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const FIRST_TICK = Date.UTC(2026, 4, 6, 12);

test('a source without a past fills in nothing, and says so on request', async () => {
  const folder = newFolder();
  const clock = new ManualClock(FIRST_TICK);
  const backfill = new Backfill({
    folder,
    history: new MemoryHistoryStore(DAY_MS),
    marketClock: clock,
    wallClock: clock,
    log: pino({ level: 'silent' }),
  });
  await backfill.begin(false);
  backfill.firstTickStored(FIRST_TICK, []);
  backfill.resume('auto');
  await backfill.idle();
  expect(readdirSync(folder)).toEqual([]);
  expect(backfill.state()).toMatchObject({ done: 1, points: 0 });
  expect(backfill.settledFrom()).toBe(-Infinity);
  await expect(backfill.extend(1)).rejects.toThrow(OperatorError);
  await expect(backfill.extend(1)).rejects.toThrow(/no modelled past/);
  await backfill.close();
});
