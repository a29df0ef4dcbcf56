import { describe, expect, test } from 'vitest';
import { command as getCommand } from '../../../../src/cli/commands/get.ts';
import { routeOptions } from '../../../../src/cli/get/get-options.ts';
import { ROUTES } from '../../../../src/cli/get/routes.ts';
import { flagOf } from '../../../../src/core/setting.ts';
import { runAgainst } from '../../../support/stubbed-service.ts';

const MARKET = { id: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', name: 'BTC_USD' };
const KRAKEN = { id: '2d26aaa4-ba5c-44dc-84ba-88474ef57556', name: 'Kraken', status: 'ACTIVE' };

/** The requested tickers, and the outcome of the command. */
async function tickers(...args: readonly string[]) {
  let asked = '';
  const answer = ({ pathname, searchParams }: URL) => {
    if (pathname === '/v3/exchange-ticker') asked = searchParams.toString();
    const name = searchParams.get('marketName') ?? MARKET.name;
    if (pathname === '/v3/market') return { content: name === MARKET.name ? [MARKET] : [] };
    const isKraken = (searchParams.get('name') ?? KRAKEN.name).toLowerCase() === 'kraken';
    return { content: pathname === '/v3/exchange' && isKraken ? [KRAKEN] : [] };
  };
  const { code } = await runAgainst({ answer }, 'get', getCommand, ['exchange-tickers', ...args]);
  return { code, asked };
}

describe('tickers of a market', () => {
  test.each([
    [['BTC_USD']],
    [['--market', 'BTC_USD']],
    [['--market', 'BTC/USD']],
    [['--base-symbol', 'BTC', '--quote-symbol', 'USD']],
  ])('are requested by %j', async (args) => {
    expect(await tickers(...args)).toEqual({ code: 0, asked: `quantities=string&marketId=${MARKET.id}` });
  });

  test('report all wrong names at once', async () => {
    const both = /"krakn": did you mean Kraken\?\ntidemark: .*"BTC_USX": did you mean BTC_USD\?/;
    await expect(tickers('--market', 'BTC_USX', '--exchange', 'krakn')).rejects.toThrow(both);
    const symbols = ['--base-symbol', 'BTC', '--quote-symbol', 'USX'];
    await expect(tickers(...symbols, '--exchange', 'krakn')).rejects.toThrow(both);
  });

  test('report all options that conflict', async () => {
    const args = ['BTC_USD', '--market', 'BTC_USD', '--base-symbol', 'BTC', '--top', '1', '--limit', '1'];
    await expect(tickers(...args, '--csv', '--json')).rejects.toThrow(
      [
        '--csv and --json cannot be used together',
        '--top and --limit cannot be used together',
        'NAME and --market and --base-symbol cannot be used together',
        'give both --base-symbol and --quote-symbol, or the market as NAME, such as BTC_USD',
      ].join('\n'),
    );
  });
});

test.each([
  // For ticks, the newest one itself counts: 11:58:30, 11:59, 11:59:30 and 12:00.
  [['index-tickers', MARKET.id, '--last', '2m'], '2026-03-01T11:58:00.001Z'],
  [['index-tickers', MARKET.id, '--last', '2m', '--to', '2026-03-01T12:00'], '2026-03-01T11:58:00.000Z'],
  [['candles', MARKET.id, '--interval', '1m', '--last', '1h'], '2026-03-01T11:01:00.000Z'],
  [['ohlcv', MARKET.id, '--last', '7d'], '2026-02-22T12:01:00.000Z'],
])('%j starts with the first of this many records', async (args, from) => {
  const asked: (string | null)[] = [];
  const answer = ({ searchParams }: URL) => {
    asked.push(searchParams.get('from'));
    const timestamp = '2026-03-01T12:00:00.000Z';
    const record = {
      id: MARKET.id,
      indexId: MARKET.id,
      indexType: 'MWA',
      price: '1',
      volume: '1',
      timestamp,
    };
    const endTimestamp = '2026-03-01T12:01:00.000Z';
    return { content: [args[0] === 'index-tickers' ? record : { ...record, endTimestamp }] };
  };
  await runAgainst({ answer }, 'get', getCommand, args);
  expect(asked.at(-1)).toBe(from);
});

test('help shows options, and no parameters of the API', () => {
  for (const route of ROUTES) {
    const texts = Object.values(routeOptions(route)).map(({ description }) => description);
    for (const { name } of route.parameters.filter((each) => /[A-Z]/.test(each.name)))
      for (const text of texts) expect(text.split(/\W+/), route.name).not.toContain(name);
  }
  const { quoteSymbol } = routeOptions(ROUTES.find(({ name }) => name === 'exchange-tickers')!);
  expect(quoteSymbol!.description).toContain(flagOf('baseSymbol'));
});
