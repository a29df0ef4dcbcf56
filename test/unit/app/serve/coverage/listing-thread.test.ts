import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ListingThread } from '../../../../../src/app/serve/coverage/listing-thread.ts';
import type { ReferenceContent } from '../../../../../src/core/reference-data.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import { referenceHashOf } from '../../../../../src/reference/versions/reference-hash.ts';
import { ReferenceLog } from '../../../../../src/reference/versions/reference-log.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';

const START = Date.parse('2026-03-01T00:00:00Z');
const LISTED: ReferenceContent = { ...buildWorld('small').reference, lx: [], traded: [] };
const NOT_LISTED: ReferenceContent = {
  ...LISTED,
  exchanges: LISTED.exchanges.map((exchange) => ({ ...exchange, listings: [] })),
};
const SERIES = { indexType: 'MWA', indexId: LISTED.markets[0]!.id } as const;

test('reference data that returns to an earlier content is requested again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'listings-'));
  const referenceFile = join(folder, 'reference.log');
  const store = await ReferenceLog.open(referenceFile, () => undefined);
  const thread = new ListingThread({ referenceFile });
  const listed: (readonly boolean[])[] = [];
  for (const [i, data] of [LISTED, NOT_LISTED, LISTED].entries()) {
    await store.append({ hash: referenceHashOf(data), from: START + i * SLOT_MS, data });
    listed.push((await thread.changesOf(SERIES, referenceHashOf(data))).map(({ isListed }) => isListed));
  }
  expect(listed).toEqual([[true], [true, false], [true, false, true]]);
  expect(thread.changesOf(SERIES, referenceHashOf(LISTED))).toBe(
    thread.changesOf(SERIES, referenceHashOf(LISTED)),
  );
  await thread.close();
  await store.close();
  rmSync(folder, { recursive: true });
});
