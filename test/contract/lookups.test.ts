import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  LX_INDICES,
  WELL_KNOWN_ASSETS,
  WELL_KNOWN_EXCHANGES,
  WELL_KNOWN_MARKETS,
} from '../../src/core/well-known-ids.ts';
import { startService, type TestService } from '../service.ts';
import { ResponseSchemas } from './response-schemas.ts';

interface Asset {
  readonly id: string;
  readonly name: string;
  readonly symbol: string;
  readonly slugName: string;
  readonly status: string;
  readonly type: string;
  readonly url: string;
  readonly contractAddress?: string;
}

interface Market {
  readonly id: string;
  readonly baseAssetId: string;
  readonly quoteAssetId: string;
}

interface Exchange {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly status: string;
  readonly markets: readonly {
    readonly marketId: string;
    readonly marketStatus: string;
    readonly qualified: string;
  }[];
  readonly symbols: readonly { readonly assetId: string; readonly symbol: string }[];
}

/** Everything that the look-ups hold, as a client reads it. */
interface World {
  readonly service: TestService;
  readonly assets: readonly Asset[];
  readonly markets: readonly Market[];
  readonly exchanges: readonly Exchange[];
}

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

/** What the contract fixes, written out here and not taken from the code. */
const FIXED_ASSETS = {
  BTC: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f',
  ETH: 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6',
  USDT: 'eefcc863-188e-4fbb-9a78-6e2cf12027a0',
  USD: 'e77b9824-126a-418e-a69c-a2e682578e94',
  EUR: '9b687b84-695a-43cf-9ad6-4df86740163b',
  LTC: '220cbd0c-e466-4a75-9833-755307f872f3',
  AMPL: '551cdbbe-2a97-4af8-b6bc-3254210ed021',
};
const FIXED_MARKETS = {
  BTC_USD: '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe',
  LTC_USD: '2cbedd6a-dca2-48b1-a9db-9a1b24c2f85c',
  ETH_USD: 'bff074a3-3564-4479-a4bd-c49766acc63c',
  XRP_USD: '89426269-ec59-4bef-9393-e50fd84f14cf',
  XRP_BTC: 'bb999433-d36d-42e9-9a2e-af1d3219c9ac',
  EOS_USD: '5f5b8426-35b7-41df-a17a-84a4a6777b48',
  EOS_BTC: 'b884f3b1-23b4-4c9e-b95b-29a53165fecd',
};
const FIXED_EXCHANGES = {
  Binance: 'a05e02d1-2789-49a3-aa83-1d3c9a442ea8',
  BitMEX: 'ba8670a7-e166-4a08-99d7-003219e1a1b0',
  Bybit: '03a530ca-e2b8-43cc-8a53-7478939a13f6',
  Deribit: '46f3c558-453c-41d2-b6d8-c6e57128e206',
  Kraken: 'fa75a209-f460-4195-bbcc-56eb72286e3d',
  LedgerX: '6259cb53-3c1b-44c3-8928-0455a30c9634',
  OKX: '153d4b94-3518-4f79-9ebb-b9123467da95',
  Bitfinex: '7f26d058-318d-440c-9b55-486eabd8a065',
  Bitstamp: '48ca12fa-f5f4-484a-9945-84825030c8cd',
  Bittrex: '2eccd6dd-e073-4767-942d-24301dd9cad8',
  BTSE: 'ec946827-a994-4d1f-9c5b-ef3ac944b270',
  'Coinbase-Pro': '65cf072d-2ffa-48f8-9497-6654234f52e3',
  Gemini: '48ea171d-928b-4509-a209-e7a6dd7392d1',
  itBit: '2d26aaa4-ba5c-44dc-84ba-88474ef57556',
};

async function startWorld(size: 'small' | 'full'): Promise<World> {
  const service = await startService({ argv: ['--world', size] });
  const authorization = `Bearer ${await service.token()}`;
  const list = async <T>(path: string) => {
    const answer = await service.get(path, { authorization });
    return ((await answer.json()) as { content: T[] }).content;
  };
  return {
    service,
    assets: await list<Asset>('/v3/asset'),
    markets: await list<Market>('/v3/market'),
    exchanges: await list<Exchange>('/v3/exchange'),
  };
}

const fieldsOf = (records: readonly object[]) =>
  [...new Set(records.map((record) => Object.keys(record).join(' ')))].toSorted();
const idsOf = (records: readonly { readonly id: string }[]) => new Set(records.map(({ id }) => id));

/** Holds of every world, whatever its size. */
function describeShape(worldOf: () => World): void {
  test('every record is as the OpenAPI document says', async () => {
    const world = worldOf();
    const schemas = await ResponseSchemas.of(world.service);
    const lists = { Asset: world.assets, Market: world.markets, Exchange: world.exchanges };
    for (const [name, records] of Object.entries(lists)) {
      const validate = schemas.component(name);
      expect(records.length).toBeGreaterThan(0);
      expect(
        records.map((record) => schemas.problemsOf(validate, record)).filter((problem) => problem !== ''),
      ).toEqual([]);
    }
  });

  test('every record has exactly the fields of the contract', () => {
    const { assets, markets, exchanges } = worldOf();
    expect(fieldsOf(assets)).toEqual([
      'id name symbol slugName status type url',
      'id name symbol slugName status type url contractAddress',
    ]);
    expect(fieldsOf(markets)).toEqual(['id baseAssetId quoteAssetId']);
    expect(fieldsOf(exchanges)).toEqual(['id name url status markets symbols']);
    expect(fieldsOf(exchanges.flatMap((exchange) => exchange.markets))).toEqual([
      'marketId marketStatus qualified',
    ]);
    expect(fieldsOf(exchanges.flatMap((exchange) => exchange.symbols))).toEqual(['assetId symbol']);
  });

  test('every value of the enums appears, and no other', () => {
    const { assets, exchanges } = worldOf();
    const valuesOf = (values: readonly string[]) => [...new Set(values)].toSorted();
    expect(valuesOf(assets.map(({ type }) => type))).toEqual(['CRYPTO', 'FIAT']);
    expect(valuesOf(assets.map(({ status }) => status))).toEqual(['ACTIVE', 'INACTIVE']);
    expect(valuesOf(exchanges.map(({ status }) => status))).toEqual(['ACTIVE', 'INACTIVE', 'MAINTENANCE']);
    const listings = exchanges.flatMap((exchange) => exchange.markets);
    expect(valuesOf(listings.map(({ marketStatus }) => marketStatus))).toEqual(['ACTIVE', 'INACTIVE']);
    expect(valuesOf(listings.map(({ qualified }) => qualified))).toEqual(['NO', 'YES']);
  });

  test('contractAddress is there for some crypto assets, left out for the others and for all fiat', () => {
    const { assets } = worldOf();
    const tokens = assets.filter((asset) => 'contractAddress' in asset);
    expect(tokens.length).toBeGreaterThan(0);
    expect(tokens.filter(({ type, contractAddress }) => type === 'FIAT' || !contractAddress)).toEqual([]);
  });

  test('every asset has a web address, fiat too', () => {
    expect(worldOf().assets.filter(({ url }) => !/^https?:\/\/[^/]+/.test(url))).toEqual([]);
  });

  test('the ids, and the slugs of assets, are unique', () => {
    const { assets, markets, exchanges } = worldOf();
    expect(idsOf([...assets, ...markets, ...exchanges]).size).toBe(
      assets.length + markets.length + exchanges.length,
    );
    expect(new Set(assets.map(({ slugName }) => slugName)).size).toBe(assets.length);
  });

  test('markets name known assets, two different ones, each pair once', () => {
    const { assets, markets } = worldOf();
    const known = idsOf(assets);
    expect(
      markets.filter(
        ({ baseAssetId, quoteAssetId }) =>
          !known.has(baseAssetId) || !known.has(quoteAssetId) || baseAssetId === quoteAssetId,
      ),
    ).toEqual([]);
    expect(
      new Set(markets.map(({ baseAssetId, quoteAssetId }) => `${baseAssetId} ${quoteAssetId}`)).size,
    ).toBe(markets.length);
  });

  test('exchanges list known markets, each once, and every market is listed somewhere', () => {
    const { markets, exchanges } = worldOf();
    const known = idsOf(markets);
    for (const { name, markets: listed } of exchanges) {
      const ids = listed.map(({ marketId }) => marketId);
      expect({ name, unknown: ids.filter((id) => !known.has(id)) }).toEqual({ name, unknown: [] });
      expect({ name, count: new Set(ids).size }).toEqual({ name, count: ids.length });
    }
    expect(
      new Set(exchanges.flatMap((exchange) => exchange.markets.map(({ marketId }) => marketId))),
    ).toEqual(known);
  });

  test('symbols names known assets, and only where the exchange differs from common usage', () => {
    const { assets, exchanges } = worldOf();
    const symbolOf = new Map(assets.map(({ id, symbol }) => [id, symbol]));
    const own = exchanges.flatMap((exchange) => exchange.symbols);
    expect(own.length).toBeGreaterThan(0);
    expect(
      own.filter(({ assetId, symbol }) => !symbolOf.has(assetId) || symbolOf.get(assetId) === symbol),
    ).toEqual([]);
  });

  test('the well-known ids are what clients have written down', () => {
    const { assets, markets, exchanges } = worldOf();
    const assetOf = new Map(assets.map((asset) => [asset.id, asset]));
    for (const [symbol, id] of Object.entries(FIXED_ASSETS)) {
      expect(assetOf.get(id)).toMatchObject({ symbol, status: 'ACTIVE' });
    }
    const nameOf = ({ baseAssetId, quoteAssetId }: Market) =>
      `${assetOf.get(baseAssetId)?.symbol}_${assetOf.get(quoteAssetId)?.symbol}`;
    for (const [name, id] of Object.entries(FIXED_MARKETS)) {
      const market = markets.find((candidate) => candidate.id === id);
      expect(market && nameOf(market)).toBe(name);
    }
    for (const [name, id] of Object.entries(FIXED_EXCHANGES)) {
      expect(exchanges.find((exchange) => exchange.id === id)?.name).toBe(name);
    }
  });

  test('LX ids are ids of indices and of nothing else', () => {
    const { assets, markets, exchanges } = worldOf();
    const others = idsOf([...assets, ...markets, ...exchanges]);
    expect(Object.values(LX_INDICES).filter((id) => others.has(id))).toEqual([]);
  });
}

test('the code knows the ids of the contract and no others as fixed', () => {
  const sorted = (values: readonly string[]) => values.toSorted();
  expect(sorted(Object.values(WELL_KNOWN_ASSETS))).toEqual(sorted(Object.values(FIXED_ASSETS)));
  expect(sorted(Object.values(WELL_KNOWN_MARKETS))).toEqual(sorted(Object.values(FIXED_MARKETS)));
  expect(WELL_KNOWN_EXCHANGES).toEqual(FIXED_EXCHANGES);
});

describe('the small world', () => {
  let world: World;
  let authorization: string;
  beforeAll(async () => {
    world = await startWorld('small');
    authorization = `Bearer ${await world.service.token()}`;
  });
  afterAll(() => world.service.close());

  describeShape(() => world);

  async function query<T>(path: string, parameters: Readonly<Record<string, string>>): Promise<T[]> {
    const given = Object.entries(parameters).filter(([, value]) => value !== '');
    const answer = await world.service.get(`${path}?${new URLSearchParams(given)}`, { authorization });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { content: T[] }).content;
  }

  /** Every combination of one value for each parameter; the empty text leaves a parameter out. */
  function combinations(values: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
    let all: Record<string, string>[] = [{}];
    for (const [name, choices] of Object.entries(values)) {
      all = all.flatMap((so) => choices.map((value) => ({ ...so, [name]: value })));
    }
    return all;
  }

  test('every combination of asset filters finds what a filter over the whole list finds', async () => {
    const symbols = [...new Set(world.assets.map(({ symbol }) => symbol)), 'btc', 'NONE'];
    const all = combinations({
      type: ['', 'FIAT', 'CRYPTO'],
      symbol: ['', ...symbols],
      status: ['', 'ACTIVE', 'INACTIVE'],
    });
    for (const { type, symbol, status } of all) {
      const expected = world.assets.filter(
        (asset) =>
          (!type || asset.type === type) &&
          (!symbol || asset.symbol === symbol) &&
          (!status || asset.status === status),
      );
      expect(
        await query<Asset>('/v3/asset', { type: type ?? '', symbol: symbol ?? '', status: status ?? '' }),
      ).toEqual(expected);
    }
  });

  test('a symbol that two assets bear finds both', async () => {
    const namesakes = world.assets.filter((asset) =>
      world.assets.some((other) => other !== asset && other.symbol === asset.symbol),
    );
    expect(namesakes).toHaveLength(2);
    expect(await query<Asset>('/v3/asset', { symbol: namesakes[0]?.symbol ?? '' })).toEqual(namesakes);
  });

  test('every combination of market filters finds what a filter over the whole list finds', async () => {
    const bases = [...new Set(world.markets.map(({ baseAssetId }) => baseAssetId)), UNKNOWN_ID];
    const quotes = [...new Set(world.markets.map(({ quoteAssetId }) => quoteAssetId)), UNKNOWN_ID];
    for (const { baseAssetId, quoteAssetId } of combinations({
      baseAssetId: ['', ...bases],
      quoteAssetId: ['', ...quotes],
    })) {
      const expected = world.markets.filter(
        (market) =>
          (!baseAssetId || market.baseAssetId === baseAssetId) &&
          (!quoteAssetId || market.quoteAssetId === quoteAssetId),
      );
      expect(
        await query<Market>('/v3/market', {
          baseAssetId: baseAssetId ?? '',
          quoteAssetId: quoteAssetId ?? '',
        }),
      ).toEqual(expected);
    }
  });

  test('every combination of exchange filters finds what a filter over the whole list finds', async () => {
    const names = world.exchanges.flatMap(({ name }) => [name, name.toUpperCase()]);
    for (const { status, name } of combinations({
      status: ['', 'ACTIVE', 'INACTIVE', 'MAINTENANCE'],
      name: ['', ...names, 'none'],
    })) {
      const expected = world.exchanges.filter(
        (exchange) =>
          (!status || exchange.status === status) &&
          (!name || exchange.name.toLowerCase() === name.toLowerCase()),
      );
      expect(await query<Exchange>('/v3/exchange', { status: status ?? '', name: name ?? '' })).toEqual(
        expected,
      );
    }
  });

  test('every record is found by its id, the same as in the list', async () => {
    const lists: [string, readonly { readonly id: string }[]][] = [
      ['asset', world.assets],
      ['market', world.markets],
      ['exchange', world.exchanges],
    ];
    for (const [what, records] of lists) {
      for (const record of records) {
        const answer = await world.service.get(`/v3/${what}/${record.id}`, { authorization });
        expect(await answer.json()).toEqual(record);
      }
    }
  });

  test.each(['asset', 'market', 'exchange'])('/%s/{id} is 404 for the id of something else', async (what) => {
    const others = {
      asset: FIXED_MARKETS.BTC_USD,
      market: FIXED_EXCHANGES.Kraken,
      exchange: FIXED_ASSETS.BTC,
    };
    const id = others[what as keyof typeof others];
    const answer = await world.service.get(`/v3/${what}/${id}`, { authorization });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ status: 'NOT_FOUND', errors: [] });
  });
});

describe('the full world', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('full');
  });
  afterAll(() => world.service.close());

  describeShape(() => world);

  test('is as large as the market it stands for', () => {
    const ofType = (type: string) => world.assets.filter((asset) => asset.type === type).length;
    expect(world.exchanges.length).toBeGreaterThanOrEqual(210);
    expect(ofType('CRYPTO')).toBeGreaterThanOrEqual(1600);
    expect(ofType('FIAT')).toBeGreaterThanOrEqual(40);
    expect(world.markets.length).toBeGreaterThanOrEqual(6200);
    const listings = world.exchanges.reduce((sum, exchange) => sum + exchange.markets.length, 0);
    expect(listings).toBeGreaterThanOrEqual(27_000);
    expect(listings).toBeLessThanOrEqual(33_000);
  });

  function exchangesThatTrade(base: string, quote: string): string[] {
    const idOf = (symbol: string) => world.assets.find((asset) => asset.symbol === symbol)?.id;
    const market = world.markets.find(
      ({ baseAssetId, quoteAssetId }) => baseAssetId === idOf(base) && quoteAssetId === idOf(quote),
    );
    return world.exchanges
      .filter(({ markets }) =>
        markets.some(({ marketId, marketStatus }) => marketId === market?.id && marketStatus === 'ACTIVE'),
      )
      .map(({ name }) => name);
  }

  test('BTC_KRW trades on at least three exchanges, BTC_USDT on Binance', () => {
    expect(exchangesThatTrade('BTC', 'KRW').length).toBeGreaterThanOrEqual(3);
    expect(exchangesThatTrade('BTC', 'USDT')).toContain('Binance');
  });

  test('symbols are not unique among crypto assets, but are among fiat', () => {
    const symbolsOf = (type: string) =>
      world.assets.filter((asset) => asset.type === type).map(({ symbol }) => symbol);
    expect(new Set(symbolsOf('CRYPTO')).size).toBeLessThan(symbolsOf('CRYPTO').length);
    expect(new Set(symbolsOf('FIAT')).size).toBe(symbolsOf('FIAT').length);
  });

  test('an asset of the small world is the same asset here', async () => {
    const small = await startWorld('small');
    try {
      const here = new Map(world.assets.map((asset) => [asset.id, asset]));
      for (const asset of small.assets) expect(here.get(asset.id)).toEqual(asset);
    } finally {
      await small.service.close();
    }
  });
});
