import { inflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OPCODES, RawWebsocket } from '../../support/raw-websocket.ts';
import { catalogue, SLOT_MS, StreamRig, T } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const KRAKEN = 'fa75a209-f460-4195-bbcc-56eb72286e3d';
const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';

let rig: StreamRig;
beforeEach(async () => {
  rig = await StreamRig.start({ traded: [{ exchangeId: KRAKEN, marketId: BTC_USD }] });
});
afterEach(() => rig.close());

test('a client that offers compression gets the same messages as one that does not', async () => {
  const plain = await rig.connect();
  const deflating = await rig.connect(undefined, { perMessageDeflate: true });
  expect(deflating.socket.extensions).toContain('permessage-deflate');
  const trade = {
    exchangeId: KRAKEN,
    marketId: BTC_USD,
    tradeId: '1',
    price: '1',
    amount: '1',
    exchangeTimestamp: T,
  };
  const subscriptions = [
    { event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'GWA' },
    { event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC_USD },
    { event: 'SUBSCRIBE_EXCHANGE_TICKER', exchangeId: KRAKEN },
    { event: 'SUBSCRIBE_EXCHANGE_TICKER', marketId: BTC_USD },
    { event: 'SUBSCRIBE_TRADE', exchangeId: KRAKEN, marketId: BTC_USD },
  ];
  for (const client of [plain, deflating]) for (const message of subscriptions) client.send(message);
  expect(await deflating.settled()).toEqual(await plain.settled());
  for (const n of [1, 2]) {
    await rig.tick(T + n * SLOT_MS);
    await rig.trade(T + n * SLOT_MS, [trade, { ...trade, tradeId: '2' }]);
    const expected = await plain.settled();
    const got: unknown[] = [];
    while (got.length < expected.length) got.push(await deflating.next());
    expect(got).toEqual(expected);
  }
});

test('ticks are compressed message by message, without memory of those before, and smaller', async () => {
  const { raw, answer } = await RawWebsocket.open(rig.wsUrl, await rig.token(), [
    'Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits',
  ]);
  expect(answer).toContain('server_no_context_takeover');
  expect(answer).toContain('client_no_context_takeover');
  expect(await raw.message()).toMatchObject({ event: 'CONNECTED' });
  raw.sendText({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'GWA' });
  for (let i = 0; i <= catalogue.assets.length; i++) expect((await raw.frame())?.rsv1).toBe(false);
  await rig.tick(T + SLOT_MS);
  for (let i = 0; i < catalogue.assets.length; i++) {
    const frame = await raw.frame();
    expect(frame).toMatchObject({ opcode: OPCODES.text, rsv1: true, fin: true });
    const tail = Buffer.from([0, 0, 0xff, 0xff]);
    const text = inflateRawSync(Buffer.concat([frame?.payload ?? tail, tail]), { finishFlush: 2 }).toString();
    expect(JSON.parse(text)).toMatchObject({ event: 'INDEX_TICKER', timestamp: '2026-03-01T12:00:30.000Z' });
    expect(frame?.payload.length).toBeLessThan(text.length);
  }
  raw.socket.destroy();
});

test('a subscription that comes while a tick is being compressed is confirmed after that tick', async () => {
  const deflating = await rig.connect(undefined, { perMessageDeflate: true });
  deflating.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'MWA' });
  await deflating.settled();
  deflating.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
  await rig.tick(T + SLOT_MS);
  const seen = await deflating.settled();
  while (seen.length < catalogue.markets.length + 2) seen.push(await deflating.next());
  const btc = seen.findIndex((m) => m.event === 'INDEX_TICKER' && m['indexId'] === BTC);
  expect(btc).toBe(seen.findIndex(({ event }) => event === 'SUBSCRIBED_INDEX_TICKER') + 1);
  expect(new Set(seen.map((message) => message['id'])).size).toBe(catalogue.markets.length + 2);
});
