import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { historyMetrics } from '../../../../../src/app/operate/status/history-metrics.ts';
import { StorageHealth } from '../../../../../src/app/directory/health/storage-health.ts';
import type { ScrubState } from '../../../../../src/history/scrub/scrub-file.ts';
import { EMPTY_HISTORY } from '../../../../support/empty-history.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const state = (content: Partial<ScrubState>) =>
  ({ kind: 'state', state: { damage: [], ...content }, quarantined: 0 }) as const;

test.each([
  ['of an earlier run', { passStartedAt: 1, lastPassAt: 2 }],
  ['of none before', {}],
])('damage found during the start stays until a pass ends after it, with a first state %s', (_, first) => {
  const health = new StorageHealth('/data', pino({ level: 'silent' }));
  health.recordDamage({ file: '/data/history/days/x.seg', series: undefined, reason: 'the file is missing' });
  const met = [{ file: 'history/days/x.seg', reason: 'the file is missing' }];
  health.onScrubMessage(state(first));
  expect(health.damage).toEqual(met);
  health.onScrubMessage(state({ ...first, passStartedAt: 3, position: 'history/journal' }));
  expect(health.damage).toEqual(met);
  health.onScrubMessage(state({ passStartedAt: 3, lastPassAt: 4 }));
  expect(health.damage).toEqual([]);
});

test('metrics show the last measured content of the directory, without reading the disk', async () => {
  const health = new StorageHealth('/nowhere', pino({ level: 'silent' }));
  const registry = new Registry();
  historyMetrics(registry, { summary: async () => EMPTY_HISTORY }, new ManualClock(0), health);
  expect(await registry.metrics()).not.toContain('tidemark_disk_bytes{');
  const disk = { journal: 1, hours: 2, days: 3, candles: 4, inputs: 5, all: 16 };
  health.onScrubMessage({
    kind: 'use',
    use: { disk, freeBytes: 7, inputs: { from: 7_200_000, to: 10_800_000, bytes: 5 } },
  });
  const text = await registry.metrics();
  for (const [kind, bytes] of Object.entries(disk))
    expect(text).toContain(`tidemark_disk_bytes{kind="${kind}"} ${bytes}\n`);
  expect(text).toContain('tidemark_inputs_oldest_timestamp_seconds 7200\n');
  health.onScrubMessage({
    kind: 'use',
    use: { disk: { ...disk, all: 17 }, freeBytes: 1, inputs: undefined },
  });
  expect(await registry.metrics()).toContain('tidemark_disk_bytes{kind="all"} 17\n');
  expect(await registry.metrics()).not.toContain('tidemark_inputs_oldest_timestamp_seconds 7200');
});
