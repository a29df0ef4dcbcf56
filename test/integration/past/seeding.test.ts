import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, dayStart, formatDatetime } from '../../../src/core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { withCandles } from '../../support/rig/candles.ts';
import { LAYOUTS, RIG_EXCHANGES } from '../../support/rig/layouts.ts';
import { RigWorld } from '../../support/rig/rig-world.ts';
import { Rig } from '../../support/rig/rig.ts';
import { worldCandles } from '../../support/rig/world-candles.ts';
import { startService, type TestService } from '../../support/service.ts';
import { eventually, Tidemark } from '../../support/tidemark-process.ts';

// The whole service on live exchanges that have some days of data before its first tick.

interface Day {
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
  readonly ticks: string;
  readonly flags?: readonly string[];
  readonly startTimestamp: string;
}

const DAYS = 8;
const MARKETS = 8;
const world = new RigWorld({ size: 'small' });
const began = Date.now();
const today = dayStart(began);
const tidemark = new Tidemark();
let rig: Rig;
let service: TestService;

beforeAll(async () => {
  const candlesOf = worldCandles(world, () => began, DAYS + 2);
  rig = await Rig.start(LAYOUTS.map((layout) => withCandles(layout, candlesOf)));
  for (const key of RIG_EXCHANGES) rig.set(key, world.instrumentsOf(key, began, MARKETS));
  service = await startService({
    argv: [
      '--source',
      'live',
      '--exchanges',
      RIG_EXCHANGES.join(),
      '--exchange-gateway',
      rig.gateway,
      '--demo',
      '--backfill',
      `${DAYS}d`,
    ],
  });
});

afterAll(async () => {
  await service.close();
  await rig.close();
});

/** Number of candle requests to exchanges. */
function asked(): number {
  const paths = RIG_EXCHANGES.flatMap((key) => [...rig.requests(key)]);
  return paths.filter(([path]) => /candle|kline|ohlc/i.test(path)).reduce((sum, [, count]) => sum + count, 0);
}

async function untilSeeded(of: TestService): Promise<void> {
  const deadline = Date.now() + 240_000;
  while (!of.logLines.some((line) => line.includes('history is seeded'))) {
    if (Date.now() > deadline) throw new Error(of.logLines.slice(-20).join(''));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const daysOf = async (indexId: string) => {
  const response = await service.get(
    `/v3/ohlcv?indexId=${indexId}&timestamp=${formatDatetime(began)}&size=100`,
  );
  return ((await response.json()) as { content: readonly Day[] }).content;
};

test('fills in the days before a first start, close to the truth and flagged', async () => {
  await untilSeeded(service);
  const days = await daysOf(WELL_KNOWN_ASSETS.BTC);
  expect(days.map(({ startTimestamp }) => startTimestamp)).toEqual(
    Array.from({ length: DAYS }, (_, i) => formatDatetime(today - (i + 1) * DAY_MS)),
  );
  for (const { startTimestamp, open, high, low, close, ticks, flags } of days) {
    const day = Date.parse(startTimestamp);
    expect(flags).toContain('SEEDED');
    expect(ticks).toBe('0');
    expect(Math.abs(Number(open) / world.usdOf('BTC', day) - 1)).toBeLessThan(0.003);
    expect(Math.abs(Number(close) / world.usdOf('BTC', day + DAY_MS) - 1)).toBeLessThan(0.003);
    expect(Number(low)).toBeLessThanOrEqual(Math.min(Number(open), Number(close)));
    expect(Number(high)).toBeGreaterThanOrEqual(Math.max(Number(open), Number(close)));
  }
});

test('reports progress, and does nothing twice', async () => {
  await untilSeeded(service);
  const before = asked();
  expect(before).toBeGreaterThan(50);
  const status = await tidemark.run(['status', '--data', service.folder]);
  expect(status.stdout).toMatch(
    /^seeded +8 days before the first tick; since \d{4}-\d\d-\d\d, \d+ records from daily candles of \d\d exchanges/m,
  );
  const again = await tidemark.run(['backfill', '--days', String(DAYS), '--data', service.folder]);
  expect(again).toMatchObject({
    code: 0,
    stdout: '8 days before the first tick are seeded already: nothing to do\n',
  });
  expect(asked()).toBe(before);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toContain('tidemark_seeding_done_ratio 1');
});

test('continues after kill -9, and does not repeat all answered requests', async () => {
  const folder = tidemark.newFolder();
  const flags = [
    '--data',
    folder,
    '--source',
    'live',
    '--exchanges',
    RIG_EXCHANGES.join(),
    '--exchange-gateway',
    rig.gateway,
    '--backfill',
    `${DAYS}d`,
  ];
  const before = asked();
  const first = await tidemark.serve(flags);
  const half = before + 60;
  while (asked() < half) await new Promise((resolve) => setTimeout(resolve, 20));
  first.kill('SIGKILL');
  await first.ended;
  const again = await tidemark.serve(flags);
  await eventually(async () => again.stderr().includes('history is seeded'));
  // Waits for its report first, because each check starts a process.
  await eventually(async () => {
    const { stdout } = await tidemark.run(['status', '--data', folder, '--json']);
    return (JSON.parse(stdout) as { seeding?: { stage: string } }).seeding?.stage === 'done';
  });
  await again.stop();
  // Requests pending at the kill are repeated: one per exchange.
  const all = asked() - before;
  const markets = before;
  expect(all).toBeGreaterThanOrEqual(markets - 20);
  expect(all).toBeLessThanOrEqual(markets + 40);
}, 900_000);
