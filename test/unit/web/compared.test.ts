import { expect, test } from 'vitest';
import { comparedIn, withCompared } from '../../../web/src/address.ts';
import { FULL, isFull, withName, withNames } from '../../../web/src/chart/compared.ts';
import { routeOf } from '../../../web/src/shell/route.ts';

const find = (name: string) =>
  name === 'nosuch'
    ? Promise.reject(new Error('no such name'))
    : Promise.resolve({ indexId: `id of ${name}` });

test('an address has the names that its chart is compared with, and still leads to its view', () => {
  const address = withCompared('#/asset/BTC', ['ETH', 'BTC_EUR', 'a&b']);
  expect(address).toBe('#/asset/BTC?compare=ETH,BTC_EUR,a%26b');
  expect(comparedIn(address)).toEqual(['ETH', 'BTC_EUR', 'a&b']);
  expect(routeOf(address)).toMatchObject({ view: { path: 'asset' }, name: 'BTC' });
  expect(withCompared(address, [])).toBe('#/asset/BTC');
  expect(comparedIn('#/asset/BTC')).toEqual([]);
});

test('the names of an address are found, but for those that are there already or unknown', async () => {
  const found = await withNames(['ETH', 'BTC', 'nosuch', 'ETH', 'blx'], 'id of BTC', find);
  expect(found.compared.map(({ title }) => title)).toEqual(['ETH', 'BLX']);
  expect(found.problem).toBe('Already in the chart');
});

test('a seventh name is refused with the number that fits', async () => {
  const five = await withNames(['A', 'B', 'C', 'D', 'E'], 'id of BTC', find);
  expect([five.compared.length, five.problem, isFull(five.compared)]).toEqual([5, '', true]);
  expect(await withName(five.compared, 'F', 'id of BTC', find)).toEqual({ ...five, problem: FULL });
  expect(FULL).toContain('six');
});
