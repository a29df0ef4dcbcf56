import { describe, expect, test } from 'vitest';
import { sparkline } from '../../../../src/cli/client/sparkline.ts';
import { textWidth } from '../../../../src/cli/client/text-width.ts';
import { spanText } from '../../../../src/cli/client/words.ts';
import { REMEMBERED, WatchBoard } from '../../../../src/cli/watch/watch-board.ts';
import { changeText, watchLines, type WatchView } from '../../../../src/cli/watch/watch-lines.ts';

const NOW = Date.parse('2026-03-01T12:00:34.000Z');
const CONNECTED = {
  connected: true,
  since: NOW - 60_000,
  reconnects: 0,
  source: undefined,
  lastClose: undefined,
};

function boardOf(...prices: readonly number[]): WatchBoard {
  const board = new WatchBoard();
  board.add('a', { index: 'BTC_USD' });
  board.add('b', { index: 'BTC_USD', exchange: 'Kraken' });
  board.add('c', { index: 'an asset with a very long name indeed' });
  prices.forEach((price, place) => {
    const timestamp = new Date(NOW - 34_000 - (prices.length - 1 - place) * 30_000).toISOString();
    board.take('a', { price: String(price), volume: '12345.678', timestamp, flags: [] });
    board.take('b', { price: String(price + 1), volume: undefined, timestamp, flags: ['THIN'] });
  });
  return board;
}

function viewOf(board: WatchBoard, more: Partial<WatchView> = {}): WatchView {
  return { rows: board.rows(), state: CONNECTED, lagMs: 412, now: NOW, ...more };
}

describe('what is watched', () => {
  const view = viewOf(boardOf(100, 101, 99, 102));

  test('is a table with the course of each', () => {
    expect(watchLines(view, { columns: 200, lines: 24, hasColours: false })).toEqual([
      'index                                  exchange  price    15 min  course                          24 h volume     age  flags',
      'BTC_USD                                index       102   +2.00 %  ▃▆▁█                              12345.678    34 s',
      'BTC_USD                                Kraken      103   +1.98 %  ▃▆▁█                                           34 s  THIN',
      'an asset with a very long name indeed  index         -',
      'connected · lag 0.4 s · Ctrl-C ends',
    ]);
  });

  test.each([80, 40, 24, 10])('fits %i columns', (columns) => {
    const lines = watchLines(view, { columns, lines: 24, hasColours: true });
    expect(lines[1]).toMatch(/BTC_USD.*102/);
    if (columns >= 20) for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
  });

  test('leaves out volumes before ages, however equal these are', () => {
    const [heading] = watchLines(view, { columns: 70, lines: 24, hasColours: false });
    expect(heading).toMatch(/^index +exchange  price +15 min  course +age  flags$/);
  });

  test('keeps its columns and their places, whatever comes and goes in them', () => {
    const widest = new Map<string, number>();
    const at = (now: number, price: string, flags: readonly string[] = []) => {
      const board = new WatchBoard();
      board.add('a', { index: 'BTC_USD' });
      board.take('a', { price, volume: '12345.678', timestamp: '2026-03-01T12:00:00.000Z', flags });
      const size = { columns: 80, lines: 24, hasColours: false, widest };
      return watchLines(viewOf(board, { now: Date.parse('2026-03-01T12:00:00Z') + now }), size)[0];
    };
    const first = at(0, '90123.456');
    expect([at(9_000, '90123.4'), at(10_000, '90123'), at(61_000, '9'), at(3_540_000, '1')]).toEqual(
      Array.from({ length: 4 }, () => first),
    );
    const flagged = at(0, '9', ['THIN']);
    expect(at(0, '90123.456')).toBe(flagged);
    expect(flagged).toMatch(/^index +price +15 min +course +24 h volume +age  flags$/);
  });

  test('is green after a rise and red after a fall', () => {
    const colours = { columns: 80, lines: 24, hasColours: true };
    expect(watchLines(view, colours)[1]).toContain('\u001b[32m102\u001b[0m');
    expect(watchLines(viewOf(boardOf(100, 99)), colours)[1]).toContain('\u001b[31m99\u001b[0m');
    expect(watchLines(viewOf(boardOf(100, 99, 99)), colours)[1]).toContain('\u001b[31m99\u001b[0m');
    expect(watchLines(viewOf(boardOf(100)), colours)[1]).not.toContain('\u001b');
    expect(watchLines(view, { ...colours, hasColours: false }).join('')).not.toContain('\u001b');
  });

  test('says what does not fit into the height', () => {
    expect(watchLines(view, { columns: 80, lines: 5, hasColours: false })).toEqual([
      expect.stringMatching(/^index/),
      expect.stringMatching(/^BTC_USD/),
      'and 2 more: make the window higher',
      expect.stringMatching(/^connected/),
    ]);
  });

  test('says how the connection is, and that data are simulated', () => {
    const last = (more: Partial<WatchView['state']>) =>
      watchLines(viewOf(boardOf(1), { state: { ...CONNECTED, ...more } }), {
        columns: 120,
        lines: 24,
        hasColours: false,
      }).at(-1);
    expect(last({ reconnects: 1, source: 'simulator' })).toBe(
      'connected · lag 0.4 s · reconnected once · simulated data, no real prices · Ctrl-C ends',
    );
    expect(last({ source: 'a\u001b[2Jfile' })).toContain('not live: data from a [2Jfile');
    expect(last({ connected: false })).toBe('connecting, for 1 min · Ctrl-C ends');
    expect(last({ connected: false, reconnects: 2, lastClose: { code: 1006, reason: '' } })).toBe(
      'connecting again, for 1 min (closed with 1006) · reconnected 2 times · Ctrl-C ends',
    );
  });

  test('takes no value twice and none that is older, and forgets the oldest', () => {
    const board = boardOf(...Array.from({ length: REMEMBERED + 5 }, (_, place) => place + 1));
    expect(board.rows()[0]!.prices).toHaveLength(REMEMBERED);
    board.take('a', { price: '7', volume: '1', timestamp: '2026-03-01T12:00:00.000Z', flags: [] });
    expect(board.rows()[0]).toMatchObject({ value: { price: String(REMEMBERED + 5) }, direction: 'up' });
  });
});

test('a course lies between its lowest and highest, and a gap is a gap', () => {
  expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe('▁▂▃▄▅▆▇█');
  expect(sparkline([1, undefined, 8], 3)).toBe('▁ █');
  expect(sparkline([5, 5, 5], 3)).toBe('▄▄▄');
  expect(sparkline([9, 1, 2], 2)).toBe('▁█');
  expect(sparkline([], 8)).toBe('');
});

test('spans and changes are short', () => {
  expect([0, 59_999, 60_000, 7_200_000, 90_000_000].map(spanText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '2 h',
    '1 d',
  ]);
  expect([undefined, 0.001, -0.001, 1.234, -5].map(changeText)).toEqual([
    '',
    '0.00 %',
    '0.00 %',
    '+1.23 %',
    '-5.00 %',
  ]);
});
