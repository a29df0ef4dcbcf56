import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import {
  historyMetrics,
  type HistoryFigures,
} from '../../../../../src/app/operate/status/history-metrics.ts';

const FIGURES: HistoryFigures = {
  lastTick: () => 30_000,
  lagMs: () => 4500,
  series: () => ({ MWA: 2, LX: 3 }),
  tickDays: () => 5,
  oldestTickDay: () => 0,
  oldestCandleDay: () => undefined,
  diskBytes: () => ({ journal: 7, all: 9 }),
  oldestInputs: () => undefined,
};

test('what is stored is asked for at each look, and what there is none of is not told', async () => {
  const registry = new Registry();
  let days = 5;
  historyMetrics(registry, { ...FIGURES, tickDays: () => days++ });
  const lines = (await registry.metrics()).split('\n').filter((line) => !line.startsWith('#') && line !== '');
  expect(lines).toEqual([
    'tidemark_last_tick_timestamp_seconds 30',
    'tidemark_history_lag_seconds 4.5',
    'tidemark_history_series{type="MWA"} 2',
    'tidemark_history_series{type="LX"} 3',
    'tidemark_history_days 5',
    'tidemark_history_oldest_timestamp_seconds 0',
    'tidemark_disk_bytes{kind="journal"} 7',
    'tidemark_disk_bytes{kind="all"} 9',
  ]);
  expect(await registry.metrics()).toContain('tidemark_history_days 6\n');
});
