import { afterEach, expect, test } from 'vitest';
import { runInProcess } from '../../support/command-line.ts';
import { runAgainst } from '../../support/stubbed-service.ts';
import { command as exportCommand } from '../../../src/cli/commands/export.ts';

const { isTTY } = process.stdout;
afterEach(() => void (process.stdout.isTTY = isTTY));

test('Parquet is not written to a terminal', async () => {
  process.stdout.isTTY = true;
  await expect(runInProcess('export', exportCommand, ['ticks', '--format', 'parquet'])).rejects.toThrow(
    'Parquet is binary',
  );
});

const SERVICE = ['--url', 'https://prices.example.com', '--from', '2026-03-01T00:00:00Z'];

test.each([
  [['ticks', '--token', 'x'], '--token: only for a service'],
  [['ticks', '--client-id', 'x', '--client-secret', 'y'], '--client-id, --client-secret: only for a service'],
  [['candles'], 'candles need --interval'],
  [['ticks', '--interval', '1m'], 'other records have none'],
  [['candles', '--interval', '1m'], 'candles are exported from a service'],
  [['ticks', '--from', '1h', '--last', '1h'], '--from and --last cannot be used together'],
  [['ticks', '--url', 'https://prices.example.com', '--index', 'BTC'], 'needs --index, and --from or --last'],
  [['ticks', '--index', 'BTC'], '--index takes ids'],
  [
    ['ticks', ...SERVICE, '--index', Array.from({ length: 101 }, (_, place) => `S${place}`).join()],
    'up to 100',
  ],
])('%j is refused', async (args, said) => {
  await expect(runInProcess('export', exportCommand, args)).rejects.toThrow(said);
});

test.each([
  // An hour is 120 ticks, including the newest.
  [[], '2026-03-01T11:00:30.000Z'],
  [['--to', '30m'], '2026-03-01T10:30:00.000Z'],
  [['--to', '2026-02-01T12:00Z'], '2026-02-01T11:00:00.000Z'],
])('--last of a service counts back from --to, otherwise from its newest record: %j', async (to, from) => {
  const asked: URL[] = [];
  const answer = (url: URL) => {
    asked.push(url);
    const isFile = url.pathname.includes('/export/');
    if (!isFile) return { slot: '2026-03-01T12:00:00.000Z' };
    return new Response('id\n', { headers: { 'content-type': 'text/csv' } });
  };
  const id = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
  const args = ['ticks', '--index', id, '--last', '1h', ...to];
  expect(await runAgainst({ answer }, 'export', exportCommand, args)).toMatchObject({ code: 0, out: 'id\n' });
  expect(asked.at(-1)?.searchParams.get('from')).toBe(from);
});

test('the end of a range is exclusive, as everywhere', async () => {
  let asked: URL | undefined;
  const answer = (url: URL) => {
    asked = url;
    return new Response('id\n', { headers: { 'content-type': 'text/csv' } });
  };
  const range = ['--from', '2026-03-01', '--to', '2026-03-02'];
  const args = ['ticks', '--index', '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', ...range];
  await runAgainst({ answer }, 'export', exportCommand, args);
  expect(asked?.searchParams.get('to')).toBe('2026-03-02T00:00:00.000Z');
});
