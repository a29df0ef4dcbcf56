import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { historyMetrics } from '../../../../../src/app/operate/status/history-metrics.ts';
import { EMPTY_HISTORY } from '../../../../support/empty-history.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

test('stored data is queried at each scrape, and absent values are not shown', async () => {
  const registry = new Registry();
  let tickDays = 5;
  const summary = async () => ({
    ...EMPTY_HISTORY,
    lastTick: 30_000,
    series: { MWA: 2, GWA: 0, LX: 3 },
    tickDays: tickDays++,
    ticks: { oldest: 0, newest: 0 },
  });
  const disk = { journal: 7, hours: 0, days: 0, candles: 0, inputs: 0, all: 9 };
  historyMetrics(registry, { summary }, new ManualClock(34_500), {
    use: { disk, freeBytes: 11, inputs: undefined },
  });
  const lines = (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== '');
  expect(lines).toEqual([
    'tidemark_last_tick_timestamp_seconds 30',
    'tidemark_history_lag_seconds 4.5',
    'tidemark_history_series{type="MWA"} 2',
    'tidemark_history_series{type="GWA"} 0',
    'tidemark_history_series{type="LX"} 3',
    'tidemark_history_days 5',
    'tidemark_history_oldest_timestamp_seconds 0',
    'tidemark_disk_free_bytes 11',
    'tidemark_disk_bytes{kind="journal"} 7',
    'tidemark_disk_bytes{kind="hours"} 0',
    'tidemark_disk_bytes{kind="days"} 0',
    'tidemark_disk_bytes{kind="candles"} 0',
    'tidemark_disk_bytes{kind="inputs"} 0',
    'tidemark_disk_bytes{kind="all"} 9',
  ]);
  expect(await registry.metrics()).toContain('tidemark_history_days 6\n');
});
