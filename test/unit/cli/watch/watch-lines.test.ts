import { describe, expect, test } from 'vitest';
import { sparkline } from '../../../../src/cli/client/sparkline.ts';
import { cutPainted, textWidth } from '../../../../src/cli/client/text-width.ts';
import { spanText } from '../../../../src/cli/shared-options.ts';
import { OutageLog, outageText } from '../../../../src/cli/watch/outage.ts';
import { MAX_REMEMBERED, WatchBoard } from '../../../../src/cli/watch/watch-board.ts';
import { changeText, watchLines, type WatchView } from '../../../../src/cli/watch/watch-lines.ts';

const NOW = Date.parse('2026-03-01T12:00:34.000Z');
const CONNECTED = {
  connected: true,
  since: NOW - 60_000,
  reconnects: 0,
  source: undefined,
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

describe('the watched indices', () => {
  const view = viewOf(boardOf(100, 101, 99, 102));

  test('are a table with a sparkline for each', () => {
    expect(watchLines(view, { columns: 200, lines: 24, hasColours: false })).toEqual([
      'index                                  exchange  price    15 min  trend                           24 h volume     age  flags',
      'BTC_USD                                index       102   +2.00 %  ▃▆▁█                              12345.678    34 s',
      'BTC_USD                                Kraken      103   +1.98 %  ▃▆▁█                                           34 s  THIN',
      'an asset with a very long name indeed  index         -',
      'connected · lag 0.4 s · press Ctrl-C to stop',
    ]);
  });

  test.each([80, 40, 24, 23, 10, 5, 1])('fit %i columns', (columns) => {
    for (const hasColours of [true, false]) {
      const lines = watchLines(view, { columns, lines: 24, hasColours });
      if (columns >= 10) expect(lines[1]).toMatch(columns >= 24 ? /BTC_USD.*102/ : /^BT.*102/);
      for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
    }
  });

  test.each([80, 120])('have a sparkline as long as its change at %i columns', (columns) => {
    const prices = Array.from({ length: MAX_REMEMBERED }, (_, place) => (place < 4 ? 1 : 9));
    const [, row = ''] = watchLines(viewOf(boardOf(...prices)), { columns, lines: 24, hasColours: false });
    expect(row).toContain('+800.00 %');
    expect(row).toContain(columns < 100 ? `▁▁${'█'.repeat(13)} ` : `▁▁▁▁${'█'.repeat(26)} `);
  });

  test('omit volumes before ages, even if the ages are equal', () => {
    const [heading] = watchLines(view, { columns: 70, lines: 24, hasColours: false });
    expect(heading).toMatch(/^index +exchange  price +15 min  trend +age  flags$/);
  });

  test('keep columns and their positions, whatever they contain', () => {
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
    expect(flagged).toMatch(/^index +price +15 min +trend +24 h volume +age  flags$/);
  });

  test('are green after a rise and red after a fall', () => {
    const colours = { columns: 80, lines: 24, hasColours: true };
    expect(watchLines(view, colours)[1]).toContain('\u001b[32m102\u001b[0m');
    expect(watchLines(viewOf(boardOf(100, 99)), colours)[1]).toContain('\u001b[31m99\u001b[0m');
    expect(watchLines(viewOf(boardOf(100, 99, 99)), colours)[1]).toContain('\u001b[31m99\u001b[0m');
    expect(watchLines(viewOf(boardOf(100)), colours)[1]).not.toContain('\u001b');
    expect(watchLines(view, { ...colours, hasColours: false }).join('')).not.toContain('\u001b');
  });

  test('report what does not fit into the height', () => {
    expect(watchLines(view, { columns: 80, lines: 5, hasColours: false })).toEqual([
      expect.stringMatching(/^index/),
      expect.stringMatching(/^BTC_USD/),
      'and 2 more: enlarge the window',
      expect.stringMatching(/^connected/),
    ]);
  });

  test('show the state of the connection, and that data is simulated', () => {
    const last = (state: Partial<WatchView['state']>, columns = 80, outage: WatchView['outage'] = {}) =>
      watchLines(viewOf(boardOf(1), { state: { ...CONNECTED, ...state }, outage }), {
        columns,
        lines: 24,
        hasColours: false,
      }).at(-1);
    const simulated = { reconnects: 1, source: 'simulator' };
    expect(last(simulated)).toBe(
      'connected · lag 0.4 s · reconnected once · simulated · press Ctrl-C to stop',
    );
    expect(last(simulated, 60)).toBe('connected · lag 0.4 s · simulated · press Ctrl-C to stop');
    expect(last(simulated, 40)).toBe('connected · lag 0.4 s · simulated');
    expect(last(simulated, 24)).toBe('connected · simulated');
    expect(last({ source: 'a\u001b[2Jfile' })).toContain('not live: data from a [2Jfile');
    expect(last({ connected: false })).toBe('connecting for 1 min · press Ctrl-C to stop');
    const ended = { code: 1012, reason: 'restart' };
    const attempt = { code: 1006, reason: 'connect ECONNREFUSED 127.0.0.1:8080' };
    expect(last({ ...simulated, connected: false }, 90, { ended, attempt })).toBe(
      'reconnecting for 1 min (the service restarts; refused) · simulated · press Ctrl-C to stop',
    );
    expect(last({ connected: false, reconnects: 2 }, 100, { attempt })).toBe(
      'reconnecting for 1 min (refused) · reconnected 2 times · press Ctrl-C to stop',
    );
  });

  test('accept no value twice and no older one, and drop the oldest', () => {
    const board = boardOf(...Array.from({ length: MAX_REMEMBERED + 5 }, (_, place) => place + 1));
    expect(board.rows()[0]!.prices).toHaveLength(MAX_REMEMBERED);
    board.take('a', { price: '7', volume: '1', timestamp: '2026-03-01T12:00:00.000Z', flags: [] });
    expect(board.rows()[0]).toMatchObject({ value: { price: String(MAX_REMEMBERED + 5) }, direction: 'up' });
  });
});

test('keep the end of a connection separate from later failed attempts', () => {
  const log = new OutageLog();
  const textAfter = (code: number, reason = '') => {
    log.update({ connected: false, lastClose: { code, reason } });
    return outageText(log.current);
  };
  expect(textAfter(1006, 'connect ECONNREFUSED ::1:1')).toBe('refused');
  log.update({ connected: true, lastClose: undefined });
  expect(outageText(log.current)).toBe('');
  expect(textAfter(1012)).toBe('the service restarts');
  expect(textAfter(1006, 'connect ECONNREFUSED ::1:1')).toBe('the service restarts; refused');
  expect(textAfter(1006, '')).toBe('the service restarts; unreachable');
  expect(textAfter(1006, 'the handshake failed with status 503')).toContain(
    '; the handshake failed with status 503',
  );
  // The same close in another state is not a new one.
  const lastClose = { code: 1013, reason: '' };
  log.update({ connected: true, lastClose });
  log.update({ connected: false, lastClose });
  expect(outageText(log.current)).toBe('');
  expect(textAfter(4000, 'a\u001b[2Jb')).toBe('closed with 4000: a [2Jb');
});

test('a truncated line keeps its colours, and ends them', () => {
  const text = 'ab\u001b[31mcd\u001b[0mef';
  expect(cutPainted(text, 6)).toBe(text);
  expect(cutPainted(text, 4)).toBe('ab\u001b[31mc…\u001b[0m');
  expect(cutPainted(text, 2)).toBe('a…');
  expect([cutPainted(text, 1), cutPainted(text, 0)]).toEqual(['…', '']);
});

test('a sparkline is between its lowest and highest, and a gap stays a gap', () => {
  expect(sparkline([1, 2, 3, 4, 5, 6, 7, 8], 8)).toBe('▁▂▃▄▅▆▇█');
  expect(sparkline([1, undefined, 8], 3)).toBe('▁ █');
  expect(sparkline([5, 5, 5], 3)).toBe('▄▄▄');
  expect(sparkline([9, 1, 2], 2)).toBe('▁█');
  expect(sparkline([], 8)).toBe('');
  // Two in a column, counted from the newest.
  expect(sparkline([1, 1, 3, 7, 9], 8, 2)).toBe('▁▂█');
  expect(sparkline([undefined, undefined, 1, undefined, 8, 8], 8, 2)).toBe(' ▁█');
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
