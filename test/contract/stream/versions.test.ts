// The websocket over a change of the reference data.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import type { ListingKey } from '../../../src/core/ids/listing-key.ts';
import type { ReferenceContent } from '../../../src/core/reference-data.ts';
import { HeldLoop } from './held-loop.ts';
import type { StreamClient, StreamMessage } from '../../support/stream-client.ts';
import { listings, reference, series, SLOT_MS, StreamRig, T } from './stream-rig.ts';

const at = (slot: number) => T + slot * SLOT_MS;

/** A listing that can go, on an exchange that keeps others, of a market that others keep. */
const LEAVING = listings.listings.find(
  ({ exchangeId, marketId }, i) =>
    listings.active[i] === 1 &&
    listings.ofMarket(marketId).filter((n) => listings.active[n] === 1).length > 2 &&
    listings.ofExchange(exchangeId).length > 2,
)!;
const MARKET = LEAVING.marketId;
const WITHOUT = unlisted(reference, LEAVING);

function unlisted(data: ReferenceContent, { exchangeId, marketId }: ListingKey): ReferenceContent {
  const without = (exchange: Exchange): Exchange => ({
    ...exchange,
    listings: exchange.listings.filter((listing) => listing.marketId !== marketId),
  });
  return {
    ...data,
    exchanges: data.exchanges.map((exchange) => (exchange.id === exchangeId ? without(exchange) : exchange)),
    traded: data.traded.filter((l) => l.exchangeId !== exchangeId || l.marketId !== marketId),
  };
}

function tickersIn(messages: readonly StreamMessage[]): string[] {
  return messages
    .filter(({ event }) => event === 'EXCHANGE_TICKER')
    .map(({ exchangeId, marketId }) => `${String(exchangeId)} ${String(marketId)}`);
}

/** Of listings that can have a ticker. */
function listed(rig: StreamRig, wanted: (listing: ListingKey) => boolean): string[] {
  const { listings: order } = rig.orders;
  return order.listings
    .filter((listing, n) => order.active[n] === 1 && wanted(listing))
    .map(({ exchangeId, marketId }) => `${exchangeId} ${marketId}`);
}

let rig: StreamRig;
let client: StreamClient;

async function subscribe(channel: string, fields: object): Promise<StreamMessage[]> {
  expect(await client.ask({ event: `SUBSCRIBE_${channel}`, ...fields })).toMatchObject({
    event: `SUBSCRIBED_${channel}`,
  });
  return client.settled();
}

describe('exchange tickers', () => {
  beforeEach(async () => {
    rig = await StreamRig.start();
    client = await rig.connect();
  });
  afterEach(() => rig.close());

  test.each([
    ['a market', { marketId: MARKET }, ({ marketId }: ListingKey) => marketId === MARKET],
    [
      'a market on an exchange',
      LEAVING,
      (l: ListingKey) => l.exchangeId === LEAVING.exchangeId && l.marketId === MARKET,
    ],
    [
      'an exchange',
      { exchangeId: LEAVING.exchangeId },
      ({ exchangeId }: ListingKey) => exchangeId === LEAVING.exchangeId,
    ],
  ])('of %s follow it: a listing goes, and comes back', async (_what, fields, wanted) => {
    const all = listed(rig, wanted);
    expect(tickersIn(await subscribe('EXCHANGE_TICKER', fields)).toSorted()).toEqual(all.toSorted());
    const name = `${LEAVING.exchangeId} ${MARKET}`;
    for (const [slot, data] of [
      [1, WITHOUT],
      [3, reference],
      [5, WITHOUT],
    ] as const) {
      await rig.change(data);
      for (const tick of [slot, slot + 1]) {
        await rig.tick(at(tick));
        const expected = data === reference ? all : all.filter((listing) => listing !== name);
        expect(tickersIn(await client.settled()).toSorted()).toEqual(expected.toSorted());
      }
    }
  });

  test('of a market that has no listing yet begin with its first one', async () => {
    await rig.change(WITHOUT);
    await rig.tick(at(1));
    expect(tickersIn(await subscribe('EXCHANGE_TICKER', LEAVING))).toEqual([]);
    await rig.tick(at(2));
    expect(tickersIn(await client.settled())).toEqual([]);
    await rig.change(reference);
    await rig.tick(at(3));
    expect(tickersIn(await client.settled())).toEqual([`${LEAVING.exchangeId} ${MARKET}`]);
  });

  test('of a new listing that the tick itself lacks come with the tick, once, as the last value that there is', async () => {
    await rig.change(WITHOUT);
    await rig.tick(at(1));
    await subscribe('EXCHANGE_TICKER', { marketId: MARKET });
    await subscribe('EXCHANGE_TICKER', LEAVING);
    await rig.change(reference);
    const number = listings.indexOf(LEAVING.exchangeId, MARKET)!;
    // It was delivered before anything of the version was published.
    rig.collect(at(1));
    await rig.tick(at(2), { silent: [number] });
    const name = `${LEAVING.exchangeId} ${MARKET}`;
    const messages = await client.settled();
    expect(tickersIn(messages).filter((listing) => listing === name)).toEqual([name]);
    await rig.tick(at(3));
    expect(tickersIn(await client.settled()).filter((listing) => listing === name)).toEqual([name]);
  });

  test('go on for who subscribed to something else meanwhile, and end with the subscription', async () => {
    await subscribe('EXCHANGE_TICKER', { marketId: MARKET });
    await rig.change(WITHOUT);
    await rig.tick(at(1));
    await client.settled();
    const other = listings.listings.find(({ marketId }) => marketId !== MARKET)!;
    await subscribe('EXCHANGE_TICKER', { marketId: other.marketId });
    await rig.change(reference);
    await rig.tick(at(2));
    const both = (listing: ListingKey) => [MARKET, other.marketId].includes(listing.marketId);
    expect(tickersIn(await client.settled()).toSorted()).toEqual(listed(rig, both).toSorted());
    expect(await client.ask({ event: 'UNSUBSCRIBE_EXCHANGE_TICKER', marketId: MARKET })).toMatchObject({
      event: 'UNSUBSCRIBED_EXCHANGE_TICKER',
      marketId: MARKET,
    });
    await rig.tick(at(3));
    const rest = listed(rig, ({ marketId }) => marketId === other.marketId);
    expect(tickersIn(await client.settled()).toSorted()).toEqual(rest.toSorted());
  });

  test('reach a client that wants them compressed', async () => {
    const compressed = await rig.connect(undefined, { perMessageDeflate: true });
    compressed.send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', marketId: MARKET });
    compressed.send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', exchangeId: LEAVING.exchangeId });
    await compressed.settled();
    for (const [slot, data] of [
      [1, WITHOUT],
      [2, reference],
    ] as const) {
      await rig.change(data);
      await rig.tick(at(slot));
      const wanted = (l: ListingKey) => l.marketId === MARKET || l.exchangeId === LEAVING.exchangeId;
      const got: string[] = [];
      while (got.length < listed(rig, wanted).length) got.push(...tickersIn([await compressed.next()]));
      expect(got.toSorted()).toEqual(listed(rig, wanted).toSorted());
    }
  });
});

test('a session that is behind gets each tick as what belonged to the market then', async () => {
  const loop = new HeldLoop();
  rig = await StreamRig.start({ loop });
  try {
    // The first of two has used up the time that there is: the other waits for the next turn.
    const first = await rig.connect();
    first.send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', marketId: MARKET });
    await first.settled();
    client = await rig.connect();
    await subscribe('EXCHANGE_TICKER', { marketId: MARKET });
    await rig.change(WITHOUT);
    loop.hold();
    await rig.tick(at(1));
    await rig.change(reference);
    await rig.tick(at(2));
    expect(loop.waits).toBe(true);
    loop.release();
    const all = listed(rig, ({ marketId }) => marketId === MARKET);
    const without = all.filter((listing) => listing !== `${LEAVING.exchangeId} ${MARKET}`);
    const got = tickersIn(await client.settled());
    expect(got.slice(0, without.length).toSorted()).toEqual(without.toSorted());
    expect(got.slice(without.length).toSorted()).toEqual(all.toSorted());
  } finally {
    await rig.close();
  }
});

describe('trades', () => {
  const traded = listings.ofMarket(MARKET).map((number) => listings.listings[number]!);
  const trade = (listing: ListingKey, tradeId: string) => ({
    ...listing,
    tradeId,
    price: '1',
    amount: '1',
    exchangeTimestamp: T,
  });
  const idsIn = (messages: readonly StreamMessage[]) =>
    messages.filter(({ event }) => event === 'TRADE').map(({ tradeId }) => tradeId);
  const WITH: ReferenceContent = { ...reference, traded };

  beforeEach(async () => {
    rig = await StreamRig.start({ traded });
    client = await rig.connect();
  });
  afterEach(() => rig.close());

  test('follow a market: none of a listing that has gone, and again when it is back', async () => {
    await subscribe('TRADE', { marketId: MARKET });
    const [first] = traded.filter((listing) => listing.exchangeId !== LEAVING.exchangeId) as [ListingKey];
    await rig.trade(T, [trade(LEAVING, '1'), trade(first, '2')]);
    await rig.change(unlisted(WITH, LEAVING));
    await rig.tick(at(1));
    await rig.trade(T, [trade(LEAVING, '3'), trade(first, '4')]);
    await rig.change(WITH);
    await rig.tick(at(2));
    await rig.trade(T, [trade(LEAVING, '5'), trade(first, '6')]);
    expect(idsIn(await client.settled())).toEqual(['1', '2', '4', '5', '6']);
  });

  test('of a new listing come as soon as it is announced, which is a slot before its first ticker', async () => {
    await rig.change(unlisted(WITH, LEAVING));
    await rig.tick(at(1));
    await subscribe('TRADE', { marketId: MARKET });
    await rig.trade(T, [trade(LEAVING, '1')]);
    await rig.change(WITH);
    await rig.trade(T, [trade(LEAVING, '2')]);
    await rig.tick(at(2));
    await rig.trade(T, [trade(LEAVING, '3')]);
    expect(idsIn(await client.settled())).toEqual(['2', '3']);
  });

  test('of a market of which none are delivered any more can be unsubscribed from, and not subscribed to', async () => {
    await subscribe('TRADE', { marketId: MARKET });
    await rig.change(reference);
    await rig.tick(at(1));
    const refused = { event: 'ERROR', message: 'there are no trades of this market' };
    const other = await rig.connect();
    expect(await other.ask({ event: 'SUBSCRIBE_TRADE', marketId: MARKET })).toMatchObject(refused);
    expect(await other.ask({ event: 'UNSUBSCRIBE_TRADE', marketId: MARKET })).toMatchObject(refused);
    expect(await client.ask({ event: 'UNSUBSCRIBE_TRADE', marketId: MARKET })).toMatchObject({
      event: 'UNSUBSCRIBED_TRADE',
      marketId: MARKET,
    });
    await rig.change(WITH);
    await rig.tick(at(2));
    await rig.trade(T, [trade(LEAVING, '1')]);
    expect(idsIn(await client.settled())).toEqual([]);
  });
});

describe('index ticks', () => {
  /** A market of two assets that there were already, and that comes before most others in the order of series. */
  const quote = reference.assets[0]!.id;
  const base = reference.assets.find(
    ({ id }) =>
      id !== quote && !reference.markets.some((m) => m.baseAssetId === id && m.quoteAssetId === quote),
  )!;
  const added = { id: '00000000-0000-4000-8000-000000000001', baseAssetId: base.id, quoteAssetId: quote };
  const MORE: ReferenceContent = { ...reference, markets: [...reference.markets, added] };
  const WITHOUT_AND_MORE: ReferenceContent = { ...WITHOUT, markets: MORE.markets };
  const { indexId } = series.series[5]!;
  const pricesIn = (messages: readonly StreamMessage[], id = indexId) =>
    messages
      .filter((m) => m.event === 'INDEX_TICKER' && m['indexId'] === id)
      .map(({ timestamp }) => timestamp);
  const instants = (...slots: readonly number[]) => slots.map((slot) => new Date(at(slot)).toISOString());

  beforeEach(async () => {
    rig = await StreamRig.start();
    client = await rig.connect();
  });
  afterEach(() => rig.close());

  test('go on where all numbers are others, and a type has the new index too', async () => {
    await subscribe('INDEX_TICKER', { indexId });
    const whole = await rig.connect();
    whole.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'MWA' });
    await whole.settled();
    await rig.change(MORE);
    await rig.tick(at(1));
    expect(pricesIn(await client.settled())).toEqual(instants(1));
    const messages = await whole.settled();
    expect(pricesIn(messages, added.id)).toEqual(instants(1));
    expect(pricesIn(messages)).toEqual(instants(1));
    expect(await subscribe('INDEX_TICKER', { indexId: added.id })).toHaveLength(1);
  });

  test('that were missed before and after a change come once each, in order', async () => {
    for (const slot of [1, 2]) await rig.tick(at(slot));
    await rig.change(MORE);
    for (const slot of [3, 4]) await rig.tick(at(slot));
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId, since: new Date(T).toISOString() });
    await rig.tick(at(5));
    const got: unknown[] = [];
    while (got.length < 5) got.push(...pricesIn([await client.next()]));
    await rig.change(WITHOUT_AND_MORE);
    await rig.tick(at(6));
    expect([...got, ...pricesIn(await client.settled())]).toEqual(instants(1, 2, 3, 4, 5, 6));
  });
});
