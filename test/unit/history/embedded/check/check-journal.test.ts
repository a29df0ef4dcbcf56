import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkJournal } from '../../../../../src/history/embedded/check/check-journal.ts';
import { seriesKey, tickKey } from '../../../../../src/history/embedded/journal/journal-keys.ts';
import { Journal } from '../../../../../src/history/embedded/journal/journal.ts';
import { encodeTick } from '../../../../../src/history/tiers/tick-record.ts';
import { StoreFolders } from '../../../../../src/history/embedded/store-folders.ts';

const NOON = Date.UTC(2026, 10, 16, 12);
let root: string;
let folders: StoreFolders;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'check-journal-'));
  folders = new StoreFolders(root);
  folders.prepare();
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A tick with this many values. */
const tickOf = (rows: number) =>
  encodeTick({
    numbers: Uint32Array.from({ length: rows }, (_, i) => i),
    prices: new Float64Array(rows).fill(1),
    volumes: new Float64Array(rows).fill(1),
    tickVolumes: new Float64Array(rows).fill(Number.NaN),
    flags: new Uint16Array(rows),
    record: new Uint8Array([1, 2, 3]),
  });

async function write(puts: readonly { key: string; value: Uint8Array }[]): Promise<void> {
  const { journal } = await Journal.open({ folder: folders.journal, onLoss: (path) => expect.fail(path) });
  for (const put of puts) await journal.commit({ puts: [put] });
  await journal.close();
}

test('ticks of a service that has never had a value, because no exchange answered, are no damage', async () => {
  await write([{ key: tickKey(NOON), value: tickOf(0) }]);
  expect(checkJournal(folders)).toEqual([]);
});

test('values without their series are damage', async () => {
  await write([{ key: tickKey(NOON), value: tickOf(3) }]);
  expect(checkJournal(folders)).toMatchObject([
    { reason: expect.stringContaining('no record of the series') as string },
  ]);
  await write([{ key: seriesKey(0), value: new Uint8Array([1]) }]);
  expect(checkJournal(folders)).toEqual([]);
});
