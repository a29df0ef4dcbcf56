import { expect, test } from 'vitest';
import { ConnectionError, type Tidemark } from '../../../../../sdk/src/node.ts';
import { nearNames } from '../../../../../src/cli/client/notices/near-names.ts';

const ASSETS = Array.from({ length: 500 }, (_, place) => ({ symbol: `S${place}X`, name: `Asset ${place}` }));
const { signal } = new AbortController();

function service(assets: readonly object[]): Pick<Tidemark, 'read'> {
  const read = async (list: string, _query: object, options: object) => {
    expect(options).toEqual({ signal });
    if (list === 'listExchanges') return { content: [{ name: 'Kraken' }, { name: 'Coinbase-Pro' }] };
    return { content: list === 'listMarkets' ? [{ name: 'BTC_USD' }, { name: 'ETH_USD' }] : assets };
  };
  return { read } as unknown as Tidemark;
}

test('suggests a symbol, otherwise the symbol of a name, otherwise a market', async () => {
  const tidemark = service([{ symbol: 'BTC', name: 'Bitcoin' }, ...ASSETS]);
  expect(await nearNames(tidemark, 'BTX', 'index', signal)).toEqual(['BTC']);
  expect(await nearNames(tidemark, 'bitconi', 'index', signal)).toEqual(['BTC']);
  expect(await nearNames(tidemark, 'BTC_USB', 'index', signal)).toEqual(['BTC_USD']);
  expect(await nearNames(tidemark, 'nothing like it', 'index', signal)).toEqual([]);
});

test('a market may be written in other formats, and an exchange is searched among exchanges', async () => {
  const tidemark = service([{ symbol: 'BTC', name: 'Bitcoin' }]);
  const near = (wanted: string, kind: 'index' | 'exchange') => nearNames(tidemark, wanted, kind, signal);
  expect(await near('ethusd', 'index')).toEqual(['ETH_USD']);
  expect(await near('ETH/USB', 'index')).toEqual(['ETH_USD']);
  expect(await near('krakn', 'exchange')).toEqual(['Kraken']);
  expect(await near('coinbase pro', 'exchange')).toEqual(['Coinbase-Pro']);
  expect(await near('BTC', 'exchange')).toEqual([]);
});

test('each asset is compared at most twice, however many there are', async () => {
  let read = 0;
  const counted = ASSETS.map((asset) => ({
    get symbol() {
      read++;
      return asset.symbol;
    },
    get name() {
      read++;
      return asset.name;
    },
  }));
  await nearNames(service(counted), 'nothing like it', 'index', signal);
  expect(read).toBe(2 * ASSETS.length);
});

test('an unreachable service gives no suggestions', async () => {
  const read = () => Promise.reject(new ConnectionError('cannot reach it'));
  expect(await nearNames({ read } as unknown as Tidemark, 'BTX', 'index')).toEqual([]);
});
