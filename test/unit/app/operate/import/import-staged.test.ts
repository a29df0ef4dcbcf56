import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryName } from '../../../../../src/app/directory/temporary-name.ts';
import { importStaged } from '../../../../../src/app/operate/import/import-staged.ts';
import { StagedCandles } from '../../../../../src/app/operate/import/staged-candles.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';
import { MemoryHistoryBackend } from '../../../../support/memory-history/memory-history-backend.ts';
import { candleOn } from '../../../../support/history-values.ts';

const DAY = Date.parse('2026-02-27T00:00:00Z');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'tidemark-import-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('an import into a history that another process has taken over is refused, and stores nothing', async () => {
  const name = temporaryName('import');
  const staged = new StagedCandles();
  staged.add(candleOn(DAY, 3));
  staged.write(join(folder, name));
  const backend = new MemoryHistoryBackend();
  const history = await backend.openWriter({ windowMs: DAY_MS });
  const newer = await backend.openWriter({ windowMs: DAY_MS });
  const site = { folder, history, settledFrom: -Infinity, openDay: undefined };
  await expect(importStaged(site, name, false)).rejects.toThrow(
    'nothing was imported: another process has taken over the history',
  );
  expect(await newer.newestCandles(Infinity)).toEqual([]);
  expect(await importStaged({ ...site, history: newer }, name, false)).toMatchObject({ added: 1 });
  expect(await newer.newestCandles(Infinity)).toEqual([candleOn(DAY, 3)]);
});
