import { describe, expect, test } from 'vitest';
import type { Candle } from '../../../../sdk/src/node.ts';
import { barsOf, candleChart } from '../../../../src/cli/chart/candle-chart.ts';
import { textWidth } from '../../../../src/cli/client/text-width.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time.ts';

const START = Date.parse('2026-03-01T20:00:00.000Z');

/** Open, high, low, close; by the hour. */
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
  test('may be of more candles than a call has arguments', () => {
    const many = Array.from({ length: 200_000 }, () => DAY[0]!);
    expect(candleChart(many, HOUR_MS, { columns: 40, lines: 5, hasColours: false })).toHaveLength(6);
  });

  test('has bodies, wicks, prices and times', () => {
    const candles = [candle(0, [10, 20, 0, 20]), candle(1, [20, 20, 10, 10]), candle(3, [5, 10, 0, 5])];
    expect(candleChart(candles, HOUR_MS, { columns: 40, lines: 5, hasColours: false })).toEqual([
      '┃┃   ┤ 20.0',
      '┃┃   │',
      '┃┃ │ │',
      '│  ━ │',
      '│  │ ┤  0.0',
      'UTC',
    ]);
  });

  test('is green where prices rise and red where they fall', () => {
    const candles = [candle(0, [1, 2, 1, 2]), candle(1, [2, 2, 1, 1])];
    const [line = ''] = candleChart(candles, HOUR_MS, { columns: 40, lines: 5, hasColours: true });
    expect(line).toContain('\u001b[32m┃\u001b[0m\u001b[31m┃\u001b[0m');
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

  test('has the date where it changes and times elsewhere', () => {
    const lines = candleChart(DAY, HOUR_MS, { columns: 80, lines: 6, hasColours: false });
    expect(lines.at(-1)).toBe('03-01      03-02 UTC');
    const days = Array.from({ length: 40 }, (_, day) => candle(day * 24, [1, 2, 1, 2]));
    expect(candleChart(days, DAY_MS, { columns: 80, lines: 6, hasColours: false }).at(-1)).toBe(
      '03-01      03-12      03-23      04-03 UTC',
    );
  });

  test('of one price is a line in the middle, of none says so', () => {
    const flat = candleChart([candle(0, [5, 5, 5, 5])], HOUR_MS, {
      columns: 40,
      lines: 5,
      hasColours: false,
    });
    expect(flat.map((line) => line[0])).toEqual([' ', ' ', '━', ' ', ' ', 'U']);
    expect(candleChart([], HOUR_MS, { columns: 40, lines: 5, hasColours: false })).toEqual(['no candles']);
  });
});

describe('bars', () => {
  test('leave a gap where candles are missing', () => {
    const bars = barsOf([candle(0, [1, 2, 0, 1]), candle(3, [1, 2, 0, 1])], HOUR_MS, 80);
    expect(bars.map((bar) => bar !== undefined)).toEqual([true, false, false, true]);
  });

  test('hold as many candles each as it takes to fit', () => {
    const bars = barsOf(DAY, HOUR_MS, 10);
    expect(bars).toHaveLength(8);
    expect(bars[0]).toEqual({ at: START, open: 100, high: 104, low: 99, close: 103 });
  });
});
