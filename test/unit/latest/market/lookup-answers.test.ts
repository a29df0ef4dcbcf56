import { describe, expect, test } from 'vitest';
import type { ReferenceData } from '../../../../src/core/reference-data.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import { LookupAnswers } from '../../../../src/latest/market/lookup-answers.ts';
import { MarketNames } from '../../../../src/latest/market/market-names.ts';
import type { PreparedAnswer } from '../../../../src/latest/answers/prepared-answer.ts';
import { Catalogue, type AssetFilter } from '../../../../src/reference/catalogue.ts';
import { UntradedAssets } from '../../../../src/reference/untraded-assets.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import {
  anAsset,
  anExchange,
  COIN,
  COIN_DOLLAR,
  DOLLAR,
  SOUND,
  TOKEN,
  TOKEN_COIN,
} from '../../../support/reference-data.ts';

function lookupAnswers(catalogue: Catalogue, previous?: LookupAnswers): LookupAnswers {
  return new LookupAnswers(catalogue, runToEnd(MarketNames.inSlices(catalogue)), previous);
}

const contentOf = (answer: PreparedAnswer | undefined): unknown =>
  answer && JSON.parse(answer.identity.bytes.toString());

describe('records', () => {
  const answers = lookupAnswers(new Catalogue(SOUND));

  test('an asset shows its contract address only if it has one', () => {
    expect(contentOf(answers.asset(COIN.id))).toEqual({
      id: COIN.id,
      name: 'coin',
      symbol: 'COI',
      slugName: 'coin',
      status: 'ACTIVE',
      type: 'CRYPTO',
      url: 'https://coin.example',
    });
    expect(contentOf(answers.asset(TOKEN.id))).toMatchObject({ contractAddress: '0xabc' });
  });

  test('a market names its two assets', () => {
    expect(contentOf(answers.market(COIN_DOLLAR.id))).toEqual({
      id: COIN_DOLLAR.id,
      baseAssetId: COIN.id,
      quoteAssetId: DOLLAR.id,
      name: 'COI_USD',
      baseSymbol: 'COI',
      quoteSymbol: 'USD',
    });
  });

  test('an exchange shows its listings, its own symbols and its trust', () => {
    const alpha = anExchange('Alpha');
    expect(contentOf(answers.exchange(alpha.id))).toEqual({
      id: alpha.id,
      name: 'Alpha',
      url: 'https://alpha.example',
      status: 'ACTIVE',
      markets: [
        { marketId: COIN_DOLLAR.id, marketStatus: 'ACTIVE', qualified: 'YES' },
        { marketId: TOKEN_COIN.id, marketStatus: 'INACTIVE', qualified: 'NO' },
      ],
      symbols: [{ assetId: COIN.id, symbol: 'XCN' }],
      tier: 'A',
    });
  });

  test('an exchange without listings has empty arrays', () => {
    expect(contentOf(answers.exchange(anExchange('Beta').id))).toMatchObject({ markets: [], symbols: [] });
  });

  test('an unknown id, or one of another kind, has none', () => {
    expect(answers.asset(COIN_DOLLAR.id)).toBeUndefined();
    expect(answers.market(COIN.id)).toBeUndefined();
    expect(answers.exchange('')).toBeUndefined();
  });

  test('an id that is both an asset and a market is answered by the requested kind', () => {
    const shared = { ...COIN_DOLLAR, id: COIN.id };
    const data = { ...SOUND, markets: [shared], exchanges: [] };
    const both = lookupAnswers(new Catalogue(data));
    expect(contentOf(both.asset(COIN.id))).toMatchObject({ slugName: 'coin' });
    expect(contentOf(both.market(COIN.id))).toMatchObject(shared);
  });

  test('are prepared once', () => {
    expect(answers.asset(COIN.id)).toBe(answers.asset(COIN.id));
  });
});

describe('lists', () => {
  test('contain the matching records, identical to single ones', () => {
    const answers = lookupAnswers(new Catalogue(SOUND));
    expect(contentOf(answers.assets({ type: 'CRYPTO' }))).toEqual({
      content: [contentOf(answers.asset(COIN.id)), contentOf(answers.asset(TOKEN.id))],
    });
    expect(contentOf(answers.markets({ quoteAssetId: COIN.id }))).toEqual({
      content: [contentOf(answers.market(TOKEN_COIN.id))],
    });
    expect(contentOf(answers.exchanges({ name: 'BETA' }))).toEqual({
      content: [contentOf(answers.exchange(anExchange('Beta').id))],
    });
  });

  test('no match is an empty list', () => {
    const answers = lookupAnswers(new Catalogue(SOUND));
    expect(contentOf(answers.assets({ symbol: 'NONE' }))).toEqual({ content: [] });
  });

  test('the same query is prepared once, whatever the case of an exchange name', () => {
    const answers = lookupAnswers(new Catalogue(SOUND));
    expect(answers.assets({})).toBe(answers.assets({ type: undefined }));
    expect(answers.exchanges({ name: 'beta' })).toBe(answers.exchanges({ name: 'BETA' }));
  });

  test('queries are distinguished: a filter of one field is not that of another', () => {
    const data = {
      ...SOUND,
      assets: [...SOUND.assets, anAsset('odd', { symbol: 'ACTIVE', status: 'INACTIVE' })],
    };
    const answers = lookupAnswers(new Catalogue(data));
    expect(contentOf(answers.assets({ symbol: 'ACTIVE' }))).toMatchObject({ content: [{ slugName: 'odd' }] });
    expect(contentOf(answers.assets({ status: 'ACTIVE' }))).not.toMatchObject({
      content: [{ slugName: 'odd' }],
    });
    expect(answers.markets({ baseAssetId: COIN.id })).not.toBe(answers.markets({ quoteAssetId: COIN.id }));
  });

  test('endless different queries evict the oldest, and a popular one stays', () => {
    const answers = lookupAnswers(new Catalogue(SOUND));
    const popular = answers.assets({});
    const first = answers.assets({ symbol: 'first' });
    for (let i = 0; i < 600; i++) {
      answers.assets({ symbol: `unknown ${i}` });
      expect(answers.assets({})).toBe(popular);
    }
    expect(answers.assets({ symbol: 'first' })).not.toBe(first);
    expect(contentOf(answers.assets({ symbol: 'first' }))).toEqual(contentOf(first));
  });

  test('a whole large world fits in one answer', () => {
    const { reference } = buildWorld('full');
    const answers = lookupAnswers(new Catalogue(reference));
    const { content } = contentOf(answers.markets({})) as { content: unknown[] };
    expect(content).toMatchObject(reference.markets);
  });
});

describe('well-known assets that no exchange trades', () => {
  const untraded = new UntradedAssets();
  const XAU = { symbol: 'XAU', name: 'Gold Ounce', type: 'FIAT', status: 'INACTIVE' };
  const catalogue = new Catalogue(SOUND);
  const names = runToEnd(MarketNames.inSlices(catalogue));
  const answers = new LookupAnswers(catalogue, names, undefined, untraded);
  const found = (filter: AssetFilter) => contentOf(answers.assets(filter)) as { content: { id: string }[] };

  test('are the same if they are prepared in slices', () => {
    const prepared = new UntradedAssets();
    let steps = 0;
    for (const slices = prepared.prepare(); !slices.next().done;) steps++;
    expect(steps).toBeGreaterThan(40);
    expect(prepared.find({}, catalogue)).toEqual(untraded.find({}, catalogue));
  });

  test('follow the others as INACTIVE, and filters apply to them', () => {
    const { content } = found({});
    expect(content.slice(0, SOUND.assets.length).map(({ id }) => id)).toEqual(
      SOUND.assets.map(({ id }) => id),
    );
    expect(content.length).toBeGreaterThanOrEqual(2599);
    expect(found({ symbol: 'XAU' }).content).toMatchObject([XAU]);
    expect(found({ symbol: 'XAU', status: 'ACTIVE' }).content).toEqual([]);
    expect(found({ symbol: 'XAU', type: 'CRYPTO' }).content).toEqual([]);
    expect(found({ status: 'ACTIVE' }).content).toHaveLength(
      SOUND.assets.filter(({ status }) => status === 'ACTIVE').length,
    );
    expect(contentOf(answers.asset(found({ symbol: 'XAU' }).content[0]!.id))).toMatchObject(XAU);
  });

  test('are not served twice if an exchange trades them', () => {
    const { reference } = buildWorld('small');
    const traded = new Catalogue(reference);
    const served = new LookupAnswers(traded, runToEnd(MarketNames.inSlices(traded)), undefined, untraded);
    const { content } = contentOf(served.assets({ symbol: 'BTC' })) as { content: unknown[] };
    expect(content).toMatchObject([{ symbol: 'BTC', status: 'ACTIVE' }]);
  });

  test('are unknown if the source does not serve them', () => {
    const { id } = found({ symbol: 'XAU' }).content[0]!;
    expect(lookupAnswers(catalogue).asset(id)).toBeUndefined();
  });
});

describe('a new version of the catalogue', () => {
  const changed: ReferenceData = {
    ...SOUND,
    assets: SOUND.assets.map((asset) =>
      asset.id === COIN.id ? { ...asset, status: 'INACTIVE' as const } : asset,
    ),
  };

  const before = lookupAnswers(new Catalogue(SOUND));
  const after = lookupAnswers(new Catalogue(changed), before);

  test('changes the answers and their entity tags, except for unchanged ones', () => {
    const tagsOf = (answers: LookupAnswers) => [
      answers.asset(COIN.id)?.identity.etag,
      answers.assets({}).identity.etag,
      answers.asset(TOKEN.id)?.identity.etag,
      answers.markets({}).identity.etag,
    ];
    const [coin, list, token, markets] = tagsOf(before);
    const [newCoin, newList, newToken, newMarkets] = tagsOf(after);
    expect(contentOf(after.asset(COIN.id))).toMatchObject({ status: 'INACTIVE' });
    expect(contentOf(after.assets({ status: 'INACTIVE' }))).toMatchObject({ content: [{ id: COIN.id }] });
    expect([newCoin === coin, newList === list]).toEqual([false, false]);
    expect([newToken, newMarkets]).toEqual([token, markets]);
    expect(contentOf(before.asset(COIN.id))).toMatchObject({ status: 'ACTIVE' });
  });

  test('reuses the answers of identical objects', () => {
    const [token, exchanges] = [before.asset(TOKEN.id), before.exchanges({})];
    const next = lookupAnswers(new Catalogue(changed), before);
    expect(next.asset(TOKEN.id)).toBe(token);
    expect(next.market(TOKEN_COIN.id)).not.toBe(before.market(TOKEN_COIN.id));
    expect(next.exchanges({})).toBe(exchanges);
    expect(next.assets({})).not.toBe(before.assets({}));
    const sameAssets = { ...SOUND, exchanges: [...SOUND.exchanges] };
    expect(lookupAnswers(new Catalogue(sameAssets), before).markets({})).toBe(before.markets({}));
  });

  test('an asset with a new symbol changes the names of its markets', () => {
    const renamed = SOUND.assets.map((asset) => (asset.id === COIN.id ? { ...asset, symbol: 'NEW' } : asset));
    const kept = before.market(COIN_DOLLAR.id);
    const next = lookupAnswers(new Catalogue({ ...SOUND, assets: renamed }), before);
    expect(contentOf(next.market(COIN_DOLLAR.id))).toMatchObject({ name: 'NEW_USD', baseSymbol: 'NEW' });
    expect(contentOf(next.markets({ marketName: 'NEW_USD' }))).toMatchObject({
      content: [{ id: COIN_DOLLAR.id }],
    });
    expect(contentOf(next.markets({ marketName: 'COI_USD' }))).toEqual({ content: [] });
    expect(contentOf(kept)).toMatchObject({ name: 'COI_USD' });
  });
});
