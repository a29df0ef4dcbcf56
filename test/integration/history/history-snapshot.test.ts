import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCrashStore, sliceOf, tickTime } from '../../support/crash-world.ts';
import { INDEX_TYPES } from '../../../src/core/index-value.ts';
import { HistorySnapshot } from '../../../src/history/embedded/read/history-snapshot.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-snapshot-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Appends ticks [from, to) and seals complete hours; ticks are five minutes apart and start four hours before a day ends. */
async function write(from: number, to: number): Promise<void> {
  const problems: string[] = [];
  const store = await openCrashStore(folder, problems);
  for (let tick = from; tick < to; tick++) expect(await store.append(sliceOf(tick))).toBe('stored');
  await store.sealed();
  await store.close();
  expect(problems).toEqual([]);
}

const damage: string[] = [];
const open = () => HistorySnapshot.open(folder, ({ reason }) => damage.push(reason));
const readAt = (snapshot: HistorySnapshot, tick: number) =>
  snapshot.readAcross({
    types: INDEX_TYPES,
    atOrBefore: tickTime(tick),
    notBefore: tickTime(tick),
    limit: Infinity,
  });
const pricesAt = async (snapshot: HistorySnapshot, tick: number) =>
  (await readAt(snapshot, tick)).map(({ price }) => price);

describe('a snapshot', () => {
  test('reads the journal and sealed data', async () => {
    await write(0, 30);
    const snapshot = open();
    expect((await snapshot.summary()).lastTick).toBe(tickTime(29));
    for (let tick = 0; tick < 30; tick++)
      expect(await pricesAt(snapshot, tick)).toEqual([...sliceOf(tick).prices]);
    expect(await pricesAt(snapshot, 30)).toEqual([]);
    await snapshot.close();
  });

  test('finds hours that were joined to a day since it was taken', async () => {
    await write(0, 30);
    const snapshot = open();
    await write(30, 80);
    expect(readdirSync(join(folder, 'days'))).toHaveLength(1);
    for (let tick = 0; tick < 30; tick++)
      expect(await pricesAt(snapshot, tick)).toEqual([...sliceOf(tick).prices]);
    expect(damage).toEqual([]);
    await snapshot.close();
  });

  test('reports a file that is really missing', async () => {
    await write(0, 30);
    for (const name of readdirSync(join(folder, 'hours'))) rmSync(join(folder, 'hours', name));
    const snapshot = open();
    expect(await pricesAt(snapshot, 2)).toEqual([]);
    expect(damage).toContain('the file is missing');
    await snapshot.close();
  });

  test('of a missing history is refused', () => {
    expect(open).toThrow(/there is no history/);
  });
});
