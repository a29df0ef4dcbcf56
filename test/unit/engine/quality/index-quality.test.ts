import { expect, test } from 'vitest';
import type { ConstituentRun, LxRun } from '../../../../src/engine/lx/run-lx.ts';
import { lxQuality } from '../../../../src/engine/quality/index-quality.ts';

test('a constituent of an LX without a ticker is neither accepted nor refused', () => {
  const outcomes: ConstituentRun['outcome'][] = ['ACCEPTED', 'STALE', 'NO_TICKER', 'NO_RATE', 'NO_TICKER'];
  const run = {
    index: { indexId: '191724d4-7915-491b-8b73-bc293e03a93e' },
    constituents: outcomes.map((outcome) => ({ outcome })),
    outcome: { price: 100 },
  } as unknown as LxRun;
  expect(lxQuality(run)).toMatchObject({ exchanges: 1, refused: 2, spreadBps: Number.NaN });
});
