import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StreamLimits } from '../../../src/api/stream/connection/limits.ts';
import { clientFrame, OPCODES, RawWebsocket } from '../../support/raw-websocket.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { SLOT_MS, StreamRig, T } from './stream-rig.ts';

const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const ETH = 'e991ba77-d384-48ff-b0a4-40e95ef6b7d6';
const EUR = '9b687b84-695a-43cf-9ad6-4df86740163b';

let rig: StreamRig;
beforeEach(async () => {
  rig = await StreamRig.start();
});
afterEach(() => rig.close());

async function limitedTo(limits: Partial<StreamLimits>): Promise<void> {
  await rig.close();
  rig = await StreamRig.start({ limits });
}

async function openRaw(): Promise<RawWebsocket> {
  const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
  expect(await raw.message()).toMatchObject({ event: 'CONNECTED' });
  return raw;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const ping = (requestId: number) => ({ event: 'PING', requestId });

describe('messages', () => {
  test('a burst is answered; what is over the rate gets ERROR 429 and is not carried out', async () => {
    const client = await rig.connect();
    client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC, requestId: 0 });
    for (let i = 1; i < 2000; i++) client.send(ping(i));
    client.send({ event: 'UNSUBSCRIBE_INDEX_TICKER', indexId: BTC, requestId: 'over' });
    for (;;) {
      const message = await client.next();
      if (message.event === 'PONG' || message['indexId'] === BTC) continue;
      expect(message).toMatchObject({ event: 'ERROR', code: '429', requestId: 'over' });
      break;
    }
    await rig.pass(1000);
    await rig.tick(T + SLOT_MS);
    expect(await client.settled()).toMatchObject([{ event: 'INDEX_TICKER', indexId: BTC }]);
  });

  test('after the burst, so many a second', async () => {
    await limitedTo({ burst: 10, perSecond: 20 });
    const client = await rig.connect();
    for (let i = 0; i < 10; i++) expect(await client.ask(ping(i))).toMatchObject({ event: 'PONG' });
    expect(await client.ask(ping(11))).toMatchObject({ event: 'ERROR', code: '429', requestId: 11 });
    // The next ones wait in the socket until the rate allows them.
    for (let i = 12; i < 22; i++) client.send(ping(i));
    await rig.pass(500);
    for (let i = 12; i < 22; i++) expect(await client.next()).toMatchObject({ event: 'PONG', requestId: i });
  });

  test('a socket that goes on is not read any more, pings of the protocol included, and others are served', async () => {
    await limitedTo({ burst: 100, perSecond: 100 });
    const flooding = await openRaw();
    const flood = Buffer.concat(
      Array.from({ length: 5000 }, () => clientFrame('x', { opcode: OPCODES.ping })),
    );
    let taken = 0;
    while (flooding.socket.write(flood)) {
      taken++;
      await turn();
      expect(taken).toBeLessThan(10_000);
    }
    const other = await rig.connect();
    for (let i = 0; i < 20; i++) expect(await other.settled()).toEqual([]);
    // Only what was within the rate has been answered.
    for (let i = 0; i < 100; i++) expect(await flooding.frame()).toMatchObject({ opcode: OPCODES.pong });
    flooding.socket.destroy();
  });

  describe('that go on and on over the rate', () => {
    const BURST = 10;
    beforeEach(() => limitedTo({ burst: BURST, perSecond: 10 }));
    const pingsOf = (count: number) => Array.from({ length: count }, () => clientFrame('{"event":"PING"}'));

    test('end the connection with 1008, and the reason says so', async () => {
      const other = await rig.connect();
      const raw = await openRaw();
      raw.send(Buffer.concat(pingsOf(6 * BURST)));
      for (let i = 0; i < 6 * BURST; i++)
        expect(await raw.message()).toMatchObject({ event: i < BURST ? 'PONG' : 'ERROR' });
      expect(rig.stream.connections).toBe(2);
      // Half a burst is allowed again, and it goes on.
      await rig.pass(500);
      raw.send(Buffer.concat(pingsOf(BURST)));
      let frame = await raw.frame();
      while (frame?.opcode === OPCODES.text) frame = await raw.frame();
      expect(frame?.opcode).toBe(OPCODES.close);
      expect(frame?.payload.readUInt16BE()).toBe(1008);
      expect(frame?.payload.subarray(2).toString()).toBe('policy: too many messages');
      await raw.ended();
      while (rig.stream.connections > 1) await turn();
      expect(await rig.registry.metrics()).toContain('tidemark_stream_ended_total{reason="flood"} 1');
      expect(rig.logLines.join('')).toContain('kept sending too much');
      expect(await other.settled()).toEqual([]);
    });

    test('count pings of the protocol as well', async () => {
      const raw = await openRaw();
      raw.send(
        Buffer.concat(
          Array.from({ length: 6 * BURST + 1 }, () => clientFrame('x', { opcode: OPCODES.ping })),
        ),
      );
      expect(await raw.closeCode()).toBe(1008);
    });

    test('do not count once the client has kept to its rate until a whole burst is allowed again', async () => {
      const raw = await openRaw();
      for (let round = 0; round < 5; round++) {
        raw.send(Buffer.concat(pingsOf(4 * BURST)));
        for (let i = 0; i < 4 * BURST; i++)
          expect(await raw.message()).toMatchObject({ event: i < BURST ? 'PONG' : 'ERROR' });
        await rig.pass(2000);
      }
      expect(rig.stream.connections).toBe(1);
      raw.socket.destroy();
    });
  });
});

test('a connection may have so many subscriptions, of all kinds together', async () => {
  await limitedTo({ subscriptions: 2 });
  const client = await rig.connect();
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
  client.send({ event: 'SUBSCRIBE_EXCHANGE_TICKER', marketName: 'BTC_USD' });
  await client.settled();
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: ETH, requestId: 3 });
  expect(await client.settled()).toMatchObject([{ event: 'ERROR', code: '429', requestId: 3 }]);
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
  expect(await client.settled()).toMatchObject([{ event: 'SUBSCRIBED_INDEX_TICKER' }]);
  client.send({ event: 'UNSUBSCRIBE_INDEX_TICKER', indexId: BTC });
  client.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: EUR });
  expect(await client.settled()).toMatchObject([
    { event: 'UNSUBSCRIBED_INDEX_TICKER' },
    { event: 'SUBSCRIBED_INDEX_TICKER' },
    { event: 'INDEX_TICKER' },
  ]);
});

describe('liveness', () => {
  test('either side may ask: PING is answered with PONG', async () => {
    const client = await rig.connect();
    expect(await client.ask({ event: 'PING', requestId: 'x' })).toEqual({
      event: 'PONG',
      timestamp: '2026-06-01T00:00:00.000Z',
      requestId: 'x',
    });
    expect(await client.ask({ event: 'PING' })).toEqual({
      event: 'PONG',
      timestamp: '2026-06-01T00:00:00.000Z',
    });
  });

  test('the server asks about every 30 seconds, by a message and by a ping of the protocol', async () => {
    const raw = await openRaw();
    await rig.pass(29_500);
    await rig.pass(500);
    expect(await raw.frame()).toMatchObject({ opcode: OPCODES.text });
    expect(await raw.frame()).toMatchObject({ opcode: OPCODES.ping });
    raw.socket.destroy();
  });

  test.each([
    ['a PONG', clientFrame('{"event":"PONG"}')],
    ['a pong of the protocol', clientFrame('', { opcode: OPCODES.pong })],
    ['a ping of the protocol', clientFrame('', { opcode: OPCODES.ping })],
    ['any message', clientFrame('nonsense')],
    ['a binary frame', clientFrame('x', { opcode: OPCODES.binary })],
  ])('%s counts as life', async (_what, frame) => {
    const raw = await openRaw();
    for (let i = 0; i < 8; i++) {
      await rig.pass(20_000);
      const written = raw.socket.bytesWritten;
      raw.send(frame);
      while (raw.socket.writableLength > 0 || raw.socket.bytesWritten === written) await turn();
      await turn();
      await turn();
    }
    expect(rig.stream.connections).toBe(1);
    raw.socket.destroy();
  });

  test('after two silent periods the server closes with 1008 and says why', async () => {
    const client = rig.keep(
      new StreamClient(`${rig.wsUrl}?access_token=${await rig.token()}`, { autoPong: false }),
    );
    expect(await client.next()).toMatchObject({ event: 'CONNECTED' });
    await rig.pass(89_000);
    expect(rig.stream.connections).toBe(1);
    await rig.pass(2000);
    expect(await client.ended).toEqual({ code: 1008, reason: 'ping time-out' });
    expect((await client.rest()).map(({ event }) => event)).toEqual(['PING', 'PING']);
  });

  test('a peer that reads nothing and says nothing is gone as well', async () => {
    const raw = await openRaw();
    raw.socket.pause();
    await rig.pass(91_000);
    while (rig.stream.connections > 0) await turn();
    expect(await rig.registry.metrics()).toContain('tidemark_stream_ended_total{reason="silence"} 1');
    raw.socket.destroy();
  });
});

describe('a client that does not read', () => {
  /** Subscribed to everything and answering pings, then frozen. */
  async function frozen(): Promise<RawWebsocket> {
    const raw = await openRaw();
    for (const indexType of ['MWA', 'GWA', 'LX'])
      raw.sendText({ event: 'SUBSCRIBE_INDEX_TICKER', indexType });
    raw.sendText({ event: 'PING', requestId: 'ready' });
    for (
      let message = await raw.message();
      message?.['requestId'] !== 'ready';
      message = await raw.message()
    );
    raw.socket.pause();
    return raw;
  }

  /** Ticks until something waits in the server for the client. */
  async function tickUntilBehind(from: number): Promise<number> {
    let n = from;
    while (rig.stream.backlogBytes === 0) {
      await rig.tick(T + ++n * SLOT_MS);
      await turn();
      expect(n).toBeLessThan(1000);
    }
    return n;
  }

  test('waits here and not in the kernel: no more than a window of it goes out', async () => {
    const raw = await frozen();
    const n = await tickUntilBehind(0);
    const sent = n * 60_000;
    // One tick of the small world has some 70 kB, a window half a megabyte; the kernel alone would take megabytes.
    expect(sent).toBeLessThan(2 * 2 ** 20);
    raw.socket.destroy();
  });

  test('is cut with 1013 once its backlog is too old, and no other client notices', async () => {
    const raw = await frozen();
    const other = await rig.connect();
    other.send({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BTC });
    await other.settled();
    const n = await tickUntilBehind(0);
    expect((await other.settled()).length).toBe(n);
    await rig.pass(30_000);
    expect(rig.stream.connections).toBe(2);
    await rig.pass(1000);
    while (rig.stream.backlogBytes > 0) await turn();
    expect(await rig.registry.metrics()).not.toContain('reason="silence"');
    await rig.tick(T + (n + 1) * SLOT_MS);
    expect(await other.settled()).toContainEqual(
      expect.objectContaining({ event: 'INDEX_TICKER', indexId: BTC }),
    );
    // It learns why when it reads again: everything up to there is whole, then the close.
    raw.socket.resume();
    expect(await raw.closeCode()).toBe(1013);
    raw.socket.destroy();
  });

  test('is cut once its backlog has too many bytes, whatever its age', async () => {
    await limitedTo({ backlogBytes: 65_536 });
    const raw = await frozen();
    let n = await tickUntilBehind(0);
    // Two full ticks of everything subscribed may always wait.
    await rig.pass(1000);
    expect(rig.stream.connections).toBe(1);
    for (let i = 0; i < 3; i++) await rig.tick(T + ++n * SLOT_MS);
    await rig.pass(1000);
    raw.socket.resume();
    expect(await raw.closeCode()).toBe(1013);
    raw.socket.destroy();
    while (rig.stream.connections > 0) await turn();
    expect(rig.logLines.join('')).toContain('slow');
  });

  test('and reads again in time gets everything, in order', async () => {
    const raw = await frozen();
    const n = await tickUntilBehind(0);
    await rig.tick(T + (n + 1) * SLOT_MS);
    raw.socket.resume();
    const times: string[] = [];
    while (times.length < n + 1) {
      const message = await raw.message();
      if (message?.['indexId'] === BTC && message['event'] === 'INDEX_TICKER')
        times.push(String(message['timestamp']));
    }
    expect(times).toEqual(
      Array.from({ length: n + 1 }, (_, i) => new Date(T + (i + 1) * SLOT_MS).toISOString()),
    );
    raw.socket.destroy();
  });

  test('a client that never answers pings but says something gets its ticks too', async () => {
    const { raw } = await RawWebsocket.open(rig.wsUrl, await rig.token());
    raw.sendText({ event: 'SUBSCRIBE_INDEX_TICKER', indexType: 'MWA' });
    let seen = 0;
    for (let n = 1; n <= 40; n++) {
      await rig.tick(T + n * SLOT_MS);
      raw.sendText({ event: 'PONG' });
      const last = new Date(T + n * SLOT_MS).toISOString();
      for (let got = ''; got !== last;) {
        const frame = await raw.frame();
        if (frame?.opcode !== OPCODES.text) continue;
        const message = JSON.parse(frame.payload.toString()) as { event: string; timestamp: string };
        if (message.event === 'INDEX_TICKER') got = message.timestamp;
      }
      seen++;
    }
    expect(seen).toBe(40);
    raw.socket.destroy();
  });
});
