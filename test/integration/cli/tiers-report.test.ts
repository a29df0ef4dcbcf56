import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command as tiersCommand } from '../../../src/cli/commands/tiers.ts';
import type { ExchangeTick } from '../../../src/core/tick.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { METHODOLOGIES } from '../../../src/engine/methodology.ts';
import { cellOf, csvRows } from '../../support/csv-rows.ts';
import { runInProcess } from '../../support/command-line.ts';
import { writeRecordedDirectory } from '../../support/recorded-directory.ts';
import { Tidemark } from '../../support/tidemark-process.ts';

const FIRST = METHODOLOGIES.at(-1)!.from;
const TICKS = 30;
const kept = new Tidemark(afterAll);
const folder = kept.newFolder();

const times = (text: string | undefined, by: number) => String(Number(text) * by);

/** Faults of four exchanges, each of a different kind. */
function say(ticker: ExchangeTick, exchange: string, tick: number): ExchangeTick | undefined {
  const priced = (by: number) => ({
    ...ticker,
    last: times(ticker.last, by),
    bid: times(ticker.bid, by),
    ask: times(ticker.ask, by),
  });
  if (exchange === 'Gemini') return priced(1.09);
  if (exchange === 'Bitfinex') return tick < 10 ? ticker : undefined;
  if (exchange === 'Korbit') return { ...ticker, volume: times(ticker.volume, 1e5) };
  if (exchange === 'Bitstamp') return priced(1.004);
  return ticker;
}

interface Row {
  readonly exchange: string;
  readonly tier: string;
  readonly trust: number;
  readonly markets: number;
  readonly ticks: number;
  readonly uptime: number;
  readonly medianDeviationBps: number;
  readonly p95DeviationBps: number;
  readonly refused: Readonly<Record<string, number>>;
  readonly volumeOutOfLine: number;
  readonly suggested: string;
  readonly reasons: readonly string[];
}

const run = (...args: string[]) => runInProcess('tiers', tiersCommand, ['report', '--data', folder, ...args]);

beforeAll(() => writeRecordedDirectory({ folder, first: FIRST, ticks: TICKS, say }));

describe('tidemark tiers report', () => {
  test('puts exchanges with faults at the bottom, and says why', async () => {
    const { code, err, out } = await run('--json');
    expect([code, err]).toEqual([0, '']);
    const report = JSON.parse(out) as { from: string; to: string; ticks: number; exchanges: Row[] };
    expect(report).toMatchObject({
      from: new Date(FIRST).toISOString(),
      to: new Date(FIRST + (TICKS - 1) * SLOT_MS).toISOString(),
      ticks: TICKS,
    });
    const row = (name: string) => report.exchanges.find(({ exchange }) => exchange === name)!;
    const review = report.exchanges.filter(({ suggested }) => suggested === 'REVIEW');
    expect(review).toEqual(report.exchanges.slice(-review.length));
    expect(review.map(({ exchange }) => exchange).toSorted()).toEqual(['Bitfinex', 'Gemini', 'Korbit']);
    expect(row('Kraken')).toMatchObject({ tier: 'A', trust: 1, ticks: TICKS, uptime: 1, suggested: 'A' });
    expect(row('Kraken').medianDeviationBps).toBeLessThan(10);
    expect(row('Gemini').refused.OUTLIER).toBeGreaterThan(0.5);
    expect(row('Gemini').medianDeviationBps).toBeGreaterThan(800);
    expect(row('Gemini').medianDeviationBps).toBeLessThan(1000);
    expect(row('Bitfinex').uptime).toBeGreaterThan(0.3);
    expect(row('Bitfinex').uptime).toBeLessThan(0.5);
    expect(row('Bitfinex').refused.STALE).toBeGreaterThan(0.5);
    expect(row('Korbit').volumeOutOfLine).toBeGreaterThan(0.9);
    expect(row('Korbit').reasons.join()).toMatch(/implausible volume [\d.]+ % > 25\.0 %/);
    expect(row('Bitstamp')).toMatchObject({ suggested: 'B' });
    expect(row('Bitstamp').reasons.join()).toMatch(/^median deviation \d+ bps > 10 bps/);
  });

  test('prints the same as a table and as CSV', async () => {
    const { out: text } = await run();
    expect(text).toContain(`${TICKS} ticks\n`);
    expect(text).toContain('The criteria are for 24 hours');
    const { out: csv } = await run('--csv');
    const [header, ...rows] = csvRows(csv.replaceAll('\n', '\r\n'));
    const lines = text.trimEnd().split('\n');
    const names = lines.slice(lines.findIndex((line) => line.startsWith('exchange ')) + 1);
    expect(rows.map(([exchange]) => exchange)).toEqual(names.map((line) => line.split('  ')[0]));
    expect(header).toEqual(expect.arrayContaining(['tier', 'uptime', 'refused.OUTLIER', 'reasons']));
    const { out } = await run('--json');
    const { exchanges } = JSON.parse(out) as { exchanges: Row[] };
    rows.forEach((row, i) => expect(row).toEqual(header!.map((column) => cellOf(exchanges[i]!, column))));
  });

  test('reads the requested range, and refuses one without inputs', async () => {
    const later = new Date(FIRST + 20 * SLOT_MS).toISOString();
    const { out } = await run('--from', later, '--json');
    expect(JSON.parse(out)).toMatchObject({ from: later, ticks: TICKS - 20 });
    await expect(run('--to', '2020-01-01T00:00:00Z')).rejects.toThrow(
      'no inputs are kept to 2020-01-01T00:00:00.000Z: recorded inputs go from',
    );
    await expect(run('--csv', '--json')).rejects.toThrow('--csv and --json cannot be used together');
  });
});
