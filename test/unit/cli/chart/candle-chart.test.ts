import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../../sdk/src/node.ts';
import { barsOf, candleChart, chartTitle, hasGap } from '../../../../src/cli/chart/candle-chart.ts';
import { textWidth } from '../../../../src/cli/client/text-width.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts';

const START = Date.parse('2026-03-01T20:00:00.000Z');

/** Open, high, low, close; hourly. */
function candle(hour: number, [open, high, low, close]: readonly number[]): Candle {
  const startTimestamp = new Date(START + hour * HOUR_MS).toISOString();
  return {
    startTimestamp,
    open: String(open),
    high: String(high),
    low: String(low),
    close: String(close),
  } as Candle;
}

const DAY = Array.from({ length: 24 }, (_, hour) =>
  candle(hour, [100 + hour, 102 + hour, 99 + hour, 101 + hour]),
);

describe('a chart of candles', () => {
  test('may have more candles than a call may have arguments', () => {
    const many = Array.from({ length: 200_000 }, () => DAY[0]!);
    expect(candleChart(many, HOUR_MS, { columns: 40, lines: 5, hasColours: false })).toHaveLength(6);
  });

  test('has bodies, wicks, prices and times', () => {
    const candles = [candle(0, [10, 20, 0, 20]), candle(1, [20, 20, 10, 10]), candle(3, [5, 10, 0, 5])];
    expect(candleChart(candles, HOUR_MS, { columns: 40, lines: 5, hasColours: false })).toEqual([
      '┃  ┃         ┤ 20.0',
      '┃  ┃         │',
      '┃  ┃     │   │',
      '│        ━   │',
      '│        │   ┤  0.0',
      '03-01 20:00 UTC',
    ]);
  });

  test.each([1, 2, 3])('of %i candles shows their times, and each price once', (count) => {
    const candles = DAY.slice(0, count);
    const lines = candleChart(candles, HOUR_MS, { columns: 80, lines: 5, hasColours: false });
    expect(lines.at(-1)).toBe('03-01 20:00 UTC');
    const labels = lines.flatMap((line) => /┤ +(\S+)/.exec(line)?.[1] ?? []);
    expect(labels.length).toBeGreaterThan(0);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('has a title with its index, its range, and the length of a column', () => {
    const about = { name: 'BTC_USD', currency: 'USD', interval: '1h' };
    const title = chartTitle(about, DAY, HOUR_MS);
    expect(title).toBe('BTC_USD in USD, 1h, 2026-03-01 20:00 to 2026-03-02 20:00 UTC');
    expect(chartTitle(about, DAY.slice(5, 7), HOUR_MS)).toBe(
      'BTC_USD in USD, 1h, 2026-03-02 01:00 to 03:00 UTC',
    );
    const size = { columns: 20, lines: 5, hasColours: false, title };
    const lines = candleChart(DAY, HOUR_MS, size);
    expect(lines.slice(0, -6).join(' ')).toBe(`${title}, 2 candles per column`);
    const holed = DAY.filter((_, hour) => hour !== 3 && hour !== 8 && hour !== 9);
    const broken = candleChart(holed, HOUR_MS, size);
    expect(broken.join(' ')).toContain('some candles missing');
    expect(broken.slice(-6, -1).every((line) => line[4] === ' ')).toBe(true);
    expect(broken.slice(-6, -1).some((line) => /[╏╍╎]/.test(line[1]!))).toBe(true);
  });

  test('is green if prices rise and red if they fall', () => {
    const candles = [candle(0, [1, 2, 1, 2]), candle(1, [2, 2, 1, 1])];
    const [line = ''] = candleChart(candles, HOUR_MS, { columns: 40, lines: 5, hasColours: true });
    expect(line).toContain('\u001b[32m┃\u001b[0m  \u001b[31m┃\u001b[0m');
  });

  test.each([20, 40, 80, 200])('fits %i columns', (columns) => {
    const long = Array.from({ length: 10 }, (_, day) =>
      DAY.map((one, hour) => ({ ...one, ...candle(day * 24 + hour, [100, 120, 90, 110]) })),
    ).flat();
    for (const candles of [DAY, long]) {
      const lines = candleChart(candles, HOUR_MS, { columns, lines: 12, hasColours: true });
      expect(lines).toHaveLength(13);
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  test('shows the date where it changes and times elsewhere', () => {
    const lines = candleChart(DAY, HOUR_MS, { columns: 80, lines: 6, hasColours: false });
    expect(lines.at(-1)).toBe('03-01 20:00    03-02 01:00    06:00    09:00    12:00    15:00    18:00 UTC');
    const days = Array.from({ length: 40 }, (_, day) => candle(day * 24, [1, 2, 1, 2]));
    expect(candleChart(days, DAY_MS, { columns: 80, lines: 6, hasColours: false }).at(-1)).toBe(
      '03-01   03-09   03-17   03-25   04-02 UTC',
    );
    const years = Array.from({ length: 400 }, (_, day) => candle(day * 24, [1, 2, 1, 2]));
    const labels = candleChart(years, DAY_MS, { columns: 80, lines: 6, hasColours: false })
      .at(-1)!
      .match(/\d{4}-\d\d-\d\d/g)!;
    expect(labels.length).toBeGreaterThan(3);
    expect(new Set(labels).size).toBe(labels.length);
  });

  test('of one price is a line in the middle, without any says so', () => {
    const flat = candleChart([candle(0, [5, 5, 5, 5])], HOUR_MS, {
      columns: 40,
      lines: 5,
      hasColours: false,
    });
    expect(flat.map((line) => line[0])).toEqual([' ', ' ', '━', ' ', ' ', '0']);
    expect(flat.filter((line) => line.includes('┤'))).toEqual([expect.stringMatching(/┤ 5$/)]);
    expect(candleChart([], HOUR_MS, { columns: 40, lines: 5, hasColours: false })).toEqual(['no candles']);
  });
});

describe('bars', () => {
  test('leave a gap for missing candles', () => {
    const { bars } = barsOf([candle(0, [1, 2, 0, 1]), candle(3, [1, 2, 0, 1])], HOUR_MS, 80);
    expect(bars.map((bar) => bar !== undefined)).toEqual([true, false, false, true]);
  });

  test('each combine as many candles as needed to fit', () => {
    const all = barsOf(DAY, HOUR_MS, 10);
    expect([all.bars.length, all.each]).toEqual([8, 3]);
    expect(all.bars[0]).toEqual({ at: START, open: 100, high: 104, low: 99, close: 103, candles: 3 });
    expect(all.bars.some((_, place) => hasGap(all, place))).toBe(false);
    const holed = barsOf(DAY.toSpliced(4, 1), HOUR_MS, 10);
    expect(holed.bars.map((_, place) => hasGap(holed, place)).indexOf(true)).toBe(1);
  });
});
