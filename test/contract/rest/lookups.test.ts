import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LX_INDICES } from '../../../src/core/ids/well-known-ids.ts';
import { WellKnown } from '../../../src/reference/well-known/well-known.ts';
import { currentName } from '../../../src/reference/names/current-names.ts';
import { FIXED_ASSETS, FIXED_EXCHANGES, FIXED_MARKETS } from '../../support/fixed-ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';

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

async function startWorld(size: 'small' | 'full'): Promise<World> {
  // Its market time hardly moves: look-ups need no ticks, and one of the full world takes seconds of a core.
  const service = await startService({ argv: ['--world', size, '--speed', '0.01'] });
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
    expect(fieldsOf(markets)).toEqual(['id baseAssetId quoteAssetId name baseSymbol quoteSymbol']);
    expect(fieldsOf(exchanges)).toEqual(['id name url status markets symbols tier']);
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
      expect(exchanges.find((exchange) => exchange.id === id)?.name).toBe(currentName({ id, name }));
    }
  });

  test('LX ids are ids of indices and of nothing else', () => {
    const { assets, markets, exchanges } = worldOf();
    const others = idsOf([...assets, ...markets, ...exchanges]);
    expect(Object.values(LX_INDICES).filter((id) => others.has(id))).toEqual([]);
  });
}

let small: World;
beforeAll(async () => {
  small = await startWorld('small');
});
afterAll(() => small.service.close());

describe('the small world', () => {
  let world: World;
  let authorization: string;
  beforeAll(async () => {
    world = small;
    authorization = `Bearer ${await world.service.token()}`;
  });

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

  /** The first of each kind: it stands for the others where filters are combined, and each of them is asked for alone. */
  function firstOfEach<T>(records: readonly T[], kindOf: (record: T) => string): T[] {
    return [...new Map(records.toReversed().map((record) => [kindOf(record), record])).values()];
  }

  test('every combination of asset filters finds what a filter over the whole list finds', async () => {
    const kinds = firstOfEach(world.assets, ({ type, status }) => `${type} ${status}`);
    const all = [
      ...combinations({ symbol: [...new Set(world.assets.map(({ symbol }) => symbol))] }),
      ...combinations({
        type: ['', 'FIAT', 'CRYPTO'],
        symbol: ['', ...kinds.map(({ symbol }) => symbol), 'btc', 'NONE'],
        status: ['', 'ACTIVE', 'INACTIVE'],
      }),
    ];
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
    const bases = new Set(world.markets.map(({ baseAssetId }) => baseAssetId));
    const quotes = new Set(world.markets.map(({ quoteAssetId }) => quoteAssetId));
    const some = firstOfEach(world.markets, ({ quoteAssetId }) => quoteAssetId);
    const all = [
      ...combinations({ baseAssetId: [...bases] }),
      ...combinations({
        baseAssetId: ['', ...new Set(some.map(({ baseAssetId }) => baseAssetId)), UNKNOWN_ID],
        quoteAssetId: ['', ...quotes, UNKNOWN_ID],
      }),
    ];
    for (const { baseAssetId, quoteAssetId } of all) {
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
    const namesOf = (exchanges: readonly Exchange[]) =>
      exchanges.flatMap(({ name }) => [name, name.toUpperCase()]);
    const kinds = firstOfEach(world.exchanges, ({ status }) => status);
    const all = [
      ...combinations({ name: namesOf(world.exchanges) }),
      ...combinations({
        status: ['', 'ACTIVE', 'INACTIVE', 'MAINTENANCE'],
        name: ['', ...namesOf(kinds), 'none'],
      }),
    ];
    for (const { status, name } of all) {
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

  test.each(['Coinbase', 'Coinbase-Pro', 'coinbase pro'])(
    'an exchange that was renamed is found as %s',
    async (name) => {
      expect(await query<Exchange>('/v3/exchange', { name })).toMatchObject([
        { id: FIXED_EXCHANGES['Coinbase-Pro'], name: 'Coinbase' },
      ]);
    },
  );

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

  test('every asset that clients have written down is there once, INACTIVE if no exchange trades it', async () => {
    const here = new Map(world.assets.map((asset) => [asset.id, asset]));
    for (const { id, symbol, slugName, type } of new WellKnown().assets)
      expect(here.get(id)).toMatchObject({ symbol, slugName, type });
    const authorization = `Bearer ${await world.service.token()}`;
    const answer = await world.service.get('/v3/asset?symbol=XAU', { authorization });
    const { content } = (await answer.json()) as { content: Asset[] };
    expect(content).toMatchObject([{ type: 'FIAT', status: 'INACTIVE' }]);
    const one = await world.service.get(`/v3/asset/${content[0]?.id}`, { authorization });
    expect(await one.json()).toEqual(content[0]);
  });

  test('an asset of the small world is the same asset here', () => {
    const here = new Map(world.assets.map((asset) => [asset.id, asset]));
    for (const asset of small.assets) expect(here.get(asset.id)).toEqual(asset);
  });
});
