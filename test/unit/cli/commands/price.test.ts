import { expect, test } from 'vitest';
import { priceCommand } from '../../../../src/cli/commands/price.ts';
import { runAgainst } from '../../../support/stubbed-service.ts';

const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const LIQUID = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';

/** A service that gives the liquid indices to nobody who asks. */
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

const HOW = "the operator of the service adds it with 'tidemark clients set ID --scope'";

test.each([
  [[LIQUID, BTC_USD], `${LIQUID} needs scope read:LX`, 1],
  [['BLX', BTC_USD, 'ELX'], 'BLX, ELX need scope read:LX', 1],
  [['BLX'], 'BLX needs scope read:LX', 0],
])(
  'of %j those are printed that can be had, and the others named with what they need',
  async (names, said, lines) => {
    const { code, out, err } = await runAgainst({ answer }, 'price', priceCommand, names);
    expect([code, err]).toEqual([1, `tidemark: ${said}: ${HOW}\n`]);
    expect(out).toBe(`${BTC_USD}\t1.5\t7\t2026-03-01T12:00:00.000Z\t\n`.repeat(lines));
  },
);

test('a table has those that can be had, and none is drawn without any', async () => {
  const shown = (names: readonly string[]) =>
    runAgainst({ answer, columns: 80 }, 'price', priceCommand, names).then(
      ({ out }) => out.split('\n').length,
    );
  expect([await shown(['BLX', BTC_USD]), await shown(['BLX'])]).toEqual([3, 1]);
});
