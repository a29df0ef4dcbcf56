import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clientFrame, OPCODES, RawWebsocket } from '../../support/raw-websocket.ts';
import { StreamRig } from './stream-rig.ts';

let rig: StreamRig;
let raw: RawWebsocket;

beforeEach(async () => {
  rig = await StreamRig.start();
  ({ raw } = await RawWebsocket.open(rig.wsUrl, await rig.token()));
  expect(await raw.message()).toMatchObject({ event: 'CONNECTED' });
});
afterEach(async () => {
  raw.socket.destroy();
  await rig.close();
});

/** The server is unharmed: another connection talks to it. */
async function othersAreServed(): Promise<void> {
  const other = await rig.connect();
  expect(await other.settled()).toEqual([]);
}

async function isOpen(): Promise<void> {
  raw.sendText({ event: 'PING', requestId: 'still here' });
  expect(await raw.message()).toMatchObject({ event: 'PONG', requestId: 'still here' });
}

const PING = JSON.stringify({ event: 'PING', requestId: 1 });

describe('the connection stays open after', () => {
  test.each([
    ['a binary frame', clientFrame(Buffer.from([1, 2, 3]), { opcode: OPCODES.binary }), '400'],
    ['an empty message', clientFrame(''), '400'],
    ['what is not JSON', clientFrame('{"event":'), '400'],
    ['JSON that is no object', clientFrame('[]'), '400'],
    ['null', clientFrame('null'), '400'],
    ['a message without event', clientFrame('{}'), '400'],
    ['an event that is no text', clientFrame('{"event":7}'), '400'],
    ['an unknown event', clientFrame('{"event":"SUBSCRIBE"}'), '400'],
    ['an event of the server', clientFrame('{"event":"CONNECTED"}'), '400'],
    ['an event in small letters', clientFrame('{"event":"ping"}'), '400'],
    ['more than 4 KiB', clientFrame(`{"event":"PING","x":"${'a'.repeat(4096)}"}`), '413'],
    ['64 KiB', clientFrame('a'.repeat(65_536)), '413'],
  ])('%s', async (_what, frame, code) => {
    raw.send(frame);
    expect(await raw.message()).toMatchObject({
      event: 'ERROR',
      code,
      timestamp: expect.any(String) as unknown,
    });
    await isOpen();
  });

  test('a message of exactly 4 KiB, which is carried out', async () => {
    const padding = 'a'.repeat(4096 - '{"event":"PING","x":""}'.length);
    raw.send(clientFrame(`{"event":"PING","x":"${padding}"}`));
    expect(await raw.message()).toMatchObject({ event: 'PONG' });
  });

  test('a message in fragments, with a ping between them', async () => {
    raw.send(clientFrame(PING.slice(0, 5), { fin: false }));
    raw.send(clientFrame('between', { opcode: OPCODES.ping }));
    raw.send(clientFrame(PING.slice(5, 9), { opcode: OPCODES.continuation, fin: false }));
    raw.send(clientFrame(PING.slice(9), { opcode: OPCODES.continuation }));
    expect(await raw.frame()).toMatchObject({ opcode: OPCODES.pong, payload: Buffer.from('between') });
    expect(await raw.message()).toMatchObject({ event: 'PONG', requestId: 1 });
  });

  test('a message that comes byte by byte', async () => {
    for (const byte of clientFrame(PING)) {
      raw.send(Buffer.from([byte]));
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect(await raw.message()).toMatchObject({ event: 'PONG', requestId: 1 });
  });

  test('pongs that were not asked for', async () => {
    raw.send(clientFrame('', { opcode: OPCODES.pong }));
    raw.send(clientFrame('abcd', { opcode: OPCODES.pong }));
    await isOpen();
  });
});

describe('the connection is closed with', () => {
  test.each([
    ['1007 after broken UTF-8', 1007, clientFrame(Buffer.from([0x7b, 0xc3, 0x28, 0x7d]))],
    ['1009 after more than 64 KiB', 1009, clientFrame('a'.repeat(65_537))],
    ['1009 after a length that no client could send', 1009, clientFrame('', { claimedLength: 2 ** 40 })],
    ['1002 after an unmasked frame', 1002, clientFrame(PING, { masked: false })],
    ['1002 after a reserved bit', 1002, clientFrame(PING, { reserved: 0x20 })],
    ['1002 after a compressed frame that was not agreed on', 1002, clientFrame(PING, { reserved: 0x40 })],
    ['1002 after an unknown opcode', 1002, clientFrame(PING, { opcode: 3 })],
    ['1002 after a continuation of nothing', 1002, clientFrame(PING, { opcode: OPCODES.continuation })],
    ['1002 after a ping in fragments', 1002, clientFrame('x', { opcode: OPCODES.ping, fin: false })],
    ['1002 after a long ping', 1002, clientFrame('x'.repeat(126), { opcode: OPCODES.ping })],
    ['1002 after a close of one byte', 1002, clientFrame('x', { opcode: OPCODES.close })],
    [
      '1002 after a close code that does not exist',
      1002,
      clientFrame(Buffer.from([0x03, 0xe7]), { opcode: OPCODES.close }),
    ],
    ['the same code after a close', 1001, clientFrame(Buffer.from([0x03, 0xe9]), { opcode: OPCODES.close })],
  ])('%s', async (_what, code, frame) => {
    raw.send(frame);
    expect(await raw.closeCode()).toBe(code);
    await othersAreServed();
  });

  test('1008 after more fragments than any message needs', async () => {
    raw.send(clientFrame('{', { fin: false }));
    const part = clientFrame(' ', { opcode: OPCODES.continuation, fin: false });
    raw.send(Buffer.concat(Array.from({ length: 400 }, () => part)));
    expect(await raw.closeCode()).toBe(1008);
    await othersAreServed();
  });

  test('1009 after a compressed message that grows beyond 64 KiB', async () => {
    const { raw: deflating, answer } = await RawWebsocket.open(rig.wsUrl, await rig.token(), [
      'Sec-WebSocket-Extensions: permessage-deflate',
    ]);
    expect(answer.toLowerCase()).toContain('permessage-deflate');
    expect(await deflating.message()).toMatchObject({ event: 'CONNECTED' });
    const bomb = deflateRawSync(Buffer.alloc(50 * 2 ** 20));
    expect(bomb.length).toBeLessThan(65_536);
    deflating.send(clientFrame(bomb, { reserved: 0x40 }));
    expect(await deflating.closeCode()).toBe(1009);
    await othersAreServed();
  });

  test('1002 or 1007 after compressed bytes that are none', async () => {
    const { raw: deflating } = await RawWebsocket.open(rig.wsUrl, await rig.token(), [
      'Sec-WebSocket-Extensions: permessage-deflate',
    ]);
    deflating.send(clientFrame(Buffer.from('no deflate at all'), { reserved: 0x40 }));
    expect([1002, 1007]).toContain(await deflating.closeCode());
    await othersAreServed();
  });
});

test('frames that come with the handshake are kept and answered after CONNECTED', async () => {
  const early = Buffer.concat([clientFrame(PING), clientFrame('{"event":"PING","requestId":2}')]);
  // A token that has not been seen yet takes a moment to check.
  const { raw: hasty } = await RawWebsocket.open(
    rig.wsUrl,
    await rig.token(await rig.addClient()),
    [],
    early,
  );
  expect(await hasty.message()).toMatchObject({ event: 'CONNECTED', source: 'simulator' });
  expect(await hasty.message()).toMatchObject({ event: 'PONG', requestId: 1 });
  expect(await hasty.message()).toMatchObject({ event: 'PONG', requestId: 2 });
});

describe('requestId', () => {
  test.each([0, -1, 9_007_199_254_740_991, '', 'a', 'ü"\\\n', '\ud800', 'x'.repeat(64)])(
    '%j is echoed as sent, on replies and on errors',
    async (requestId) => {
      raw.sendText({ event: 'PING', requestId });
      expect((await raw.message())?.['requestId']).toBe(requestId);
      raw.sendText({ event: 'NOPE', requestId });
      expect(await raw.message()).toMatchObject({ event: 'ERROR', requestId });
    },
  );

  test.each(['1.5', '1e400', '9007199254740993', 'true', 'null', '[]', '{}', `"${'x'.repeat(65)}"`])(
    '%s is 400',
    async (requestId) => {
      raw.send(clientFrame(`{"event":"PING","requestId":${requestId}}`));
      const refused = await raw.message();
      expect(refused).toMatchObject({ event: 'ERROR', code: '400' });
      expect(refused).not.toHaveProperty('requestId');
    },
  );

  test('a PONG is never an error, whatever it holds', async () => {
    raw.send(clientFrame('{"event":"PONG","requestId":{"a":1}}'));
    await isOpen();
  });
});
