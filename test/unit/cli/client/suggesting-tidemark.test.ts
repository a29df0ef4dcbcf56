import { describe, expect, test } from 'vitest';
import { ConnectionError, NameError, type Fetch } from '../../../../sdk/src/node.ts';
import {
  allFound,
  bothFound,
  SuggestingTidemark,
  UnknownExchange,
  UnknownNames,
} from '../../../../src/cli/client/suggesting-tidemark.ts';

const MARKET = { id: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe', name: 'BTC_USD' };
const BCH = { id: 'a', symbol: 'BCH', slugName: 'bitcoin-cash', name: 'Bitcoin Cash', status: 'ACTIVE' };

/** One market and one asset whose slug has a dash. */
const answer: Fetch = async (url) => {
  const { pathname, searchParams } = new URL(url);
  const markets = searchParams.get('marketName') === MARKET.name ? [MARKET] : [];
  const lists: Readonly<Record<string, object[]>> = { '/v3/market': markets, '/v3/asset': [BCH] };
  return Response.json({ content: lists[pathname] ?? [] });
};

const tidemark = new SuggestingTidemark({ url: 'http://service.test', token: 'x', fetch: answer });

describe('names of markets', () => {
  test.each(['BTC_USD', 'BTC/USD', 'btc-usd'])('%s is found', async (name) => {
    expect(await tidemark.find(name)).toEqual({ indexId: MARKET.id, indexType: 'MWA' });
    expect(await tidemark.market(name)).toEqual(MARKET);
  });

  test('rank after exact names', async () => {
    expect(await tidemark.find('bitcoin-cash')).toEqual({ indexId: 'a', indexType: 'GWA' });
  });

  test('that are wrong either way are reported as written', async () => {
    await expect(tidemark.find('BTC/USX')).rejects.toThrow('nothing is named "BTC/USX"');
  });
});

test('an unknown exchange is reported as an exchange', async () => {
  await expect(tidemark.exchange('krakn')).rejects.toBeInstanceOf(UnknownExchange);
});

describe('all errors', () => {
  const wrong = (name: string) => Promise.reject(new NameError(name, []));

  test('are reported at once', async () => {
    const failed = await allFound([wrong('a'), Promise.resolve(1), wrong('b')]).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(UnknownNames);
    expect((failed as UnknownNames).errors.map(({ wanted }) => wanted)).toEqual(['a', 'b']);
    await expect(bothFound([wrong('a')], [wrong('b')])).rejects.toThrow(/"a"\n.*"b"/);
  });

  test('may be a single name, and another failure comes first', async () => {
    await expect(allFound([wrong('a')])).rejects.toBeInstanceOf(NameError);
    const gone = new ConnectionError('gone');
    await expect(allFound([wrong('a'), Promise.reject(gone)])).rejects.toBe(gone);
    expect(await bothFound([Promise.resolve(1)], [Promise.resolve('x')])).toEqual([[1], ['x']]);
  });
});
