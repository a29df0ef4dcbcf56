import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { checkTicks, openCrashStore, sliceOf } from '../../bench/history/crash-world.ts';
import { kill } from '../../bench/history/power-cut.ts';

const CYCLES = 20;
const root = mkdtempSync(join(tmpdir(), 'tidemark-crash-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test(
  `no acknowledged tick is lost, doubled or altered by ${CYCLES} kills`,
  { timeout: 120_000 },
  async () => {
    const folder = mkdtempSync(join(root, 'kill-'));
    let before = 0;
    for (let cycle = 0; cycle < CYCLES; cycle++) {
      const { ticks, problems } = await kill(folder, Math.random() * 250);
      expect(problems).toEqual([]);
      expect(ticks).toBeGreaterThan(before);
      before = ticks;
    }
  },
);

const STEPS = ['write the hour', 'count the hour', 'write the day', 'count the day', 'unlink'] as const;
test.each(STEPS)('a crash before the step "%s" loses nothing', async (step) => {
  const folder = mkdtempSync(join(root, 'step-'));
  const problems: string[] = [];
  let left = 2;
  const crash = (name: string) => {
    if (name === step && --left <= 0) throw new Error('crashed here');
  };
  let store = await openCrashStore(folder, problems, { onSealingStep: crash });
  for (let tick = 0; tick < 400; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
  await store.sealed();
  expect(new Set(problems)).toEqual(new Set(['sealing: crashed here']));
  expect((await checkTicks(store, 400)).problems).toEqual([]);
  await store.close();

  problems.length = 0;
  store = await openCrashStore(folder, problems);
  expect((await checkTicks(store, 400)).problems).toEqual([]);
  await store.sealed();
  expect((await checkTicks(store, 400)).problems).toEqual([]);
  expect(problems).toEqual([]);
  await store.close();
});
