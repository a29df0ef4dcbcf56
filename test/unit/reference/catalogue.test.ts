import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ASSET_STATUSES, ASSET_TYPES, type Asset } from '../../../src/core/asset.ts';
import { EXCHANGE_STATUSES } from '../../../src/core/exchange.ts';
import type { ReferenceData } from '../../../src/core/reference-data.ts';
import { Catalogue } from '../../../src/reference/catalogue.ts';
import { buildWorld } from '../../../src/simulator/world.ts';
import { aMarket, anAsset, anExchange, COIN, DOLLAR, SOUND } from '../../support/reference-data.ts';

const SYMBOLS = ['AAA', 'BBB', 'aaa', ''];
const NAMES = ['Alpha', 'ALPHA', 'alpha', 'Beta', 'Nobody'];

/** Few symbols and statuses, so that filters match. */
const referenceData: fc.Arbitrary<ReferenceData> = fc
  .record({
    assets: fc.array(
      fc.record({
        symbol: fc.constantFrom('AAA', 'BBB', 'aaa'),
        status: fc.constantFrom(...ASSET_STATUSES),
        type: fc.constantFrom(...ASSET_TYPES),
      }),
      { minLength: 1, maxLength: 12 },
    ),
    pairs: fc.uniqueArray(fc.tuple(fc.nat(11), fc.nat(11)), { selector: String, maxLength: 20 }),
    exchanges: fc.uniqueArray(
      fc.record({
        name: fc.constantFrom('Alpha', 'BETA', 'gamma', 'Delta'),
        status: fc.constantFrom(...EXCHANGE_STATUSES),
      }),
      { selector: (exchange) => exchange.name },
    ),
  })
  .map(({ assets: rows, pairs, exchanges }) => {
    const assets = rows.map((row, i) => anAsset(`asset-${i}`, row));
    const markets = pairs.flatMap(([b, q]) => {
      const [base, quote] = [assets[b], assets[q]];
      return base && quote && base !== quote ? [aMarket(base, quote)] : [];
    });
    return {
      assets,
      markets,
      exchanges: exchanges.map(({ name, status }) => anExchange(name, { status })),
      supplies: [],
    };
  });

const maybe = <T>(...values: readonly T[]) => fc.constantFrom<T | undefined>(undefined, ...values);

describe('filters', () => {
  test('assets: type, symbol and status combine with AND, in the order of the data', () => {
    const filter = fc.record({
      type: maybe(...ASSET_TYPES),
      symbol: maybe(...SYMBOLS),
      status: maybe(...ASSET_STATUSES),
    });
    fc.assert(
      fc.property(referenceData, filter, (data, wanted) => {
        const matches = (asset: Asset) =>
          [asset.type, asset.symbol, asset.status].every((value, i) =>
            [undefined, value].includes([wanted.type, wanted.symbol, wanted.status][i]),
          );
        expect(new Catalogue(data).findAssets(wanted)).toEqual(data.assets.filter(matches));
      }),
    );
  });

  test('markets: base and quote combine with AND, and an unknown asset matches nothing', () => {
    const index = maybe(...Array.from({ length: 13 }, (_, i) => i));
    fc.assert(
      fc.property(referenceData, index, index, (data, base, quote) => {
        const idAt = (i: number | undefined) =>
          i === undefined ? undefined : (data.assets[i]?.id ?? '00000000-0000-4000-8000-000000000000');
        const wanted = { baseAssetId: idAt(base), quoteAssetId: idAt(quote) };
        expect(new Catalogue(data).findMarkets(wanted)).toEqual(
          data.markets.filter(
            (market) =>
              (wanted.baseAssetId === undefined || market.baseAssetId === wanted.baseAssetId) &&
              (wanted.quoteAssetId === undefined || market.quoteAssetId === wanted.quoteAssetId),
          ),
        );
      }),
    );
  });

  test('exchanges: the whole name is matched case-insensitively, and so is status', () => {
    const filter = fc.record({ name: maybe(...NAMES), status: maybe(...EXCHANGE_STATUSES) });
    fc.assert(
      fc.property(referenceData, filter, (data, wanted) => {
        expect(new Catalogue(data).findExchanges(wanted)).toEqual(
          data.exchanges.filter(
            ({ name, status }) =>
              (wanted.name === undefined || name.toLowerCase() === wanted.name.toLowerCase()) &&
              (wanted.status === undefined || status === wanted.status),
          ),
        );
      }),
    );
  });

  test('no filter means everything', () => {
    const catalogue = new Catalogue(SOUND);
    expect(catalogue.findAssets({})).toEqual(SOUND.assets);
    expect(catalogue.findMarkets({})).toEqual(SOUND.markets);
    expect(catalogue.findExchanges({})).toEqual(SOUND.exchanges);
  });

  test('property names of every object are symbols like any other', () => {
    const catalogue = new Catalogue(SOUND);
    for (const name of ['constructor', '__proto__', 'toString']) {
      expect(catalogue.findAssets({ symbol: name })).toEqual([]);
      expect(catalogue.findExchanges({ name })).toEqual([]);
      expect(catalogue.asset(name)).toBeUndefined();
    }
  });
});

describe('look-up by id', () => {
  test('finds each entity and nothing else', () => {
    const catalogue = new Catalogue(SOUND);
    for (const asset of SOUND.assets) expect(catalogue.asset(asset.id)).toBe(asset);
    for (const market of SOUND.markets) expect(catalogue.market(market.id)).toBe(market);
    for (const exchange of SOUND.exchanges) expect(catalogue.exchange(exchange.id)).toBe(exchange);
    expect(catalogue.asset(SOUND.markets[0]?.id ?? '')).toBeUndefined();
    expect(catalogue.market(COIN.id)).toBeUndefined();
    expect(catalogue.exchange(COIN.id)).toBeUndefined();
  });

  test('gives the supply of an asset that has one', () => {
    const catalogue = new Catalogue(SOUND);
    expect(catalogue.supply(COIN.id)).toEqual(SOUND.supplies[0]);
    expect(catalogue.supply(DOLLAR.id)).toBeUndefined();
  });
});

test('contradictory data is refused, with every problem in the message', () => {
  const assets = [...SOUND.assets, COIN, anAsset('nameless', { name: '' })];
  expect(() => new Catalogue({ ...SOUND, assets })).toThrow(/appears twice[^]*has no name or symbol/);
});

test('the simulated world is a valid catalogue in both sizes', () => {
  expect(new Catalogue(buildWorld('small').reference).assets).toHaveLength(60);
  expect(new Catalogue(buildWorld('full').reference).markets.length).toBeGreaterThan(6000);
});
