import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HeldLoop } from './held-loop.ts';
import { clientFrame, OPCODES, RawWebsocket } from '../../support/raw-websocket.ts';
import type { StreamClient, StreamMessage } from '../../support/stream-client.ts';
import { SLOT_MS, StreamRig, T } from './stream-rig.ts';

const MANY = 500;

let loop: HeldLoop;
let rig: StreamRig;
beforeEach(async () => {
  loop = new HeldLoop();
  rig = await StreamRig.start({ loop });
});
afterEach(async () => {
  loop.release();
  await rig.close();
});

const subscribe = (requestId: number) => ({
  event: 'SUBSCRIBE_INDEX_TICKER',
  indexType: 'LX',
  requestId,
});
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const isConfirmation = ({ event }: StreamMessage) => event === 'SUBSCRIBED_INDEX_TICKER';
const newTick = new Date(T + SLOT_MS).toISOString();

/** A client with many messages of which the server has begun to carry out some: the rest is in line. */
async function demanding(): Promise<{ readonly client: StreamClient; readonly received: StreamMessage[] }> {
  const client = await rig.connect();
  loop.hold();
  for (let requestId = 1; requestId <= MANY; requestId++) client.send(subscribe(requestId));
  const received = [await client.next()];
  expect(received).toMatchObject([{ event: 'SUBSCRIBED_INDEX_TICKER', requestId: 1 }]);
  expect(loop.waits).toBe(true);
  return { client, received };
}

/** Everything that the client is sent, until all its messages are answered. */
async function restOf(client: StreamClient, received: StreamMessage[]): Promise<StreamMessage[]> {
  loop.release();
  return [...received, ...(await client.settled())];
}

test('a tick does not wait for the messages that are in line', async () => {
  const bystander = await rig.connect();
  bystander.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'LX' });
  await bystander.settled();
  const { client, received } = await demanding();
  await rig.tick(T + SLOT_MS);
  for (const name of ['BLX', 'ELX', 'XRPLX'])
    expect(await bystander.next()).toMatchObject({ event: 'INDEX_TICKER', name, timestamp: newTick });
  const all = await restOf(client, received);
  const confirmed = all.filter(isConfirmation).map(({ requestId }) => requestId);
  expect(confirmed).toEqual(Array.from({ length: MANY }, (_, i) => i + 1));
  const before = all.findIndex(({ timestamp, event }) => event === 'INDEX_TICKER' && timestamp === newTick);
  expect(all.slice(0, before).filter(isConfirmation).length).toBeLessThan(MANY / 10);
});

test('who connects while others are in line is let in when its turn comes', async () => {
  const { client, received } = await demanding();
  let isIn = false;
  const connecting = rig.connect().then((newcomer) => {
    isIn = true;
    return newcomer;
  });
  for (let i = 0; i < 20; i++) await turn();
  expect(isIn).toBe(false);
  await restOf(client, received);
  const newcomer = await connecting;
  newcomer.send(subscribe(1));
  expect((await newcomer.settled()).map(({ event }) => event)).toEqual([
    'SUBSCRIBED_INDEX_TICKER',
    'INDEX_TICKER',
    'INDEX_TICKER',
    'INDEX_TICKER',
  ]);
});

test('a client that leaves while it waits to be let in harms no other', async () => {
  const { client, received } = await demanding();
  const { hostname, port } = new URL(rig.wsUrl);
  const leaving = connect({ host: hostname, port: Number(port) });
  const head = [
    `GET /?access_token=${await rig.token()} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    'Sec-WebSocket-Version: 13',
  ];
  leaving.write(`${head.join('\r\n')}\r\n\r\n`);
  for (let i = 0; i < 20; i++) await turn();
  leaving.resetAndDestroy();
  for (let i = 0; i < 20; i++) await turn();
  const all = await restOf(client, received);
  expect(all.filter(isConfirmation)).toHaveLength(MANY);
  expect(await client.settled()).toEqual([]);
  while (rig.stream.connections > 1) await turn();
  expect(rig.logLines.filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
});

test('a client that is not read because it is in line is not cut for its silence', async () => {
  const { client, received } = await demanding();
  await rig.pass(120_000);
  const all = await restOf(client, received);
  expect(all.filter(isConfirmation)).toHaveLength(MANY);
  expect(all.filter(({ event }) => event === 'PING').length).toBeGreaterThan(2);
});

test.each([
  ['a close', clientFrame(Buffer.from([0x03, 0xe8]), { opcode: OPCODES.close })],
  ['a frame that breaks the protocol', clientFrame('x', { reserved: 0x20 })],
])('what was said before %s is answered before the close', async (_what, last) => {
  const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
  expect(await raw.message()).toMatchObject({ event: 'CONNECTED' });
  raw.send(Buffer.concat([clientFrame(JSON.stringify({ event: 'PING', requestId: 1 })), last]));
  expect(await raw.message()).toMatchObject({ event: 'PONG', requestId: 1 });
  expect(await raw.frame()).toMatchObject({ opcode: OPCODES.close });
  expect(await raw.frame()).toBeUndefined();
});

test('how long a fan-out took is told', async () => {
  const client = await rig.connect();
  client.send(subscribe(1));
  await client.settled();
  loop.hold();
  await rig.tick(T + SLOT_MS);
  // One look when it is published, one when it begins, one for the client, one at its end.
  expect(await rig.registry.metrics()).toContain(
    'tidemark_stream_fan_out_seconds{event="INDEX_TICKER"} 0.015',
  );
});
