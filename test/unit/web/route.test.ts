import { expect, test } from 'vitest';
import { routeOf } from '../../../web/src/shell/route.ts';

test.each([
  ['', '', ''],
  ['#/', '', ''],
  ['#/asset/BTC', 'asset', 'BTC'],
  ['#/market/BTC_USD', 'market', 'BTC_USD'],
  ['#/indices/BLX%2FETH', 'indices', 'BLX/ETH'],
  ['#/exchanges', 'exchanges', ''],
])('%s leads to a view', (hash, path, name) => {
  const route = routeOf(hash);
  expect([route.view.path, route.view.title === 'Not found', route.name]).toEqual([path, false, name]);
});

test.each([
  ['#/nosuch', 'nosuch'],
  ['#/nosuch/thing', 'nosuch/thing'],
  ['#/asset', 'asset'],
  ['#/system/BTC', 'system/BTC'],
  ['#//BTC', '/BTC'],
])('%s leads to "Not found", which names the address', (hash, name) => {
  const route = routeOf(hash);
  expect([route.view.title, route.name]).toEqual(['Not found', name]);
});
