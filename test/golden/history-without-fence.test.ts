import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkTicks, openCrashStore, sliceOf, stateOf, tickTime } from '../support/crash-world.ts';
import { Journal } from '../../src/history/embedded/journal/journal.ts';
import type { JournalChange } from '../../src/history/embedded/journal/journal-record.ts';
import { LAST_TICK_KEY, STATE_KEY } from '../../src/history/embedded/journal/journal-keys.ts';
import { encodeLastTick } from '../../src/history/embedded/journal/journal-records.ts';
import { HistorySnapshot } from '../../src/history/embedded/read/history-snapshot.ts';

// `history-without-fence` was written by the last version whose journal had neither fences nor states of earlier ticks:
// 18 ticks of the world of the crash tests, in two runs.
const WRITTEN = fileURLToPath(new URL('./history-without-fence', import.meta.url));
const TICKS = 18;

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'tidemark-old-')), 'history');
  cpSync(WRITTEN, folder, { recursive: true });
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

/** Opens the store, does something and closes it; nothing may be found wrong. */
async function withStore(work: (store: Awaited<ReturnType<typeof openCrashStore>>) => Promise<void>) {
  const problems: string[] = [];
  const store = await openCrashStore(folder, problems);
  await work(store);
  await store.sealed();
  await store.close();
  expect(problems).toEqual([]);
}

async function change(entries: JournalChange): Promise<void> {
  const { journal } = await Journal.open({
    folder: join(folder, 'journal'),
    onLoss: (path, loss) => expect.unreachable(`${path}: ${loss}`),
  });
  await journal.commit(entries);
  await journal.close();
}

/** What a version does that knows nothing of states of earlier ticks. */
function appendAsBefore(tick: number): Promise<void> {
  const last = { at: tickTime(tick), record: sliceOf(tick).record };
  return change({
    puts: [
      { key: LAST_TICK_KEY, value: encodeLastTick(last) },
      { key: STATE_KEY, value: stateOf(tick) },
    ],
  });
}

test('a history of an older version is read as it was written, state and all', async () => {
  const reader = HistorySnapshot.open(folder, ({ reason }) => expect.unreachable(reason));
  expect(await reader.lastState()).toEqual({ at: tickTime(TICKS - 1), state: stateOf(TICKS - 1) });
  await reader.close();
  await withStore(async (store) => {
    expect(await checkTicks(store, TICKS)).toEqual({ ticks: TICKS, problems: [] });
    expect(store.fence).toBe(1);
    expect(await store.append(sliceOf(TICKS), stateOf(TICKS))).toBe('stored');
  });
  await withStore(async (store) => {
    expect(await checkTicks(store, TICKS + 1)).toEqual({ ticks: TICKS + 1, problems: [] });
    expect(store.fence).toBe(2);
  });
});

test('a state that an older version has stored since is that of its own tick', async () => {
  await withStore(async (store) => {
    await store.append(sliceOf(TICKS));
    expect((await store.lastState())?.at).toBe(tickTime(TICKS - 1));
  });
  await appendAsBefore(TICKS + 1);
  await withStore(async (store) => {
    const state = await store.lastState();
    expect([state?.at, ...(state?.state ?? [])]).toEqual([tickTime(TICKS + 1), ...stateOf(TICKS + 1)]);
  });
});

test('a state whose tick was lost is not taken for that of a tick that came without one', async () => {
  await change({ removes: [LAST_TICK_KEY] });
  await withStore(async (store) => {
    expect(await store.lastState()).toBeUndefined();
    expect(await store.append(sliceOf(TICKS))).toBe('stored');
  });
  await withStore(async (store) => expect(await store.lastState()).toBeUndefined());
});
