import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { exchangeIdOf } from '../../../src/core/ids/entity-id.ts';
import { Catalogue } from '../../../src/reference/catalogue.ts';
import { currentName } from '../../../src/reference/names/current-names.ts';
import { shippedTable } from '../../../src/disk/shipped-table.ts';
import { UntradedAssets } from '../../../src/reference/untraded-assets.ts';
import { referenceHashOf } from '../../../src/reference/versions/reference-hash.ts';
import { rowsOf } from '../../../src/reference/well-known/table-rows.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import { PriceModel } from '../../../src/simulator/prices/price-model.ts';
import { SimulatedMarket } from '../../../src/simulator/simulated-market.ts';
import { SimulatorSource } from '../../../src/simulator/simulator-source.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import type { WorldSize, WorldVersion } from '../../../src/simulator/world-identity.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const AT = Date.UTC(2026, 10, 17, 12);
const SLOT = 60_000_000;
const known = new WellKnown();
const knownIds = new Set(known.assets.map(({ id }) => id));

function sourceOf(size: WorldSize, version: WorldVersion): SimulatorSource {
  const market = new SimulatedMarket(buildWorld(size, version), { seed: 'tidemark', faultRate: 1 });
  return new SimulatorSource({ market, clock: new ManualClock(AT) });
}

describe('version 2 of the world is that of version 1.0.0, to the bit', () => {
  test.each([
    [
      'small',
      'ce01dc96b1c0a26aacec6d4ecc4b0a3a44177b5341dbe23e82295ffbd3fcf8e7',
      'f1cd6df2a1582ea02a82b39bbb12376d0c620d835c2d75ebc5a4b5fa06d722df',
    ],
    [
      'full',
      '9d50f5a804a4570b4a08f48dc7cc84d85d2c48758b2c3c60b2b19c0f8397762d',
      '622d6c0a85831ad7b5d53bf3d5c040e612fbaa05411ca636196220563a67812a',
    ],
  ] as const)('%s', (size, reference, refresh) => {
    const source = sourceOf(size, 2);
    expect(referenceHashOf(source.reference(AT))).toBe(reference);
    const hash = createHash('sha256');
    for (const event of source.refreshFor(AT)) hash.update(JSON.stringify(event));
    expect(hash.digest('hex')).toBe(refresh);
  });
});

describe('version 3 of the full world', () => {
  const world = buildWorld('full', 3);
  const { assets, markets, exchanges } = world.reference;
  const catalogue = new Catalogue(world.reference);
  const served = [...assets, ...new UntradedAssets().find({}, catalogue)];
  const byId = new Map(served.map((asset) => [asset.id, asset]));
  const earlier = buildWorld('full', 2);
  const prices = new PriceModel(world.assets, 'tidemark');
  const earlierPrices = new PriceModel(earlier.assets, 'tidemark');

  test('serves every asset of the original list once, under its id, with its symbol, slug and type', () => {
    expect(served).toHaveLength(byId.size);
    expect(new Set(served.map(({ slugName }) => slugName)).size).toBe(served.length);
    for (const { id, symbol, slugName, type } of known.assets)
      expect(byId.get(id)).toMatchObject({ id, symbol, slugName, type });
  });

  test('serves assets that no exchange trades as INACTIVE, including metals and currencies', () => {
    const listings = exchanges.flatMap((exchange) => exchange.listings);
    const active = new Set(
      listings.filter(({ status }) => status === 'ACTIVE').map(({ marketId }) => marketId),
    );
    const traded = new Set(
      markets.flatMap(({ id, ...market }) =>
        active.has(id) ? [market.baseAssetId, market.quoteAssetId] : [],
      ),
    );
    expect(served.filter(({ id, status }) => (status === 'ACTIVE') !== traded.has(id))).toEqual([]);
    for (const symbol of ['XAU', 'XAG', 'XPT', 'XPD', 'ISK', 'BGN'])
      expect(served.filter((asset) => asset.symbol === symbol)).toEqual([
        expect.objectContaining({ type: 'FIAT', status: 'INACTIVE' }),
      ]);
  });

  test('has no second ACTIVE asset for a symbol that is unique in the newest list', () => {
    const newest = known.assets.filter(({ seen }) => seen === '2022');
    const active = served.filter(({ status }) => status === 'ACTIVE');
    const count = (list: readonly { readonly symbol: string }[]) => {
      const counts = new Map<string, number>();
      for (const { symbol } of list) counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
      return counts;
    };
    const [inList, inWorld] = [count(newest), count(active)];
    expect([...inWorld].filter(([symbol, n]) => n > 1 && (inList.get(symbol) ?? 0) <= 1)).toEqual([]);
  });

  test.each([
    ['INJ', '79bc95fc-ea80-4db4-addc-fee813963289'],
    ['CFX', '7810e69a-f407-4a21-a1e2-d75b47284591'],
    ['THETA', '22fc1a1b-3326-4875-ae86-3a26510192f8'],
    ['JST', '4de45e1f-8cad-4427-950f-32e8ca0def57'],
    ['FLOKI', 'd59077ca-ba04-4f8d-a5d6-4206d914f62b'],
    ['BTT', '91165d41-c765-4bd8-831b-9f4384ec3eb2'],
    ['SUN', '391dac7a-b197-499b-990a-bb0b6ee3e37e'],
  ])(
    '%s has its well-known id, and the prices and slug that version 2 gave to its derived one',
    (symbol, id) => {
      const asset = world.assets.find((one) => one.asset.id === id)!;
      expect(asset.asset).toMatchObject({ symbol, status: 'ACTIVE' });
      const before = earlier.assets.find(({ key }) => key === asset.key)!;
      expect(knownIds.has(before.asset.id)).toBe(false);
      expect(catalogue.findAssets({ slugName: before.asset.slugName })).toEqual([asset.asset]);
      expect(prices.atSlot(prices.indexOf(id), SLOT)).toBe(
        earlierPrices.atSlot(earlierPrices.indexOf(before.asset.id), SLOT),
      );
    },
  );

  test('keeps symbols of the 100 largest and of currencies to one ACTIVE asset each', () => {
    const active = served.filter(({ status }) => status === 'ACTIVE');
    const guarded = world.assets.filter(({ asset, rank }) => asset.type === 'FIAT' || rank < 100);
    for (const { asset } of guarded)
      expect(active.filter(({ symbol }) => symbol === asset.symbol)).toEqual([asset]);
  });

  test('gives every known market and exchange its known id', () => {
    for (const { id, baseAssetId, quoteAssetId } of markets) {
      const wellKnown = known.marketId(baseAssetId, quoteAssetId);
      if (wellKnown !== undefined) expect(id).toBe(wellKnown);
    }
    const listed = new Map(
      rowsOf(shippedTable('../../../src/reference/data/exchanges.txt', import.meta.url)).map(
        ([, name = '']) => [known.exchange(name)!.id, name],
      ),
    );
    const names = new Set([...listed].map(([id, name]) => currentName({ id, name }).toLowerCase()));
    for (const { id, name } of exchanges)
      if (!listed.has(id)) {
        expect([name, names.has(name.toLowerCase())]).toEqual([name, false]);
        expect(id).toBe(exchangeIdOf(name));
      }
    expect(new Set(exchanges.map(({ name }) => name.toLowerCase())).size).toBe(exchanges.length);
  });

  test.each([
    ['Coinbase', ['Coinbase-Pro', 'coinbase pro']],
    ['HTX', ['Huobi', 'huobi']],
    ['Gate', ['Gate.io']],
    ['OKX', ['OKEX', 'OKEx']],
    ['Kraken Futures', ['CryptoFacilities']],
  ])('uses the current name of %s, and also finds it by %j', (name, former) => {
    const [exchange] = catalogue.findExchanges({ name });
    expect(exchange?.name).toBe(name);
    for (const other of former) expect(catalogue.findExchanges({ name: other })).toEqual([exchange]);
  });

  test('uses current names of assets, under their original slugs', () => {
    const named = Object.fromEntries(assets.map(({ slugName, name }) => [slugName, name]));
    expect(named).toMatchObject({
      tronix: 'TRON',
      'usd-coin-centre': 'USD Coin',
      'tether-usdt': 'Tether',
      'bnb-chain-native-token': 'BNB',
    });
  });
});

test('in version 2 of the world former names and new ones find the same exchange', () => {
  const catalogue = new Catalogue(buildWorld('full', 2).reference);
  for (const name of ['Coinbase-Pro', 'Coinbase', 'COINBASE PRO'])
    expect(catalogue.findExchanges({ name })).toMatchObject([{ name: 'Coinbase-Pro' }]);
  expect(catalogue.findAssets({ slugName: 'injective' })).toMatchObject([{ slugName: 'injective' }]);
});
