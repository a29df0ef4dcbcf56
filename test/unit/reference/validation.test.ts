import { describe, expect, test } from 'vitest';
import type { ReferenceData } from '../../../src/core/reference-data.ts';
import { referenceProblems } from '../../../src/reference/validation.ts';
import {
  aMarket,
  anAsset,
  anExchange,
  COIN,
  COIN_DOLLAR,
  DOLLAR,
  SOUND,
  TOKEN,
} from '../../support/reference-data.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const SPARE = '00000000-0000-4000-8000-00000000000a';
const listing = (marketId: string) => ({ marketId, status: 'ACTIVE' as const, qualified: true });

test('valid data has no problems', () => {
  expect(referenceProblems(SOUND)).toEqual([]);
});

const CASES: Readonly<Record<string, [Partial<ReferenceData>, RegExp]>> = {
  'an asset id that appears twice': [
    { assets: [...SOUND.assets, anAsset('other', { id: COIN.id })] },
    new RegExp(`^asset id ${COIN.id} appears twice$`),
  ],
  'a slug that appears twice': [
    { assets: [...SOUND.assets, anAsset('other', { slugName: 'coin' })] },
    /^asset slug coin appears twice$/,
  ],
  'an id that is not a UUID': [
    { assets: [...SOUND.assets, anAsset('other', { id: 'other' })] },
    /^asset id other is not a UUID in lower case$/,
  ],
  'an id in upper case': [
    { exchanges: [anExchange('Gamma', { id: UNKNOWN.replace('4', 'A') })] },
    /^exchange id .* is not a UUID in lower case$/,
  ],
  'an asset without a symbol': [
    { assets: [...SOUND.assets, anAsset('other', { symbol: '' })] },
    /^asset \S+ has no name or symbol$/,
  ],
  'an asset without a name': [
    { assets: [...SOUND.assets, anAsset('other', { name: '' })] },
    /^asset \S+ has no name or symbol$/,
  ],
  'an asset without a valid url': [
    { assets: [...SOUND.assets, anAsset('other', { url: 'other.example' })] },
    /^asset \S+ \(OTH\) has no valid url$/,
  ],
  'a market id that appears twice': [
    { markets: [...SOUND.markets, aMarket(TOKEN, DOLLAR, { id: COIN_DOLLAR.id })] },
    new RegExp(`^market id ${COIN_DOLLAR.id} appears twice$`),
  ],
  'a pair that appears twice': [
    { markets: [...SOUND.markets, aMarket(COIN, DOLLAR, { id: SPARE })] },
    new RegExp(`^market pair ${COIN.id}/${DOLLAR.id} appears twice$`),
  ],
  'a market of an unknown base': [
    { markets: [...SOUND.markets, aMarket(anAsset('ghost', { id: UNKNOWN }), DOLLAR)] },
    new RegExp(`^market \\S+ names an unknown asset ${UNKNOWN}$`),
  ],
  'a market of an unknown quote': [
    { markets: [...SOUND.markets, aMarket(COIN, anAsset('ghost', { id: UNKNOWN }))] },
    new RegExp(`^market \\S+ names an unknown asset ${UNKNOWN}$`),
  ],
  'a market priced in itself': [
    { markets: [...SOUND.markets, aMarket(COIN, COIN)] },
    /^market \S+ is priced in itself$/,
  ],
  'an exchange id that appears twice': [
    { exchanges: [anExchange('Gamma'), anExchange('Delta', { id: anExchange('Gamma').id })] },
    /^exchange id \S+ appears twice$/,
  ],
  'an exchange name that appears twice, case aside': [
    { exchanges: [anExchange('Gamma'), anExchange('GAMMA', { id: SPARE })] },
    /^exchange name gamma appears twice$/,
  ],
  'an exchange without a name': [
    { exchanges: [anExchange('', { url: 'https://gamma.example' })] },
    /^exchange \S+ has no name or no valid url$/,
  ],
  'an exchange without a valid url': [
    { exchanges: [anExchange('Gamma', { url: '' })] },
    /^exchange \S+ has no name or no valid url$/,
  ],
  'a listing of an unknown market': [
    { exchanges: [anExchange('Gamma', { listings: [listing(UNKNOWN)] })] },
    new RegExp(`^exchange Gamma lists an unknown market ${UNKNOWN}$`),
  ],
  'a market listed twice on an exchange': [
    { exchanges: [anExchange('Gamma', { listings: [listing(COIN_DOLLAR.id), listing(COIN_DOLLAR.id)] })] },
    new RegExp(`^listing on Gamma of market ${COIN_DOLLAR.id} appears twice$`),
  ],
  'an own symbol of an unknown asset': [
    { exchanges: [anExchange('Gamma', { ownSymbols: [{ assetId: UNKNOWN, symbol: 'XXX' }] })] },
    new RegExp(`^exchange Gamma has a symbol for an unknown asset ${UNKNOWN}$`),
  ],
  'a supply of an unknown asset': [
    { supplies: [{ assetId: UNKNOWN, totalSupply: '1', freeFloatSupply: '1' }] },
    new RegExp(`^supply names an unknown asset ${UNKNOWN}$`),
  ],
  'a supply stated twice': [
    { supplies: [...SOUND.supplies, ...SOUND.supplies] },
    new RegExp(`^supply of asset ${COIN.id} appears twice$`),
  ],
};

describe('a problem is named', () => {
  test.each(Object.entries(CASES))('%s', (_what, [changes, expected]) => {
    const problems = referenceProblems({ ...SOUND, ...changes });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(expected);
  });

  test.each(['', '-1', '+1', '1.0', '01', '1e6', '1,000', 'NaN', ' 1', 'unlimited'])(
    'a supply written as %j',
    (text) => {
      const both = [
        { assetId: COIN.id, totalSupply: text, freeFloatSupply: '1' },
        { assetId: COIN.id, totalSupply: '1', freeFloatSupply: text },
      ];
      for (const supply of both) {
        expect(referenceProblems({ ...SOUND, supplies: [supply] })).toEqual([
          `supply of asset ${COIN.id} is not a plain decimal`,
        ]);
      }
    },
  );
});

test('all problems are reported at once', () => {
  const changes = Object.values(CASES).map(([change]) => change);
  const merged: ReferenceData = {
    assets: [...SOUND.assets, ...changes.flatMap((change) => change.assets ?? [])],
    markets: [...SOUND.markets, ...changes.flatMap((change) => change.markets ?? [])],
    exchanges: [...SOUND.exchanges, ...changes.flatMap((change) => change.exchanges ?? [])],
    supplies: [...SOUND.supplies, ...changes.flatMap((change) => change.supplies ?? [])],
  };
  const problems = referenceProblems(merged);
  for (const [what, [, expected]] of Object.entries(CASES)) {
    expect(
      problems.some((problem) => expected.test(problem)),
      what,
    ).toBe(true);
  }
});

test('a completely wrong list is cut after a hundred problems', () => {
  const supplies = Array.from({ length: 500 }, () => ({
    assetId: UNKNOWN,
    totalSupply: '',
    freeFloatSupply: '',
  }));
  expect(referenceProblems({ ...SOUND, supplies })).toHaveLength(100);
});
