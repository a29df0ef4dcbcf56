import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIXED_EXCHANGES, FIXED_MARKETS } from '../../support/fixed-ids.ts';
import { startService, type TestService } from '../../support/service.ts';
import { STANDING_WORLD } from '../../support/standing-world.ts';
import { expectError } from '../../support/error-answers.ts';
import { ResponseSchemas } from '../../support/response-schemas.ts';

interface Contract {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  readonly exchangeName: string;
  readonly optionType?: string;
  readonly optionStrike?: string;
  readonly listing?: string;
  readonly expiration?: string;
}

interface Ticker {
  readonly id: string;
  readonly contractId: string;
  readonly exchangeId: string;
  readonly marketId: string;
  readonly timestamp: string;
  readonly fundingRate?: string;
}

const TYPES = ['futures', 'perpetuals', 'options'] as const;
const EXCHANGES = ['Binance', 'BitMEX', 'Bybit', 'Deribit', 'Kraken', 'LedgerX', 'OKX'];
const DERIBIT = FIXED_EXCHANGES.Deribit;
const BITSTAMP = FIXED_EXCHANGES.Bitstamp;
const BTC_USD = FIXED_MARKETS.BTC_USD;
const ETH_USD = FIXED_MARKETS.ETH_USD;
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const NOW = Date.parse(STANDING_WORLD.slot);

let service: TestService;
let schemas: ResponseSchemas;
let authorization: string;
beforeAll(async () => {
  service = await startService({ past: false, argv: STANDING_WORLD.argv });
  schemas = await ResponseSchemas.of(service);
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.baseUrl}/v3/derivatives${path}`, { headers: { authorization, ...headers } });
}

async function list<T>(path: string): Promise<T[]> {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { content: T[] }).content;
}

const contracts = (type: string, query: string) => list<Contract>(`/contract/${type}?${query}`);
const tickers = (type: string, query: string) => list<Ticker>(`/ticker/${type}?${query}`);

describe('contracts', () => {
  test('of every exchange and type fit their schema and have the fields of their type', async () => {
    const validate = schemas.component('DerivativeContract');
    for (const name of EXCHANGES) {
      const exchangeId = FIXED_EXCHANGES[name as keyof typeof FIXED_EXCHANGES];
      for (const type of TYPES) {
        const content = await contracts(type, `exchangeId=${exchangeId}&include=ALL`);
        expect(content.map((contract) => schemas.problemsOf(validate, contract)).filter(Boolean)).toEqual([]);
        const odd = content.filter(
          ({ optionType, optionStrike, listing, expiration, ...contract }) =>
            contract.exchangeId !== exchangeId ||
            (optionType !== undefined) !== (type === 'options') ||
            (optionStrike !== undefined) !== (type === 'options') ||
            (listing !== undefined) !== (type !== 'perpetuals') ||
            (expiration !== undefined) !== (type !== 'perpetuals'),
        );
        expect(odd).toEqual([]);
      }
    }
  });

  test('are those that stand, unless more are asked for', async () => {
    const active = await contracts('options', `exchangeId=${DERIBIT}`);
    const expired = await contracts('options', `exchangeId=${DERIBIT}&include=EXPIRED`);
    const all = await contracts('options', `exchangeId=${DERIBIT}&include=ALL`);
    expect(await contracts('options', `exchangeId=${DERIBIT}&include=ACTIVE`)).toEqual(active);
    expect(await contracts('options', `exchangeId=${DERIBIT}&include=&marketId=`)).toEqual(active);
    const ends = ({ expiration = '' }: Contract) => Date.parse(expiration);
    expect(active.length).toBeGreaterThan(100);
    expect(expired.length).toBeGreaterThan(100);
    expect(active.filter((contract) => ends(contract) <= NOW)).toEqual([]);
    expect(expired.filter((contract) => ends(contract) > NOW)).toEqual([]);
    const ids = (content: Contract[]) => content.map(({ id }) => id).toSorted();
    expect(ids(all)).toEqual(ids([...active, ...expired]));
    expect(await contracts('perpetuals', `exchangeId=${DERIBIT}&include=EXPIRED`)).toEqual([]);
  });

  test('of one market are those of the exchange on that market', async () => {
    for (const type of TYPES) {
      const all = await contracts(type, `exchangeId=${DERIBIT}`);
      const ofMarket = all.filter(({ marketId }) => marketId === BTC_USD);
      expect(ofMarket.length).toBeGreaterThan(0);
      expect(
        await contracts(type, `exchangeId=${DERIBIT.toUpperCase()}&marketId=${BTC_USD.toUpperCase()}`),
      ).toEqual(ofMarket);
    }
    const ether = await contracts('futures', `exchangeId=${DERIBIT}&marketId=${ETH_USD}`);
    expect(ether.every(({ exchangeName }) => exchangeName.startsWith('ETH-'))).toBe(true);
    expect(ether.length).toBeGreaterThan(0);
  });

  test.each([`exchangeId=${UNKNOWN}`, `exchangeId=${BITSTAMP}`, `exchangeId=${DERIBIT}&marketId=${UNKNOWN}`])(
    'with %s are an empty list',
    async (query) => {
      for (const type of TYPES) {
        expect(await contracts(type, query)).toEqual([]);
        expect(await tickers(type, query)).toEqual([]);
      }
    },
  );

  test('can be had one by one, expired ones too, in any case of the id', async () => {
    for (const type of TYPES) {
      const all = await contracts(type, `exchangeId=${DERIBIT}&include=ALL`);
      for (const contract of [all.at(0), all.at(-1)]) {
        const answer = await get(`/contract/${type}/${contract?.id.toUpperCase()}`);
        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual(contract);
      }
    }
  });

  test('of another type, and unknown ones, are 404', async () => {
    const [option] = await contracts('options', `exchangeId=${DERIBIT}`);
    await expectError(await get(`/contract/futures/${option?.id}`), 'NOT_FOUND');
    await expectError(await get(`/contract/perpetuals/${option?.id}`), 'NOT_FOUND');
    await expectError(await get(`/contract/options/${UNKNOWN}`), 'NOT_FOUND');
  });
});

describe('tickers', () => {
  test('are one for each contract that stands, in the same order', async () => {
    const validate = schemas.component('DerivativeTicker');
    for (const name of EXCHANGES) {
      const exchangeId = FIXED_EXCHANGES[name as keyof typeof FIXED_EXCHANGES];
      for (const type of TYPES) {
        const content = await tickers(type, `exchangeId=${exchangeId}`);
        const active = await contracts(type, `exchangeId=${exchangeId}`);
        expect(content.map(({ contractId }) => contractId)).toEqual(active.map(({ id }) => id));
        expect(content.map(({ marketId }) => marketId)).toEqual(active.map(({ marketId }) => marketId));
        expect(content.map((ticker) => schemas.problemsOf(validate, ticker)).filter(Boolean)).toEqual([]);
        const odd = content.filter(
          ({ timestamp, fundingRate }) =>
            timestamp !== STANDING_WORLD.slot || (fundingRate !== undefined) !== (type === 'perpetuals'),
        );
        expect(odd).toEqual([]);
        expect(new Set(content.map(({ id }) => id)).size).toBe(content.length);
      }
    }
  });

  test('are found by market and by contract, combined with AND', async () => {
    const all = await tickers('futures', `exchangeId=${DERIBIT}`);
    const first = all.find(({ marketId }) => marketId === BTC_USD);
    expect(await tickers('futures', `exchangeId=${DERIBIT}&marketId=${BTC_USD}`)).toEqual(
      all.filter(({ marketId }) => marketId === BTC_USD),
    );
    const one = `contractId=${first?.contractId.toUpperCase()}`;
    expect(await tickers('futures', `exchangeId=${DERIBIT}&${one}`)).toEqual([first]);
    expect(await tickers('futures', `exchangeId=${DERIBIT}&marketId=${BTC_USD}&${one}`)).toEqual([first]);
    expect(await tickers('futures', `exchangeId=${DERIBIT}&marketId=${ETH_USD}&${one}`)).toEqual([]);
    expect(await tickers('options', `exchangeId=${DERIBIT}&${one}`)).toEqual([]);
    expect(await tickers('futures', `exchangeId=${BITSTAMP}&${one}`)).toEqual([]);
    expect(await tickers('futures', `exchangeId=${DERIBIT}&contractId=`)).toEqual(all);
  });

  test('of a contract that has expired are not there', async () => {
    const [expired] = await contracts('futures', `exchangeId=${DERIBIT}&include=EXPIRED`);
    expect(expired).toBeDefined();
    expect(await tickers('futures', `exchangeId=${DERIBIT}&contractId=${expired?.id}`)).toEqual([]);
  });
});

describe('what is refused', () => {
  test.each([
    ['/contract/futures', ['exchangeId']],
    ['/contract/futures?exchangeId=', ['exchangeId']],
    ['/contract/futures?exchangeId=x', ['exchangeId']],
    [`/contract/futures?exchangeId=${DERIBIT}&exchangeId=${DERIBIT}`, ['exchangeId']],
    [`/contract/swaps?exchangeId=${DERIBIT}`, ['derivativeType']],
    [`/contract/FUTURES?exchangeId=${DERIBIT}`, ['derivativeType']],
    [`/contract/future?exchangeId=${DERIBIT}`, ['derivativeType']],
    [`/contract/futures?exchangeId=${DERIBIT}&include=active`, ['include']],
    [`/contract/futures?exchangeId=${DERIBIT}&include=NONE&marketId=1`, ['marketId', 'include']],
    ['/contract/swaps?include=x&marketId=y', ['derivativeType', 'exchangeId', 'marketId', 'include']],
    [`/contract/swaps/${UNKNOWN}`, ['derivativeType']],
    ['/contract/futures/x', ['id']],
    ['/contract/swaps/x', ['derivativeType', 'id']],
  ])('%s names %j as DerivativeContract', async (path, fields) => {
    const { errors } = await expectError(await get(path), 'BAD_REQUEST');
    expect(errors.map(({ field }) => field)).toEqual(fields);
    expect(new Set(errors.map(({ object }) => object))).toEqual(new Set(['DerivativeContract']));
  });

  test.each([
    ['/ticker/options', ['exchangeId']],
    ['/ticker/options?exchangeId=urn:uuid:46f3c558-453c-41d2-b6d8-c6e57128e206', ['exchangeId']],
    [`/ticker/everything?exchangeId=${DERIBIT}`, ['derivativeType']],
    [`/ticker/options?exchangeId=${DERIBIT}&contractId=1&contractId=2`, ['contractId']],
    ['/ticker/swaps?contractId=x&marketId=y', ['derivativeType', 'exchangeId', 'marketId', 'contractId']],
  ])('%s names %j as DerivativeTicker', async (path, fields) => {
    const { errors } = await expectError(await get(path), 'BAD_REQUEST');
    expect(errors.map(({ field }) => field)).toEqual(fields);
    expect(new Set(errors.map(({ object }) => object))).toEqual(new Set(['DerivativeTicker']));
  });

  test('a missing exchangeId was rejected as nothing', async () => {
    const { errors } = await expectError(await get('/ticker/options'), 'BAD_REQUEST');
    expect(errors).toEqual([
      { object: 'DerivativeTicker', field: 'exchangeId', rejectedValue: '', message: 'is required' },
    ]);
  });

  test('the token comes first, then the scope, then parameters', async () => {
    await expectError(await get('/contract/swaps', { authorization: 'Bearer x' }), 'UNAUTHORIZED');
    const other = `Bearer ${await service.token({ scope: 'read:market-cap' })}`;
    await expectError(await get('/contract/swaps', { authorization: other }), 'FORBIDDEN');
    const right = `Bearer ${await service.token({ scope: 'read:derivatives' })}`;
    await expectError(await get('/contract/swaps', { authorization: right }), 'BAD_REQUEST');
    await expectError(await get(`/contract/options/${UNKNOWN}`, { authorization: right }), 'NOT_FOUND');
  });

  test('a trailing slash is not', async () => {
    expect((await get(`/contract/futures/?exchangeId=${DERIBIT}`)).status).toBe(200);
    expect((await get(`/ticker/futures/?exchangeId=${DERIBIT}`)).status).toBe(200);
    expect((await get('/contract')).status).toBe(404);
  });
});

describe('caching', () => {
  test.each(['/contract/options', '/contract/perpetuals', '/ticker/options', '/ticker/perpetuals'])(
    '%s has an entity tag, is private, and fresh for no longer than it is true',
    async (path) => {
      const url = `${path}?exchangeId=${DERIBIT}`;
      const answer = await get(url, { 'accept-encoding': 'identity' });
      await answer.arrayBuffer();
      const [, seconds] = /^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
      // The clock runs at a hundredth: 25 s of market time are 2,500 of the client's.
      const most = path.startsWith('/ticker') ? 2500 : 60;
      expect(Number(seconds)).toBeLessThanOrEqual(most);
      expect(Number(seconds)).toBeGreaterThan(0);
      const etag = answer.headers.get('etag') ?? '';
      const again = await get(url, { 'accept-encoding': 'identity', 'if-none-match': etag });
      expect(again.status).toBe(304);
      expect(answer.headers.get('tidemark-source')).toBe('simulator');
    },
  );
});
