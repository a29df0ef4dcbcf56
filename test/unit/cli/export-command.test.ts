import { afterEach, expect, test } from 'vitest';
import { runInProcess } from '../../support/command-line.ts';
import { exportCommand } from '../../../src/cli/commands/export.ts';

const { isTTY } = process.stdout;
afterEach(() => void (process.stdout.isTTY = isTTY));

test('Parquet is not written to a terminal', async () => {
  process.stdout.isTTY = true;
  await expect(runInProcess('export', exportCommand, ['ticks', '--format', 'parquet'])).rejects.toThrow(
    'Parquet is not for a terminal',
  );
});

const SERVICE = ['--url', 'https://prices.example.com', '--from', '2026-03-01T00:00:00Z'];

test.each([
  [['ticks', '--token', 'x'], '--token: who asks a service, of which none is named'],
  [['ticks', '--client-id', 'x', '--client-secret', 'y'], '--client-id, --client-secret: who asks'],
  [['candles'], 'candles are exported by their --interval'],
  [['ticks', '--interval', '1m'], 'only these have one'],
  [['candles', '--interval', '1m'], 'candles come from a service'],
  [['ticks', '--index', 'BTC'], '--index takes ids here'],
  [
    ['ticks', ...SERVICE, '--index', Array.from({ length: 101 }, (_, place) => `S${place}`).join()],
    'up to 100',
  ],
])('%j is refused', async (args, said) => {
  await expect(runInProcess('export', exportCommand, args)).rejects.toThrow(said);
});
