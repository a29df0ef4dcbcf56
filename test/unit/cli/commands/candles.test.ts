import { describe, expect, test } from 'vitest';
import { command as candlesCommand } from '../../../../src/cli/commands/candles.ts';
import { runAgainst } from '../../../support/stubbed-service.ts';

const ID = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const AVERAGE = {
  id: ID,
  indexId: ID,
  indexType: 'MWA',
  price: '3',
  interval: '1h',
  open: '1',
  high: '4',
  low: '1',
  close: '3',
  startTimestamp: '2026-03-01T12:00:00.000Z',
  endTimestamp: '2026-03-01T13:00:00.000Z',
  timestamp: '2026-03-01T12:00:00.000Z',
  ticks: '7',
  carried: '0',
  expected: '120',
  complete: false,
};

/** Candles of a service, and its last request. */
function run(candle: object, args: readonly string[], columns?: number) {
  let asked = new URLSearchParams();
  const answer = ({ pathname, searchParams }: URL) => {
    if (pathname.endsWith('/candles')) asked = searchParams;
    return { content: [{ ...AVERAGE, ...candle }], ...AVERAGE };
  };
  const stub = { answer, ...(columns !== undefined && { columns }) };
  const printed = runAgainst(stub, 'candles', candlesCommand, [ID, ...args]);
  return printed.then(({ out }) => ({ out, from: asked.get('from') }));
}

describe('the volume of a candle', () => {
  test.each([
    ['of 24 hours', { volume24h: '70' }, '24 h volume', '70\t'],
    ['its own', { volume: '9' }, 'volume', '\t9'],
    ['its own where it has both', { volume24h: '70', volume: '9' }, 'volume', '70\t9'],
  ])(
    '%s is its heading in a table, and has a separate field on a pipe',
    async (_, volumes, heading, fields) => {
      const table = (await run(volumes, [], 80)).out.split('\n');
      expect(table[0]).toMatch(new RegExp(` close +${heading} +ticks`));
      expect(table[1]).toMatch(heading === 'volume' ? / 9 {2}7\/120/ : / 70 {2}7\/120/);
      const { out } = await run(volumes, []);
      expect(out).toBe(`${AVERAGE.startTimestamp}\t1\t4\t1\t3\t${fields}\t7/120\t\n`);
    },
  );
});

test('if not all prices fit, the open is omitted: a high is never shown without its low', async () => {
  const long = Object.fromEntries(['open', 'high', 'low', 'close'].map((key) => [key, '189680.26050302']));
  const headingOf = async (columns: number) => (await run(long, [], columns)).out.split('\n')[0];
  expect(await headingOf(80)).toMatch(/from +high +low +close +ticks/);
  expect(await headingOf(120)).toMatch(/from +open +high +low +close +ticks/);
});

test('a span shorter than a candle includes the current one', async () => {
  expect((await run({}, ['--last', '10m'])).from).toBe(AVERAGE.startTimestamp);
  expect((await run({}, ['--last', '2h'])).from).toBe('2026-03-01T11:00:00.000Z');
  expect((await run({}, ['--last', '10m', '--to', '2026-03-01T12:30Z'])).from).toBe(
    '2026-03-01T11:30:00.000Z',
  );
});
