import { describe, expect, test } from 'vitest';
import { command as priceCommand } from '../../../../src/cli/commands/price.ts';
import { runAgainst } from '../../../support/stubbed-service.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const LIQUID = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';

/** A service that refuses the liquid indices. */
function answer({ pathname, search }: URL): object {
  if (pathname !== '/v3/index-ticker') return { content: [] };
  if (!search.includes(BTC_USD))
    return Response.json(
      { status: 'FORBIDDEN', message: 'this needs a token with scope read:LX' },
      { status: 403 },
    );
  const tick = { id: BTC_USD, indexId: BTC_USD, indexType: 'MWA', price: '1.5', volume: '7' };
  return { content: [{ ...tick, timestamp: '2026-03-01T12:00:00.000Z' }] };
}

const HOW = "the operator of the service can add it with 'tidemark clients set ID --scope'";

test.each([
  [[LIQUID, BTC_USD], `${LIQUID} needs scope read:LX`, 1],
  [['BLX', BTC_USD, 'ELX'], 'BLX, ELX need scope read:LX', 1],
  [['BLX'], 'BLX needs scope read:LX', 0],
])(
  'of %j the available ones are printed, and the others named with what they need',
  async (names, said, lines) => {
    const { code, out, err } = await runAgainst({ answer }, 'price', priceCommand, names);
    expect([code, err]).toEqual([1, `tidemark: ${said}: ${HOW}\n`]);
    expect(out).toBe(`${BTC_USD}\t1.5\t7\t2026-03-01T12:00:00.000Z\t\n`.repeat(lines));
  },
);

test('a table has the available ones, and is omitted without any', async () => {
  const shown = (names: readonly string[]) =>
    runAgainst({ answer, columns: 80 }, 'price', priceCommand, names).then(
      ({ out }) => out.split('\n').length,
    );
  expect([await shown(['BLX', BTC_USD]), await shown(['BLX'])]).toEqual([3, 1]);
});

describe('at a past time', () => {
  const HEAD = '2026-03-01T12:00:00.000Z';

  /** A service with values up to 11:00 of that day, and its requests. */
  function run(args: readonly string[], columns?: number) {
    const asked: (string | null)[] = [];
    const answerAt = ({ pathname, searchParams }: URL): object => {
      if (pathname === '/v3/integrity/head') return { slot: HEAD };
      if (pathname !== '/v3/index-ticker') return { content: [] };
      const at = searchParams.get('timestamp');
      asked.push(at);
      const timestamp = at! < '2026-03-01T11:00' ? at! : '2026-03-01T11:00:00.000Z';
      const tick = { id: BTC_USD, indexId: BTC_USD, indexType: 'MWA', price: '1.5', volume: '7', timestamp };
      return { content: at! < '2026-01-01' ? [] : [tick] };
    };
    const stub = { answer: answerAt, ...(columns !== undefined && { columns }) };
    return runAgainst(stub, 'price', priceCommand, [BTC_USD, ...args]).then((ended) => ({ ...ended, asked }));
  }

  test.each([
    ['2026-03-01T10:00Z', '2026-03-01T10:00:00.000Z'],
    ['90m ago', '2026-03-01T10:30:00.000Z'],
    ['yesterday 16:00 America/New_York', '2026-02-28T21:00:00.000Z'],
  ])('%s prints the value at or before it, with its age', async (when, at) => {
    const { code, out, err, asked } = await run(['--at', when]);
    expect([code, err, asked]).toEqual([0, '', [at]]);
    expect(out).toBe(`${BTC_USD}\t1.5\t7\t${at}\t\t0\n`);
  });

  test('a value that was old at that time is marked', async () => {
    const { code, out, err } = await run(['--at', '2026-03-01T11:35:10Z']);
    expect([code, out]).toEqual([0, `${BTC_USD}\t1.5\t7\t2026-03-01T11:00:00.000Z\t\t2110\n`]);
    expect(err).toBe(
      `tidemark: ${BTC_USD}: the newest value at 2026-03-01T11:35:10.000Z was 35 min 10 s old (2026-03-01T11:00:00.000Z)\n`,
    );
    expect((await run(['--at', '2026-03-01T11:35:10Z'], 100)).out).toContain('35 min 10 s');
    expect(JSON.parse((await run(['--at', '2026-03-01T11:35:10Z', '--json'])).out)).toMatchObject({
      at: '2026-03-01T11:35:10.000Z',
      ageMs: 2_110_000,
    });
  });

  test('there is no value in the future', async () => {
    await expect(run(['--at', '2200-01-01'])).rejects.toThrow(
      `--at 2200-01-01T00:00:00.000Z is in the future: the newest value is from ${HEAD}`,
    );
  });

  test('without a value, a sentence says so', async () => {
    await expect(run(['--at', '2025-01-01'])).rejects.toThrow(
      `${BTC_USD} has no value at or before 2025-01-01T00:00:00.000Z within the last 200 days`,
    );
  });
});
