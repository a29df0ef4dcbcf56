import { expect, test } from 'vitest';
import { GapLog } from '../../../../src/app/pipeline/gaps/gap-log.ts';
import { gapLine, lostTicksLine } from '../../../../src/app/pipeline/gaps/gap-lines.ts';
import { SharedLosses } from '../../../../src/cluster/files/shared-losses.ts';
import { INDEX_WINDOW_MS } from '../../../../src/core/index-value.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const slot = (n: number): Millis => NOW + n * SLOT_MS;
const newFolder = temporaryFolders();

test('ticks that the store has lost are counted once each, as long as clients can request them', async () => {
  const [folder, clock] = [newFolder(), new ManualClock(NOW)];
  const losses = new SharedLosses(folder, clock);
  losses.refresh();
  expect(losses.ticks).toBe(0);
  const onProblem = (problem: string) => expect.unreachable(problem);
  const log = await GapLog.open({ folder, quarantine: { copy: () => undefined } as never, onProblem });
  await log.append([
    lostTicksLine({ from: slot(-9), to: slot(-5) }),
    gapLine({ from: slot(-5), to: slot(-4), reason: 'DISK' }),
    // A second loss, after an older state of the store was restored.
    lostTicksLine({ from: slot(-12), to: slot(-7) }),
  ]);
  await log.close();
  losses.refresh();
  expect(losses.ticks).toBe(7);
  clock.advance(INDEX_WINDOW_MS - 7 * SLOT_MS);
  expect(losses.ticks).toBe(2);
  clock.advance(2 * SLOT_MS);
  expect(losses.ticks).toBe(0);
});
