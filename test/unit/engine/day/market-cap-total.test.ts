import { expect, test } from 'vitest';
import { maskOf, type Flag } from '../../../../src/core/index-value.ts';
import { marketCapTotal } from '../../../../src/engine/day/market-cap-total.ts';

const cap = (
  assetId: string,
  marketCap: string,
  { volumeUsd = 0, isEstablished = true, flags = [] as Flag[] } = {},
) => ({ assetId, marketCap, volumeUsd, isEstablished, flags: maskOf(...flags) });

test('sums exactly, in cents, with the share of Bitcoin half-even to two decimals', () => {
  const caps = [
    cap('btc', '1000000000000000.01', { volumeUsd: 0.1 }),
    cap('eth', '999999999999999.98', { volumeUsd: 0.2 }),
    cap('xrp', '0.02', { volumeUsd: 12.345 }),
  ];
  expect(marketCapTotal(caps, 'btc')).toEqual({
    marketCap: '2000000000000000.01',
    volumeUsd: '12.64',
    btcShare: '50',
    assets: 3,
    excluded: 0,
  });
  const halves = (btc: string, other: string) =>
    marketCapTotal([cap('btc', btc), cap('x', other)], 'btc').btcShare;
  expect([halves('12345', '87655'), halves('12335', '87665'), halves('12365', '87635')]).toEqual([
    '12.34',
    '12.34',
    '12.36',
  ]);
});

test.each<[string, { isEstablished?: boolean; flags?: Flag[] }]>([
  ['not established', { isEstablished: false }],
  ['carried', { flags: ['CARRIED'] }],
  ['suspect', { flags: ['SUSPECT'] }],
  ['split', { flags: ['SPLIT'] }],
  ['thin', { flags: ['THIN'] }],
  ['of a single source', { flags: ['SINGLE_SOURCE'] }],
])('an asset that is %s does not count, whatever its price', (_what, how) => {
  const absurd = cap('absurd', '9'.repeat(40), { volumeUsd: 1e30, ...how });
  expect(marketCapTotal([cap('btc', '5', { volumeUsd: 2 }), absurd], 'btc')).toEqual({
    marketCap: '5',
    volumeUsd: '2',
    btcShare: '100',
    assets: 1,
    excluded: 1,
  });
});

test('has no share of an uncounted Bitcoin, and is zero without assets', () => {
  const carried = cap('btc', '5', { flags: ['CARRIED'] });
  expect(marketCapTotal([carried, cap('eth', '1')], 'btc')).not.toHaveProperty('btcShare');
  expect(marketCapTotal([], 'btc')).toEqual({ marketCap: '0', volumeUsd: '0', assets: 0, excluded: 0 });
});
