import { pino } from 'pino';
import { expect, test } from 'vitest';
import { StorageHealth } from '../../../../src/app/storage/storage-health.ts';
import type { ScrubState } from '../../../../src/history/scrub/scrub-file.ts';

const state = (content: Partial<ScrubState>) =>
  ({ kind: 'state', state: { damage: [], ...content }, quarantined: 0 }) as const;

test.each([
  ['of an earlier run', { passStartedAt: 1, lastPassAt: 2 }],
  ['of none before', {}],
])('damage met during the start stays until a pass ends after it, with a first state %s', (_, first) => {
  const health = new StorageHealth('/data', pino({ level: 'silent' }));
  health.met({ file: '/data/history/days/x.seg', series: undefined, reason: 'the file is missing' });
  const met = [{ file: 'history/days/x.seg', reason: 'the file is missing' }];
  health.hear(state(first));
  expect(health.damage).toEqual(met);
  health.hear(state({ ...first, passStartedAt: 3, position: 'history/journal' }));
  expect(health.damage).toEqual(met);
  health.hear(state({ passStartedAt: 3, lastPassAt: 4 }));
  expect(health.damage).toEqual([]);
});
