import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StreamClient, StreamMessage } from '../../support/stream-client.ts';
import { catalogue, listings, priceOf, series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const ETH = 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const ETH_USD = 'bff074a3-3564-4479-a4bd-c49766acc63c';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const BINANCE = 'a05e02d1-2789-49a3-aa83-1d3c9a442ea8';
const BITSTAMP = '48ca12fa-f5f4-484a-9945-84825030c8cd';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const TRADED = [
  { exchangeId: KRAKEN, marketId: BTC_USD },
  { exchangeId: KRAKEN, marketId: ETH_USD },
  { exchangeId: BITSTAMP, marketId: BTC_USD },
];

let rig: StreamRig;
let client: StreamClient;

beforeEach(async () => {
  rig = await StreamRig.start({ traded: TRADED });
  client = await rig.connect();
});
afterEach(() => rig.close());

function subscribe(channel: string, fields: object): Promise<StreamMessage[]> {
  client.send({ event: `SUBSCRIBE_${channel}`, ...fields });
  return client.settled();
}

function unsubscribe(channel: string, fields: object): Promise<StreamMessage[]> {
  client.send({ event: `UNSUBSCRIBE_${channel}`, ...fields });
  return client.settled();
}

async function tick(n: number, options = {}): Promise<StreamMessage[]> {
  await rig.tick(T + n * SLOT_MS, options);
  return client.settled();
}

const events = (messages: readonly StreamMessage[]) => messages.map(({ event }) => event);
const indexIds = (messages: readonly StreamMessage[]) => messages.map((message) => message['indexId']);
const pairs = (messages: readonly StreamMessage[]) =>
  messages.map((message) => `${String(message['exchangeId'])}/${String(message['marketId'])}`);
const isActive = (n: number) => listings.active[n] === 1;

/** `exchange/market` of the listings that pass, in the order of serving. */
function listed(passes: (listing: { exchangeId: string; marketId: string }) => boolean): string[] {
  return listings.listings
    .filter((listing, n) => isActive(n) && passes(listing))
    .map(({ exchangeId, marketId }) => `${exchangeId}/${marketId}`);
}

describe('index tickers', () => {
  test('one index: confirmed, its current value at once, then one message a tick', async () => {
    const [confirmed, current, ...none] = await subscribe('INDEX_TICKER', { indexId: BTC, requestId: 7 });
    expect(none).toEqual([]);
    expect(confirmed).toEqual({
      event: 'SUBSCRIBED_INDEX_TICKER',
      indexType: 'GWA',
      indexId: BTC,
      timestamp: '2026-06-01T00:00:00.000Z',
      requestId: 7,
    });
    const number = series.numberOf({ indexType: 'GWA', indexId: BTC }) ?? -1;
    expect(current).toEqual({
      event: 'INDEX_TICKER',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      indexId: BTC,
      indexType: 'GWA',
      price: String(priceOf(number, T)),
      volume: String(number + 1),
      timestamp: '2026-03-01T12:00:00.000Z',
    });
    const [live, ...others] = await tick(1);
    expect(others).toEqual([]);
    expect(live).toMatchObject({ indexId: BTC, timestamp: '2026-03-01T12:00:30.000Z' });
    expect(live?.['price']).toBe(String(priceOf(number, T + SLOT_MS)));
  });

  test('an id in upper case is answered in lower case', async () => {
    const [confirmed] = await subscribe('INDEX_TICKER', { indexId: BTC.toUpperCase() });
    expect(confirmed).toMatchObject({ indexId: BTC });
  });

  test('a type: confirmed without an id, every index of it and no other', async () => {
    const [confirmed, ...current] = await subscribe('INDEX_TICKER', { indexType: 'GWA' });
    expect(Object.keys(confirmed ?? {})).toEqual(['event', 'indexType', 'timestamp']);
    const expected = catalogue.assets.map(({ id }) => id).toSorted();
    expect(indexIds(current)).toEqual(expected);
    expect(indexIds(await tick(1))).toEqual(expected);
  });

  test('LX ticks carry their name and tickVolume, others neither', async () => {
    const [, ...lx] = await subscribe('INDEX_TICKER', { indexType: 'LX' });
    expect(lx.map(({ name, tickVolume }) => [name, tickVolume])).toEqual([
      ['BLX', '0.5'],
      ['ELX', '0.5'],
      ['XRPLX', '0.5'],
    ]);
    const [, gwa] = await subscribe('INDEX_TICKER', { indexId: BTC });
    expect(gwa).not.toHaveProperty('name');
    expect(gwa).not.toHaveProperty('tickVolume');
  });

  test('indexId and indexType together must agree', async () => {
    const [confirmed] = await subscribe('INDEX_TICKER', { indexId: BTC, indexType: 'GWA' });
    expect(confirmed).toMatchObject({ event: 'SUBSCRIBED_INDEX_TICKER', indexType: 'GWA', indexId: BTC });
    const [refused] = await subscribe('INDEX_TICKER', { indexId: BTC, indexType: 'MWA' });
    expect(refused).toMatchObject({ event: 'ERROR', code: '404' });
  });

  test('overlapping subscriptions deliver a tick once', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    await subscribe('INDEX_TICKER', { indexType: 'GWA' });
    await subscribe('INDEX_TICKER', { indexId: BTC, indexType: 'GWA' });
    const ids = indexIds(await tick(1));
    expect(ids).toHaveLength(catalogue.assets.length);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('the current value is not sent again to a connection that has it', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    const [, ...rest] = await subscribe('INDEX_TICKER', { indexType: 'GWA' });
    expect(rest).toHaveLength(catalogue.assets.length - 1);
    expect(indexIds(rest)).not.toContain(BTC);
    expect(events(await subscribe('INDEX_TICKER', { indexId: ETH }))).toEqual(['SUBSCRIBED_INDEX_TICKER']);
    await unsubscribe('INDEX_TICKER', { indexType: 'GWA' });
    await unsubscribe('INDEX_TICKER', { indexId: BTC });
    expect(events(await subscribe('INDEX_TICKER', { indexId: BTC }))).toEqual(['SUBSCRIBED_INDEX_TICKER']);
    expect(events(await subscribe('INDEX_TICKER', { indexType: 'GWA' }))).toEqual([
      'SUBSCRIBED_INDEX_TICKER',
    ]);
  });

  test('a value that was missed while unsubscribed comes with the next subscription', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    await unsubscribe('INDEX_TICKER', { indexId: BTC });
    expect(await tick(1)).toEqual([]);
    const [, current] = await subscribe('INDEX_TICKER', { indexId: BTC });
    expect(current).toMatchObject({ indexId: BTC, timestamp: '2026-03-01T12:00:30.000Z' });
  });

  test('an index that has fallen silent has its last value as current, once', async () => {
    const number = series.numberOf({ indexType: 'GWA', indexId: BTC }) ?? -1;
    await tick(1, { without: [number] });
    const [, current] = await subscribe('INDEX_TICKER', { indexId: BTC });
    expect(current).toMatchObject({ indexId: BTC, timestamp: '2026-03-01T12:00:00.000Z' });
    expect(await tick(2, { without: [number] })).toEqual([]);
    await unsubscribe('INDEX_TICKER', { indexId: BTC });
    expect(events(await subscribe('INDEX_TICKER', { indexId: BTC }))).toEqual(['SUBSCRIBED_INDEX_TICKER']);
    const [, ...type] = await subscribe('INDEX_TICKER', { indexType: 'GWA' });
    expect(indexIds(type)).not.toContain(BTC);
    const other = await rig.connect();
    other.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'GWA' });
    expect(indexIds(await other.settled())).toContain(BTC);
  });

  test('unsubscribing ends exactly that one, and nothing of it follows', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    await subscribe('INDEX_TICKER', { indexId: BTC, indexType: 'GWA' });
    await subscribe('INDEX_TICKER', { indexId: BTC_USD });
    expect(await unsubscribe('INDEX_TICKER', { indexId: BTC, requestId: 'a' })).toEqual([
      {
        event: 'UNSUBSCRIBED_INDEX_TICKER',
        indexType: 'GWA',
        indexId: BTC,
        timestamp: '2026-06-01T00:00:00.000Z',
        requestId: 'a',
      },
    ]);
    expect(indexIds(await tick(1)).toSorted()).toEqual([BTC_USD, BTC].toSorted());
    await unsubscribe('INDEX_TICKER', {
      indexType: 'GWA',
      indexId: BTC.toUpperCase(),
      since: '2026-03-01T12:00:00Z',
    });
    expect(indexIds(await tick(2))).toEqual([BTC_USD]);
    await unsubscribe('INDEX_TICKER', { indexId: BTC_USD });
    expect(await tick(3)).toEqual([]);
  });

  test('what was not subscribed, or was written otherwise, is 404', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    for (const fields of [{ indexId: ETH }, { indexType: 'GWA' }, { indexId: BTC, indexType: 'GWA' }]) {
      expect(await unsubscribe('INDEX_TICKER', fields)).toMatchObject([{ event: 'ERROR', code: '404' }]);
    }
    await unsubscribe('INDEX_TICKER', { indexId: BTC });
    expect(await unsubscribe('INDEX_TICKER', { indexId: BTC })).toMatchObject([{ code: '404' }]);
  });

  test('subscribing twice is confirmed again and nothing else', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    expect(await subscribe('INDEX_TICKER', { indexId: BTC, requestId: 2 })).toMatchObject([
      { event: 'SUBSCRIBED_INDEX_TICKER', indexId: BTC, requestId: 2 },
    ]);
    expect(indexIds(await tick(1))).toEqual([BTC]);
    await unsubscribe('INDEX_TICKER', { indexId: BTC });
    expect(await tick(2)).toEqual([]);
  });

  test('a subscription that comes while a tick goes out is confirmed after that tick', async () => {
    await subscribe('INDEX_TICKER', { indexType: 'LX' });
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
    await rig.tick(T + SLOT_MS);
    const messages = await client.settled();
    const confirmed = messages.findIndex(({ event }) => event === 'SUBSCRIBED_INDEX_TICKER');
    const first = messages.findIndex((m) => m.event === 'INDEX_TICKER' && m['indexId'] === BTC);
    expect(confirmed).toBeGreaterThanOrEqual(0);
    expect(first).toBeGreaterThan(confirmed);
    expect(indexIds(messages).filter((id) => id === BLX)).toHaveLength(1);
  });
});

describe('exchange tickers', () => {
  test.each([
    ['an exchange', { exchangeId: KRAKEN }, (l: { exchangeId: string }) => l.exchangeId === KRAKEN],
    ['a market', { marketId: BTC_USD }, (l: { marketId: string }) => l.marketId === BTC_USD],
    ['a market by name', { marketName: 'BTC_USD' }, (l: { marketId: string }) => l.marketId === BTC_USD],
    [
      'a market on an exchange',
      { exchangeId: KRAKEN, marketId: BTC_USD },
      (l: { exchangeId: string; marketId: string }) => l.exchangeId === KRAKEN && l.marketId === BTC_USD,
    ],
    [
      'a market by name on an exchange',
      { exchangeId: KRAKEN, marketName: 'BTC_USD' },
      (l: { exchangeId: string; marketId: string }) => l.exchangeId === KRAKEN && l.marketId === BTC_USD,
    ],
  ])('of %s: confirmed as sent, current values at once, then each refresh', async (_what, fields, passes) => {
    const [confirmed, ...current] = await subscribe('EXCHANGE_TICKER', { ...fields, requestId: 'q' });
    expect(confirmed).toEqual({
      event: 'SUBSCRIBED_EXCHANGE_TICKER',
      ...fields,
      ...('marketName' in fields ? { marketId: BTC_USD } : {}),
      timestamp: '2026-06-01T00:00:00.000Z',
      requestId: 'q',
    });
    const expected = listed(passes);
    expect(expected.length).toBeGreaterThan(0);
    expect(pairs(current).toSorted()).toEqual(expected);
    // The prices have moved or not: the message comes.
    for (const n of [1, 2]) {
      const live = await tick(n);
      expect(pairs(live).toSorted()).toEqual(expected);
      expect(new Set(live.map(({ timestamp }) => timestamp))).toEqual(
        new Set([new Date(T + n * SLOT_MS).toISOString()]),
      );
    }
    expect(await unsubscribe('EXCHANGE_TICKER', fields)).toMatchObject([
      { event: 'UNSUBSCRIBED_EXCHANGE_TICKER', ...fields },
    ]);
    expect(await tick(3)).toEqual([]);
  });

  test('have the members of the contract', async () => {
    const [, ticker] = await subscribe('EXCHANGE_TICKER', { exchangeId: KRAKEN, marketId: BTC_USD });
    expect(ticker).toEqual({
      event: 'EXCHANGE_TICKER',
      id: expect.any(String) as unknown,
      exchangeId: KRAKEN,
      marketId: BTC_USD,
      last: expect.any(String) as unknown,
      volume: '1',
      bid: '1',
      ask: '2',
      timestamp: '2026-03-01T12:00:00.000Z',
      lastMoved: '2026-03-01T11:59:55.000Z',
    });
  });

  test('that were not delivered in a refresh are not sent with it, but are current still', async () => {
    const number = listings.indexOf(KRAKEN, BTC_USD) ?? -1;
    await tick(1, { silent: [number] });
    const [, current] = await subscribe('EXCHANGE_TICKER', { exchangeId: KRAKEN, marketId: BTC_USD });
    expect(current).toMatchObject({ timestamp: '2026-03-01T12:00:00.000Z' });
    expect(await tick(2, { silent: [number] })).toEqual([]);
    expect(await tick(3)).toHaveLength(1);
    const other = await rig.connect();
    await rig.tick(T + 4 * SLOT_MS, { silent: [number] });
    other.send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', exchangeId: KRAKEN });
    expect(
      pairs(await other.settled())
        .slice(1)
        .toSorted(),
    ).toEqual(listed((l) => l.exchangeId === KRAKEN));
  });

  test('overlapping by exchange, market, name and both come once', async () => {
    await subscribe('EXCHANGE_TICKER', { marketId: BTC_USD });
    const [, ...ofExchange] = await subscribe('EXCHANGE_TICKER', { exchangeId: KRAKEN });
    expect(pairs(ofExchange)).not.toContain(`${KRAKEN}/${BTC_USD}`);
    for (const fields of [{ marketName: 'BTC_USD' }, { exchangeId: KRAKEN, marketId: BTC_USD }])
      expect(events(await subscribe('EXCHANGE_TICKER', fields))).toEqual(['SUBSCRIBED_EXCHANGE_TICKER']);
    const expected = listed((l) => l.exchangeId === KRAKEN || l.marketId === BTC_USD);
    expect(pairs(await tick(1)).toSorted()).toEqual(expected);
    await unsubscribe('EXCHANGE_TICKER', { marketId: BTC_USD });
    expect(pairs(await tick(2)).toSorted()).toEqual(expected);
    await unsubscribe('EXCHANGE_TICKER', { marketName: 'BTC_USD' });
    expect(pairs(await tick(3)).toSorted()).toEqual(listed((l) => l.exchangeId === KRAKEN));
  });

  test('a name and an id of the same market are two subscriptions', async () => {
    await subscribe('EXCHANGE_TICKER', { marketName: 'BTC_USD' });
    expect(await unsubscribe('EXCHANGE_TICKER', { marketId: BTC_USD })).toMatchObject([{ code: '404' }]);
    expect(await unsubscribe('EXCHANGE_TICKER', { marketName: 'BTC_USD' })).toMatchObject([
      { event: 'UNSUBSCRIBED_EXCHANGE_TICKER', marketName: 'BTC_USD', marketId: BTC_USD },
    ]);
  });

  test('a known exchange and a known market that are not listed together are confirmed and stay silent', async () => {
    const missing = catalogue.markets.find(({ id }) => listings.indexOf(KRAKEN, id) === undefined)?.id ?? '';
    expect(events(await subscribe('EXCHANGE_TICKER', { exchangeId: KRAKEN, marketId: missing }))).toEqual([
      'SUBSCRIBED_EXCHANGE_TICKER',
    ]);
    expect(await tick(1)).toEqual([]);
    expect(events(await unsubscribe('EXCHANGE_TICKER', { exchangeId: KRAKEN, marketId: missing }))).toEqual([
      'UNSUBSCRIBED_EXCHANGE_TICKER',
    ]);
  });

  test.each([
    [{}, '400'],
    [{ marketId: BTC_USD, marketName: 'BTC_USD' }, '400'],
    [{ marketName: 'GST_USDT' }, '400'],
    [{ exchangeId: UNKNOWN }, '404'],
    [{ marketId: UNKNOWN }, '404'],
    [{ marketName: 'NOPE_USD' }, '404'],
    [{ marketName: 'btc_usd' }, '404'],
    [{ exchangeId: 'Kraken' }, '400'],
    [{ exchangeId: KRAKEN, marketId: 7 }, '400'],
    [{ exchangeId: null }, '400'],
    [{ marketName: '' }, '400'],
    [{ exchangeId: `urn:uuid:${KRAKEN}` }, '400'],
  ])('%j is refused with %s', async (fields, code) => {
    const [refused, ...others] = await subscribe('EXCHANGE_TICKER', { ...fields, requestId: 1 });
    expect(refused).toMatchObject({ event: 'ERROR', code, requestId: 1 });
    expect(others).toEqual([]);
  });

  test('an ambiguous name is refused with the ids to choose from', async () => {
    const [refused] = await subscribe('EXCHANGE_TICKER', { marketName: 'GST_USDT' });
    expect(String(refused?.['message']).match(/[0-9a-f]{8}-[0-9a-f-]{27}/g)).toHaveLength(2);
  });
});

describe('trades', () => {
  const trade = (exchangeId: string, marketId: string, tradeId: string) => ({
    exchangeId,
    marketId,
    tradeId,
    price: '100.5',
    amount: '0.25',
    exchangeTimestamp: T + 1234,
  });
  const all = [
    trade(KRAKEN, BTC_USD, '1'),
    trade(BITSTAMP, BTC_USD, '2'),
    trade(KRAKEN, ETH_USD, '3'),
    trade(KRAKEN, BTC_USD, '4'),
  ];

  test.each([
    ['an exchange', { exchangeId: KRAKEN }, ['1', '3', '4']],
    ['a market', { marketId: BTC_USD }, ['1', '2', '4']],
    ['both', { exchangeId: KRAKEN, marketId: BTC_USD }, ['1', '4']],
  ])('of %s: confirmed, no current value, then on arrival', async (_what, fields, ids) => {
    await rig.trade(T, all);
    expect(await subscribe('TRADE', { ...fields, requestId: 5 })).toEqual([
      { event: 'SUBSCRIBED_TRADE', ...fields, timestamp: '2026-06-01T00:00:00.000Z', requestId: 5 },
    ]);
    await rig.trade(T + 2000, all);
    const got = await client.settled();
    expect(got.map(({ tradeId }) => tradeId).toSorted()).toEqual(ids);
    expect(await tick(1)).toEqual([]);
    expect(await unsubscribe('TRADE', fields)).toMatchObject([{ event: 'UNSUBSCRIBED_TRADE', ...fields }]);
    await rig.trade(T + 3000, all);
    expect(await client.settled()).toEqual([]);
  });

  test('have the members of the contract', async () => {
    await subscribe('TRADE', { exchangeId: KRAKEN });
    await rig.trade(T + 2000, [trade(KRAKEN, BTC_USD, '1')]);
    expect(await client.settled()).toEqual([
      {
        event: 'TRADE',
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{3}a-4/) as unknown,
        tradeId: '1',
        exchangeId: KRAKEN,
        exchange: 'Kraken',
        marketId: BTC_USD,
        marketName: 'BTC_USD',
        price: '100.5',
        amount: '0.25',
        exchangeTimestamp: '2026-03-01T12:00:01.234Z',
        timestamp: '2026-03-01T12:00:02.000Z',
      },
    ]);
  });

  test('of one market come in the order in which they happened, and once', async () => {
    await subscribe('TRADE', { exchangeId: KRAKEN });
    await subscribe('TRADE', { marketId: BTC_USD });
    await rig.trade(T + 2000, all);
    const ids = (await client.settled()).filter((m) => m['exchangeId'] === KRAKEN).map((m) => m['tradeId']);
    expect(ids).toEqual(['1', '3', '4']);
  });

  test.each([
    [{ exchangeId: BINANCE }, '404'],
    [{ marketId: catalogue.markets.find(({ id }) => id !== BTC_USD && id !== ETH_USD)?.id }, '404'],
    [{ exchangeId: BITSTAMP, marketId: ETH_USD }, '404'],
    [{ exchangeId: UNKNOWN }, '404'],
    [{ marketId: UNKNOWN }, '404'],
    [{}, '400'],
    [{ exchangeId: 1 }, '400'],
  ])('%j is refused with %s', async (fields, code) => {
    expect(await subscribe('TRADE', fields)).toMatchObject([{ event: 'ERROR', code }]);
  });
});

describe('scopes', () => {
  test.each([
    ['read:exchange-ticker', ['EXCHANGE_TICKER', 'TRADE']],
    ['read:index-ticker', ['MWA', 'GWA']],
    ['read:LX', ['LX']],
    ['read:ohlcv', []],
    ['read:market-cap', []],
    ['read:derivatives', []],
  ] as const)('%s opens %j', async (scope, allowed: readonly string[]) => {
    client = await rig.connect(await rig.addClient([scope]));
    const outcomes = {
      EXCHANGE_TICKER: await subscribe('EXCHANGE_TICKER', { exchangeId: KRAKEN }),
      TRADE: await subscribe('TRADE', { exchangeId: KRAKEN }),
      MWA: await subscribe('INDEX_TICKER', { indexType: 'MWA' }),
      GWA: await subscribe('INDEX_TICKER', { indexId: BTC }),
      LX: await subscribe('INDEX_TICKER', { indexId: BLX }),
    };
    for (const [what, [first]] of Object.entries(outcomes)) {
      expect([what, first?.event === 'ERROR' ? first['code'] : 'ok']).toEqual([
        what,
        allowed.includes(what) ? 'ok' : '403',
      ]);
    }
    const delivered = new Set(
      (await tick(1)).map((m) => (m.event === 'INDEX_TICKER' ? m['indexType'] : m.event)),
    );
    expect([...delivered].toSorted()).toEqual(allowed.filter((what) => what !== 'TRADE').toSorted());
  });
});

describe('an index by name', () => {
  test.each([
    [{ symbol: 'BTC' }, 'GWA', BTC],
    [{ slugName: 'bitcoin' }, 'GWA', BTC],
    [{ marketName: 'BTC_USD' }, 'MWA', BTC_USD],
    [{ name: 'BLX' }, 'LX', BLX],
  ])('%j is confirmed with its id, ticks, and ends as it was written', async (fields, indexType, indexId) => {
    const [confirmed, current] = await subscribe('INDEX_TICKER', fields);
    expect(confirmed).toMatchObject({ event: 'SUBSCRIBED_INDEX_TICKER', indexType, indexId, ...fields });
    expect(current).toMatchObject({ event: 'INDEX_TICKER', indexId });
    expect(indexIds(await tick(1))).toEqual([indexId]);
    expect(await unsubscribe('INDEX_TICKER', { indexId })).toMatchObject([{ event: 'ERROR', code: '404' }]);
    expect(await unsubscribe('INDEX_TICKER', fields)).toMatchObject([
      { event: 'UNSUBSCRIBED_INDEX_TICKER', indexId, ...fields },
    ]);
    expect(await tick(2)).toEqual([]);
  });

  test('beside its id, a tick comes once, until both have ended', async () => {
    await subscribe('INDEX_TICKER', { indexId: BTC });
    expect(events(await subscribe('INDEX_TICKER', { symbol: 'BTC' }))).toEqual(['SUBSCRIBED_INDEX_TICKER']);
    expect(indexIds(await tick(1))).toEqual([BTC]);
    await unsubscribe('INDEX_TICKER', { indexId: BTC });
    expect(indexIds(await tick(2))).toEqual([BTC]);
  });

  test('goes on from where the client was', async () => {
    await rig.tick(T + SLOT_MS);
    await rig.tick(T + 2 * SLOT_MS);
    const since = new Date(T).toISOString();
    const [confirmed, ...missed] = await subscribe('INDEX_TICKER', { symbol: 'BTC', since });
    expect(confirmed).toMatchObject({ symbol: 'BTC', indexId: BTC });
    expect(missed.map(({ timestamp }) => Date.parse(String(timestamp)))).toEqual([
      T + SLOT_MS,
      T + 2 * SLOT_MS,
    ]);
  });

  test.each([
    [{ symbol: 'NOSUCHCOIN' }, '404'],
    [{ name: 'toString' }, '404'],
    [{ symbol: 'BTC', indexType: 'MWA' }, '404'],
    [{ symbol: 'GST' }, '400'],
    [{ symbol: 'BTC', indexId: BTC }, '400'],
    [{ symbol: 'BTC', marketName: 'BTC_USD' }, '400'],
    [{ symbol: '' }, '400'],
    [{ symbol: 7 }, '400'],
  ])('%j is refused', async (fields, code) => {
    expect(await subscribe('INDEX_TICKER', fields)).toMatchObject([{ event: 'ERROR', code }]);
  });
});
