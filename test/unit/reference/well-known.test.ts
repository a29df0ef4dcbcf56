import { describe, expect, test } from 'vitest';
import { parseUuid } from '../../../src/core/ids/uuid.ts';
import { LX_INDICES, WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { shippedTable } from '../../../src/disk/shipped-table.ts';
import { slugOf } from '../../../src/reference/well-known/slugs.ts';
import { rowsOf } from '../../../src/reference/well-known/table-rows.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import { FIXED_ASSETS, FIXED_EXCHANGES, FIXED_MARKETS } from '../../support/fixed-ids.ts';

const known = new WellKnown();
const assetOf = (symbol: string) => known.assets.find((asset) => asset.symbol === symbol);

describe('the data of existing clients', () => {
  test('is 2,599 assets with unique ids and slugs, each with a site', () => {
    expect(known.assets).toHaveLength(2599);
    const ids = known.assets.map(({ id }) => id);
    expect(ids.filter((id) => parseUuid(id) !== id)).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(known.assets.map(({ slugName }) => slugName)).size).toBe(ids.length);
    expect(known.assets.filter(({ url }) => !/^https?:\/\/\S+$/.test(url))).toEqual([]);
  });

  test.each(Object.entries(FIXED_ASSETS))('has %s as the contract fixes it', (symbol, id) => {
    expect(assetOf(symbol)?.id).toBe(id);
  });

  test('has no name or symbol that a spreadsheet would treat as a formula', () => {
    const exchanges = rowsOf(shippedTable('../../../src/reference/data/exchanges.txt', import.meta.url)).map(
      ([, name = '']) => name,
    );
    const shown = [...known.assets.flatMap(({ name, symbol }) => [name, symbol]), ...exchanges];
    expect(shown.length).toBeGreaterThan(2 * 2599 + 200);
    expect(shown.filter((text) => /^[=+\-@\t\r]/.test(text))).toEqual([]);
  });

  test('agrees with the ids used in the code', () => {
    const bySymbol = Object.fromEntries(Object.keys(WELL_KNOWN_ASSETS).map((s) => [s, assetOf(s)?.id]));
    expect(bySymbol).toEqual(WELL_KNOWN_ASSETS);
  });

  test.each(Object.entries(FIXED_MARKETS))('has the market %s as the contract fixes it', (name, id) => {
    const [base = '', quote = ''] = name.split('_').map((symbol) => assetOf(symbol)?.id);
    expect(known.marketId(base, quote)).toBe(id);
  });

  test('has 6,455 markets, and none for a pair in the other direction', () => {
    const markets = known.assets.flatMap(({ id }) => [...known.basesIn(id).values()]);
    expect(markets).toHaveLength(6455);
    expect(new Set(markets).size).toBe(6455);
    expect(known.marketId(FIXED_ASSETS.USD, FIXED_ASSETS.BTC)).toBeUndefined();
  });

  test.each(Object.entries(FIXED_EXCHANGES))(
    'has %s as the contract fixes it, whatever the case',
    (name, id) => {
      expect(known.exchange(name.toUpperCase())).toMatchObject({ id, name });
    },
  );

  test('shares no id between assets, markets, exchanges and indices', () => {
    const ids = [
      ...known.assets.map(({ id }) => id),
      ...known.assets.flatMap(({ id }) => [...known.basesIn(id).values()]),
      ...Object.values(LX_INDICES),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a slug that is in no list', () => {
  test.each([
    ['Basic Attention Token', 'basic-attention-token'],
    ['Salvadoran Colón', 'salvadoran-colon'],
    ['  0x! ', '0x'],
  ])('of %s is %s', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test('uses the symbol if another asset has the slug', () => {
    const bySlug = new Map(known.assets.map((asset) => [asset.slugName, asset]));
    const clashing = known.assets.filter(
      ({ name, slugName, symbol }) =>
        slugName === `${slugOf(name)}-${slugOf(symbol)}` && bySlug.has(slugOf(name)),
    );
    expect(clashing.length).toBeGreaterThan(0);
  });
});
