import { beforeEach, describe, expect, test } from 'vitest';
import type { Asset } from '../../../../src/core/asset.ts';
import type { Exchange } from '../../../../src/core/exchange.ts';
import { marketIdOf } from '../../../../src/core/ids/entity-id.ts';
import { WELL_KNOWN_ASSETS } from '../../../../src/core/ids/well-known-ids.ts';
import type { ReferenceData } from '../../../../src/core/reference-data.ts';
import { LxReview, type ReviewedLx } from '../../../../src/sources/live/lx-review.ts';

type Code = 'BTC' | 'ETH' | 'XRP' | 'USD' | 'EUR' | 'GBP';
type Listed = Readonly<Record<string, readonly `${Code}/${Code}`[]>>;

const AT = Date.UTC(2026, 4, 6, 12);
const NEXT_QUARTER = Date.UTC(2026, 6, 1, 12);
let volumes: Record<string, number>;
let remembered: ReviewedLx[];
let review: LxReview;

beforeEach(() => {
  volumes = {};
  remembered = [];
  review = new LxReview({ definitions: [] }, (reviewed) => remembered.push(reviewed));
});

const idOf = (code: string) => WELL_KNOWN_ASSETS[code as Code];
const marketId = (pair: string) => {
  const [base = '', quote = ''] = pair.split('/');
  return marketIdOf(idOf(base), idOf(quote));
};

/** Exchanges of tier A with their markets; `off` names pairs of an exchange that are no longer listed. */
function data(listed: Listed, off: Listed = {}): ReferenceData {
  const pairs = [...new Set([...Object.values(listed), ...Object.values(off)].flat())];
  const codes = [...new Set(pairs.flatMap((pair) => pair.split('/')))];
  const exchanges = Object.entries(listed).map(([id, own]): Exchange => ({
    id,
    name: id,
    url: 'https://example.com',
    tier: 'A',
    status: 'ACTIVE',
    ownSymbols: [],
    listings: [
      ...own.map((pair) => ({ marketId: marketId(pair), status: 'ACTIVE', qualified: true }) as const),
      ...(off[id] ?? []).map(
        (pair) => ({ marketId: marketId(pair), status: 'INACTIVE', qualified: true }) as const,
      ),
    ],
  }));
  return {
    assets: codes.map((code) => ({ id: idOf(code), symbol: code }) as Asset),
    markets: pairs.map((pair) => {
      const [base = '', quote = ''] = pair.split('/');
      return { id: marketId(pair), baseAssetId: idOf(base), quoteAssetId: idOf(quote) };
    }),
    exchanges,
    supplies: [],
  };
}

/** Names of exchanges by index, and of its currencies. */
function reviewed(listed: ReferenceData, at = AT) {
  const volumeOf = (exchange: string) => volumes[exchange] ?? 1;
  const definitions = review.definitionsFor(listed, volumeOf, at);
  return Object.fromEntries(
    definitions.map(({ name, quoteAssetIds, constituents }) => [
      name,
      `${constituents.map(({ exchangeId }) => exchangeId).join('+')} in ${quoteAssetIds
        .map((id) => Object.entries(WELL_KNOWN_ASSETS).find(([, known]) => known === id)?.[0])
        .join('+')}`,
    ]),
  );
}

describe('a liquid index', () => {
  test('is defined by what is listed: no currency and no asset is named that does not exist', () => {
    expect(reviewed(data({}))).toEqual({});
    expect(remembered).toEqual([]);
    expect(reviewed(data({ a: ['BTC/EUR'], b: ['BTC/EUR'] }))).toEqual({ BLX: 'a+b in EUR' });
  });

  test('is reviewed when something eligible appears, and the others stay as they are', () => {
    volumes = { a: 9, b: 5, c: 7 };
    expect(reviewed(data({ a: ['BTC/USD', 'ETH/USD'] }))).toEqual({ BLX: 'a in USD', ELX: 'a in USD' });
    const more = data({ a: ['BTC/USD', 'ETH/USD'], b: ['BTC/GBP'], c: ['BTC/USD'] });
    expect(reviewed(more)).toEqual({ BLX: 'a+c+b in USD+GBP', ELX: 'a in USD' });
    expect(remembered).toHaveLength(2);
    // Volumes alone change nothing until the next quarter.
    volumes = { a: 1, b: 2, c: 3 };
    expect(reviewed(more)['BLX']).toBe('a+c+b in USD+GBP');
    expect(reviewed(more, NEXT_QUARTER)['BLX']).toBe('c+b+a in USD+GBP');
  });

  test('is reviewed when an exchange that lists it is read for the first time', () => {
    volumes = { a: 9, b: 0 };
    const both = data({ a: ['BTC/USD'], b: ['BTC/USD'] });
    expect(reviewed(both)['BLX']).toBe('a in USD');
    volumes = { a: 9, b: 5 };
    expect(reviewed(both)['BLX']).toBe('a+b in USD');
  });

  test('is reviewed when a constituent is no longer listed, and not because an exchange is in maintenance', () => {
    const both: Listed = { a: ['BTC/USD'], b: ['BTC/USD'] };
    expect(reviewed(data(both))['BLX']).toBe('a+b in USD');
    const resting = data(both);
    const [a, b] = resting.exchanges;
    expect(reviewed({ ...resting, exchanges: [a!, { ...b!, status: 'MAINTENANCE' }] })['BLX']).toBe(
      'a+b in USD',
    );
    expect(reviewed(data({ a: ['BTC/USD'], b: [] }, { b: ['BTC/USD'] }))['BLX']).toBe('a in USD');
    expect(reviewed(data({ a: ['BTC/USD'] }))['BLX']).toBe('a in USD');
  });

  test('stays valid where nothing can be chosen: the last definition, or none that names what is gone', () => {
    const listed = data({ a: ['BTC/USD'] });
    expect(reviewed(listed)['BLX']).toBe('a in USD');
    volumes = { a: 0 };
    expect(reviewed(listed, NEXT_QUARTER)['BLX']).toBe('a in USD');
    expect(reviewed(data({ b: ['ETH/EUR'] }))['BLX']).toBeUndefined();
  });

  test('is not reviewed by a restart, whichever version wrote what is known', () => {
    volumes = { a: 9, b: 5 };
    const both = data({ a: ['BTC/USD'], b: ['BTC/USD'] });
    reviewed(both);
    const known = JSON.parse(JSON.stringify(remembered[0])) as ReviewedLx;
    volumes = { a: 1, b: 5 };
    for (const { definitions, ...more } of [known, { definitions: known.definitions }]) {
      review = new LxReview({ definitions, ...more }, () => expect.unreachable());
      expect(reviewed(both)['BLX']).toBe('a+b in USD');
    }
  });

  test('that 1.0.0 defined with currencies that nobody lists is defined anew', () => {
    const listed = data({ a: ['BTC/EUR'] });
    const [definition] = new LxReview({ definitions: [] }, () => undefined).definitionsFor(
      listed,
      () => 1,
      AT,
    );
    const named = { ...definition!, quoteAssetIds: ['USD', 'EUR', 'GBP'].map(idOf) };
    review = new LxReview({ definitions: [named] }, (kept) => remembered.push(kept));
    expect(reviewed(listed)).toEqual({ BLX: 'a in EUR' });
    expect(remembered).toHaveLength(1);
  });
});
