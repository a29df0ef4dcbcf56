import { describe, expect, it } from 'vitest';
import { DeclaredExchange } from '../../../../../src/sources/live/declared/declared-exchange.ts';
import { parseDefinition } from '../../../../../src/sources/live/declared/parse-definition.ts';
import { PassingClock } from '../../../../support/passing-clock.ts';

const { signal } = new AbortController();
const HOST = 'https://api.example.com';
const MARKETS = ['btc/usd', 'eth/usd', 'ltc/usd', 'xrp/usd', 'ada/usd'];

const DEFINITION = {
  format: 1,
  key: 'example',
  name: 'Example',
  url: 'https://example.com',
  hosts: ['api.example.com'],
  markets: {
    requests: [`${HOST}/markets`],
    layout: 'array',
    id: 'id',
    market: { symbol: 'id', separator: '/' },
  },
  tickers: {
    requests: [`${HOST}/ticker?market={market}`],
    paceMs: 4000,
    list: 'data',
    layout: 'one',
    market: { id: '$market' },
    fields: { last: 'last', baseVolume: 'volume' },
  },
};

function open(
  tickers: object = {},
  answer = (id: string) => JSON.stringify({ data: { id, last: '5', volume: '7' } }),
) {
  const { definition, problems } = parseDefinition(
    JSON.stringify({ ...DEFINITION, tickers: { ...DEFINITION.tickers, ...tickers } }),
  );
  if (!definition) throw new Error(problems?.join('; '));
  const asked: string[] = [];
  const ask = ({ url }: { readonly url: string }) => {
    asked.push(url.slice(HOST.length));
    const id = new URL(url).searchParams.get('market');
    return Promise.resolve(id === null ? JSON.stringify(MARKETS.map((each) => ({ id: each }))) : answer(id));
  };
  const exchange = new DeclaredExchange(definition, ask, new PassingClock(Date.UTC(2026, 10, 18)));
  return { exchange, asked };
}

describe('a declared exchange with one request for each market', () => {
  it('reads as many as its pace allows in each cycle, and every market in turn', async () => {
    const { exchange, asked } = open();
    expect(exchange.maxPerCycle).toBe(2);
    const list = await exchange.markets(signal);
    const symbols = [];
    for (let cycle = 0; cycle < 6; cycle++)
      symbols.push(...(await exchange.tickers(list, signal)).map(({ symbol }) => symbol));
    expect(new Set(symbols).size).toBe(MARKETS.length);
    expect(symbols.length).toBeLessThanOrEqual(12);
    expect(asked.slice(0, 2)).toEqual(['/markets', '/ticker?market=btc%2Fusd']);
  });

  it('decodes a ticker', async () => {
    const { readings } = await open().exchange.readAll(signal);
    expect(readings[0]).toEqual({ symbol: 'BTC/USD', last: '5', baseVolume: '7' });
  });

  it('rejects a response about another market', async () => {
    const { exchange } = open({ market: { id: 'id' } }, () =>
      JSON.stringify({ data: { id: 'eth/usd', last: '5', volume: '7' } }),
    );
    const readings = await exchange.tickers(await exchange.markets(signal), signal);
    expect(readings.map(({ symbol }) => symbol)).toEqual(['ETH/USD']);
  });

  it('omits a failing market, and fails if the exchange is under maintenance', async () => {
    const { exchange } = open({}, (id) =>
      id === 'btc/usd' ? '{"data":null}' : JSON.stringify({ data: { last: '5', volume: '7' } }),
    );
    const readings = await exchange.tickers(await exchange.markets(signal), signal);
    expect(readings.map(({ symbol }) => symbol)).toEqual(['ETH/USD']);
    const closed = open({}, () => '{"message":"maintenance"}').exchange;
    await expect(closed.tickers(await closed.markets(signal), signal)).rejects.toMatchObject({
      kind: 'maintenance',
    });
  });

  it.each([
    [{ paceMs: undefined }, 'tickers: must have {market} in the url'],
    [{ layout: 'array' }, 'tickers: must have {market} in the url'],
    [{ requests: [`${HOST}/tickers`] }, 'tickers: must have {market} in the url'],
    [
      { requests: [`${HOST}/a/{market}`, `${HOST}/b/{market}`] },
      'tickers.requests: must be a single request',
    ],
  ])('is refused with %j', (tickers, problem) => {
    expect(() => open(tickers)).toThrow(problem);
  });
});
