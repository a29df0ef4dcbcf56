import { describe, expect, it } from 'vitest';
import { tickNumbersOf } from '../../../../../src/sources/live/understand/tick-numbers.ts';
import { DeclaredExchange } from '../../../../../src/sources/live/declared/declared-exchange.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { requesterOver } from '../../../../../src/sources/live/declared/requester.ts';
import type { ExchangeHttp } from '../../../../../src/sources/live/http/exchange-http.ts';
import type { SentRequest } from '../../../../../src/sources/live/declared/declared-list.ts';
import { parseDefinition } from '../../../../../src/sources/live/declared/parse-definition.ts';
import { quotedNumbers } from '../../../../../src/sources/live/declared/quoted-numbers.ts';
import { PollFailure } from '../../../../../src/sources/live/ports/poll-failure.ts';

const { signal } = new AbortController();
const URL_OF_TICKERS = 'https://api.example.com/tickers';

const TICKERS = {
  requests: [URL_OF_TICKERS],
  layout: 'array',
  market: { symbol: 's', separator: '-' },
  fields: { last: 'l', baseVolume: 'v' },
};

function exchangeOf(tickers: object, answers: string | Readonly<Record<string, string>>, more: object = {}) {
  const { definition, problems } = parseDefinition(
    JSON.stringify({
      format: 1,
      key: 'example',
      name: 'Example',
      url: 'https://example.com',
      hosts: ['api.example.com'],
      ...more,
      tickers: { ...TICKERS, ...tickers },
    }),
  );
  if (!definition) throw new Error(problems?.join('; '));
  const asked: SentRequest[] = [];
  const ask = (request: SentRequest) => {
    asked.push(request);
    return Promise.resolve(typeof answers === 'string' ? answers : answers[request.url]);
  };
  return Object.assign(new DeclaredExchange(definition, ask), { asked });
}

async function read(...args: Parameters<typeof exchangeOf>) {
  const exchange = exchangeOf(...args);
  return exchange.tickers(await exchange.markets(signal), signal);
}

async function failure(...args: Parameters<typeof exchangeOf>) {
  const error: unknown = await read(...args).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof PollFailure)) throw new Error('not a failure of a reading', { cause: error });
  return [error.kind, error.message];
}

describe('numbers', () => {
  it('keep every digit, also beyond a double', async () => {
    const json = '[{"s":"BTC-USD","l":0.1234567890123456789012,"v":12345678901234567890.5}]';
    expect(await read({}, json)).toEqual([
      { symbol: 'BTC/USD', last: '0.1234567890123456789012', baseVolume: '12345678901234567890.5' },
    ]);
  });

  it('with an exponent are the same number in plain notation', async () => {
    const [reading] = await read({}, '[{"s":"SHIB-BTC","l":2.10E-9,"v":"1.5e+3"}]');
    expect(reading && tickNumbersOf(reading)).toEqual({ last: '0.0000000021', volume: '1500' });
  });

  it('inside texts are unchanged', async () => {
    const json = '[{"s":"1INCH-BTC","note":"a \\"1\\", 2: [3,4]","l":"1","v":"0"}]';
    expect(await read({}, json)).toEqual([{ symbol: '1INCH/BTC', last: '1', baseVolume: '0' }]);
  });

  it('with more digits than any price are rejected', async () => {
    const digits = (count: number) => '1'.repeat(count);
    const json = `[{"s":"A-B","l":${digits(100)},"v":${digits(101)}}]`;
    expect(await read({}, json)).toEqual([{ symbol: 'A/B', last: digits(100) }]);
  });

  it('in an unterminated text are unchanged, in one pass', () => {
    expect(quotedNumbers('[1,"a\\",2,3')).toBe('["1","a\\",2,3');
  });

  it('that are invalid, or zero prices, are absent', async () => {
    const fields = { ...TICKERS.fields, bid: 'b', ask: 'a' };
    const json =
      '[{"s":"A-B","l":1,"v":"n/a","b":0,"a":"0.000"},{"s":"C-B","l":"0e-8","v":0,"b":null,"a":-1}]';
    expect(await read({ fields }, json)).toEqual([
      { symbol: 'A/B', last: '1' },
      { symbol: 'C/B', baseVolume: '0' },
    ]);
  });

  it('are multiplied and inverted exactly as defined in the file', async () => {
    const fields = {
      last: { path: 'l', factor: '0.00000001' },
      bid: { path: 'i', invert: true },
      ask: { path: 'i', factor: '10', invert: true },
      baseVolume: 'v',
    };
    expect(await read({ fields }, '[{"s":"A-B","l":1450,"i":"3","v":1}]')).toEqual([
      {
        symbol: 'A/B',
        last: '0.0000145',
        bid: '0.333333333333333',
        ask: '0.0333333333333333',
        baseVolume: '1',
      },
    ]);
  });
});

describe('timestamps', () => {
  it.each([
    ['s', '1509341830', 1509341830000],
    ['s', '1509341830.1239', 1509341830123],
    ['ms', '1509341830123', 1509341830123],
    ['us', '1509341830123999', 1509341830123],
    ['ns', '1509341830123999999', 1509341830123],
    ['iso', '"2017-10-30T05:37:10.123Z"', 1509341830123],
    ['iso', '"2017-10-30T05:37:10.123456789+00:00"', 1509341830123],
    ['iso', '"2017-10-30 05:37:10"', 1509341830000],
    ['iso', '"2017-10-30T07:37:10+0200"', 1509341830000],
    ['iso', '"yesterday"', undefined],
    ['s', '0', undefined],
  ])('in %s: %s', async (unit, sent, ms) => {
    const fields = { ...TICKERS.fields, timestamp: { path: 't', unit } };
    const [reading] = await read({ fields }, `[{"s":"A-B","l":1,"v":1,"t":${sent}}]`);
    expect(reading?.timestamp).toBe(ms);
  });
});

describe('base and quote', () => {
  const symbolOf = async (market: object, symbol: string, more: object = {}) => {
    const exchange = exchangeOf({ market }, `[{"s":${JSON.stringify(symbol)},"l":1,"v":1}]`, more);
    const { list, leftOut } = await exchange.readAll(signal).catch(() => ({ list: undefined, leftOut: [] }));
    return list?.markets[0]?.symbol ?? leftOut;
  };

  it('are split by a separator, in either order', async () => {
    expect(await symbolOf({ symbol: 's', separator: '_' }, 'btc_usd')).toBe('BTC/USD');
    expect(await symbolOf({ symbol: 's', separator: '_', order: 'quote-base' }, 'USD_BTC')).toBe('BTC/USD');
  });

  it('are split by the longest known quote that fits', async () => {
    const quotes = ['T', 'USD', 'USDT'];
    expect(await symbolOf({ symbol: 's', quotes }, 'btcusdt')).toBe('BTC/USDT');
    expect(await symbolOf({ symbol: 's', quotes, order: 'quote-base' }, 'USDBTC')).toBe('BTC/USD');
  });

  it('come without surrounding text', async () => {
    const market = { symbol: 's', separator: '-', prefix: 'spot:', suffix: '!' };
    expect(await symbolOf(market, 'spot:BTC-USD!')).toBe('BTC/USD');
  });

  it('keep their case if the file says so', async () => {
    expect(await symbolOf({ symbol: 's', separator: '-', case: 'keep' }, 'aBTC-USD')).toBe('aBTC/USD');
  });

  it('are codes in common usage', async () => {
    const exchange = exchangeOf({}, '[{"s":"xbt-usd","l":1,"v":1}]', { codes: { XBT: 'BTC' } });
    expect((await exchange.markets(signal)).markets).toEqual([
      { symbol: 'BTC/USD', base: 'BTC', quote: 'USD', ownBase: 'XBT', active: true },
    ]);
  });

  it('that are ambiguous are counted, with the reason', async () => {
    const json = JSON.stringify([
      { s: 'BTC-USD', l: 1, v: 1 },
      { s: 'BTC-USD', l: 2, v: 2 },
      { s: 'BTC-USD-PERP', l: 1, v: 1 },
      { s: 'B TC-USD', l: 1, v: 1 },
      { s: 'USD-USD', l: 1, v: 1 },
      { l: 1 },
      'maintenance at noon',
      { s: 'NEW-USD', l: 0, v: 0 },
    ]);
    const { leftOut, readings } = await exchangeOf({}, json).readAll(signal);
    expect(Object.fromEntries(leftOut.map(({ why, count }) => [why, count]))).toEqual({
      'second entry of the same market': 1,
      'a symbol without exactly one separator': 1,
      'invalid asset code': 1,
      'base and quote are the same': 1,
      'no symbol': 1,
      'neither an object nor an array': 1,
      'no last price': 1,
    });
    expect(readings[0]).toMatchObject({ symbol: 'BTC/USD', last: '1' });
  });
});

describe('other members of an object with markets', () => {
  it('are ignored without a warning, unless they are null', async () => {
    const tickers = { layout: 'object', market: { symbol: '$key', separator: '-' } };
    const json = '{"status":"ok","time":7,"A-B":{"l":1,"v":1},"C-D":null}';
    const exchange = exchangeOf(tickers, json);
    const list = await exchange.markets(signal);
    expect(list.markets.map(({ symbol }) => symbol)).toEqual(['A/B']);
    await exchange.tickers(list, signal);
    expect(exchange.takeLeftOut().map(({ why, count }) => [why, count])).toEqual([
      ['neither an object nor an array', 1],
    ]);
  });
});

describe('a list', () => {
  const ENTRY = '{"s":"A-B","l":1,"v":1}';

  it('may be nested, and its members may have names', async () => {
    const tickers = { list: 'data.*', layout: 'object', market: { base: '$key', quote: '$group' } };
    const json = '{"data":{"USD":{"BTC":{"l":5,"v":1}},"EUR":{"BTC":{"l":4,"v":1}},"at":7}}';
    expect((await read(tickers, json)).map(({ symbol, last }) => [symbol, last])).toEqual([
      ['BTC/USD', '5'],
      ['BTC/EUR', '4'],
    ]);
  });

  it('is requested page by page until one is empty', async () => {
    const url = 'https://api.example.com/tickers?page={page}';
    const page = (number: number) => url.replace('{page}', String(number));
    const exchange = exchangeOf(
      { requests: [{ url, pages: { from: 1, most: 9 } }] },
      { [page(1)]: `[${ENTRY}]`, [page(2)]: '[{"s":"C-B","l":1,"v":1}]', [page(3)]: '[]' },
    );
    expect((await exchange.markets(signal)).markets).toHaveLength(2);
    expect(exchange.asked.map((request) => request.url)).toEqual([page(1), page(2), page(3)]);
  });

  it('is requested with a body if the file has one', async () => {
    const body = { query: '{ tickers }' };
    const exchange = exchangeOf({ requests: [{ url: URL_OF_TICKERS, body }] }, `[${ENTRY}]`);
    await exchange.markets(signal);
    expect(exchange.asked).toEqual([{ url: URL_OF_TICKERS, body }]);
  });

  it('omits excluded entries and marks inactive markets', async () => {
    const tickers = { only: { path: 'k', values: ['spot'] }, active: { path: 'h', not: [true] } };
    const json = `[{"s":"A-B","k":"spot","h":true,"l":1,"v":1},{"s":"C-B","k":"future","l":1,"v":1}]`;
    const { markets } = await exchangeOf(tickers, json).markets(signal);
    expect(markets.map(({ symbol, active }) => [symbol, active])).toEqual([['A/B', false]]);
  });
});

describe('a market list', () => {
  const URL_OF_MARKETS = 'https://api.example.com/markets';
  const more = {
    markets: {
      requests: [URL_OF_MARKETS],
      layout: 'array',
      id: 'id',
      market: { base: 'b', quote: 'q' },
      active: { path: 'on', values: [1] },
    },
  };
  const answers = {
    [URL_OF_MARKETS]: '[{"id":1,"b":"BTC","q":"USD","on":1},{"id":2,"b":"ETH","q":"USD","on":0}]',
    [URL_OF_TICKERS]: '[{"m":2,"l":7,"v":1},{"m":3,"l":8,"v":1}]',
  };
  const tickers = { market: { id: 'm' } };

  it('resolves the ids of tickers, also from a stored list', async () => {
    const exchange = exchangeOf(tickers, answers, more);
    const list = await exchange.markets(signal);
    expect(list.markets.map(({ symbol, active }) => [symbol, active])).toEqual([
      ['BTC/USD', true],
      ['ETH/USD', false],
    ]);
    const stored = JSON.parse(JSON.stringify(list)) as typeof list;
    const readings = await exchangeOf(tickers, answers, more).tickers(stored, signal);
    expect(readings).toEqual([{ symbol: 'ETH/USD', last: '7', baseVolume: '1' }]);
  });

  it('that was stored before it existed is not used for it', async () => {
    const old = { markets: [{ symbol: 'ETH/USD', base: 'ETH', quote: 'USD', active: true }], currencies: [] };
    const reading = exchangeOf(tickers, answers, more).tickers(old, signal);
    await expect(reading).rejects.toMatchObject({ kind: 'implausible' });
  });

  it('omits tickers of markets that are not in the list', async () => {
    const exchange = exchangeOf({}, '[{"s":"A-B","l":1,"v":1},{"s":"C-B","l":1,"v":1}]');
    const { markets } = await exchange.markets(signal);
    const readings = await exchange.tickers({ markets: markets.slice(1), currencies: [] }, signal);
    expect(readings.map(({ symbol }) => symbol)).toEqual(['C/B']);
  });
});

describe('a response that differs from its definition', () => {
  it.each([
    ['no JSON', {}, '[{"s":', ['not-json', 'the response is not valid JSON']],
    [
      'a list elsewhere',
      { list: 'data' },
      '{"result":[]}',
      ['implausible', 'tickers.list: the answer has no array at data'],
    ],
    [
      'another kind of list',
      {},
      '{"A-B":{}}',
      ['implausible', 'tickers.list: the answer has no array at its top'],
    ],
    [
      'an error',
      { good: { path: 'code', values: [0] }, list: 'data' },
      '{"code":17,"data":[]}',
      ['exchange-error', 'the exchange reports an error in code'],
    ],
    [
      'an error that says maintenance',
      { good: { path: 'code', values: [0] }, list: 'data' },
      '{"code":17,"msg":"System maintenance, back at 12:00"}',
      ['maintenance', 'the exchange reports maintenance'],
    ],
    [
      'a message about maintenance in another layout',
      {},
      '{"error":"서비스 점검 중입니다"}',
      ['maintenance', 'the exchange reports maintenance'],
    ],
    [
      'other names of markets',
      {},
      '[{"symbol":"A-B"}]',
      ['implausible', 'tickers: none of 1 entries names a market'],
    ],
    [
      'a price elsewhere',
      {},
      '[{"s":"A-B","p":1,"v":1}]',
      ['implausible', 'tickers.fields.last: no entry has it'],
    ],
    [
      'a volume elsewhere',
      {},
      '[{"s":"A-B","l":1}]',
      ['implausible', 'tickers.fields.baseVolume: no entry has it'],
    ],
  ])('fails: %s', async (_, tickers, json, expected) => {
    expect(await failure(tickers, json)).toEqual(expected);
  });

  it('fails: megabytes of an unterminated text', async () => {
    expect(await failure({}, `"${'\\"'.repeat(15e6)}`)).toEqual([
      'not-json',
      'the response is not valid JSON',
    ]);
  });

  it('is no failure if a missing field is not required', async () => {
    const fields = { ...TICKERS.fields, bid: 'b' };
    const { missing } = await exchangeOf({ fields }, '[{"s":"A-B","l":1,"v":1}]').readAll(signal);
    expect(missing).toEqual(['bid']);
    expect(await read({ fields }, '[{"s":"A-B","l":1,"v":1}]')).toHaveLength(1);
  });
});

describe('a response over the network', () => {
  const asked = async (status: number, text: string) => {
    const http = { send: () => Promise.resolve({ status, headers: {}, text }) } as unknown as ExchangeHttp;
    const ask = requesterOver(http, new SystemClock());
    const answer = ask({ url: URL_OF_TICKERS }, signal);
    return answer.catch((error: unknown) => (error instanceof PollFailure ? error.kind : String(error)));
  };

  it.each([
    [503, '<html><h1>Scheduled maintenance</h1></html>', 'maintenance'],
    [503, '{"message":"The system is under maintenance"}', 'maintenance'],
    [400, '{"message":"システムメンテナンス中"}', 'maintenance'],
    [200, '<html>We are under maintenance</html>', 'maintenance'],
    [503, '<html>busy</html>', 'server-error'],
    [403, '{"message":"maintenance"}', 'not-from-here'],
    [200, '{"note":"no maintenance planned"}', '{"note":"no maintenance planned"}'],
  ])('of status %d with %s is: %s', async (status, text, expected) => {
    expect(await asked(status, text)).toBe(expected);
  });
});
