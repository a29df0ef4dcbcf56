import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket as NetSocket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket, WebSocketServer, type VerifyClientCallbackAsync } from 'ws';
import { TidemarkError } from '../../../sdk/src/errors.ts';
import { openNodeSocket } from '../../../sdk/src/stream/node-socket.ts';
import type { OpenSocket, Socket } from '../../../sdk/src/stream/socket.ts';
import { webSocketOpener } from '../../../sdk/src/stream/web-socket.ts';
import { FakeService, rejection } from './fake-service.ts';
import { BTC } from './fake-stream.ts';

let server: Server;
let sockets: WebSocketServer;
let url: string;

beforeEach(async () => {
  server = createServer();
  sockets = new WebSocketServer({ server });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const client of sockets.clients) client.terminate();
  sockets.close();
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
});

/** All events of a socket, to be awaited one by one. */
class SocketEvents {
  readonly #events: unknown[][] = [];
  #wake: () => void = () => undefined;
  count = 0;

  readonly handlers = {
    received: () => void this.count++,
    message: (text: string) => this.#record('message', text),
    closed: (code: number, reason: string, retryAfterMs?: number) =>
      this.#record('closed', code, reason, ...(retryAfterMs === undefined ? [] : [retryAfterMs])),
  };

  #record(...event: unknown[]): void {
    this.#events.push(event);
    this.#wake();
  }

  async next(): Promise<unknown[]> {
    while (this.#events.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#events.shift()!;
  }
}

async function connected(open: OpenSocket) {
  const events = new SocketEvents();
  const accepted = once(sockets, 'connection') as Promise<[WebSocket, IncomingMessage]>;
  const socket = open(url, 'the token', events.handlers);
  const [peer, request] = await accepted;
  return { events, socket, peer, request };
}

describe.each<[string, OpenSocket]>([
  ['the socket for Node', openNodeSocket],
  ['a WebSocket that was given', webSocketOpener(WebSocket)],
])('%s', (_name, open) => {
  test('carries texts both ways', async () => {
    const { events, socket, peer } = await connected(open);
    peer.send('hello €');
    expect(await events.next()).toEqual(['message', 'hello €']);
    const received = once(peer, 'message') as Promise<[Buffer, boolean]>;
    socket.send('x'.repeat(70_000));
    const [data, isBinary] = await received;
    expect([data.toString(), isBinary]).toEqual(['x'.repeat(70_000), false]);
  });

  test('reports why it was closed', async () => {
    const { events, peer } = await connected(open);
    peer.close(1012, 'service restart');
    expect(await events.next()).toEqual(['closed', 1012, 'service restart']);
    await once(peer, 'close');
  });

  test('reports that the connection broke', async () => {
    const { events, peer } = await connected(open);
    peer.terminate();
    expect((await events.next()).slice(0, 2)).toEqual(['closed', 1006]);
  });

  test('closes, and reports nothing after that', async () => {
    const { events, socket, peer } = await connected(open);
    peer.send('first');
    await events.next();
    socket.close();
    const next = events.next().then(() => 'an event');
    await once(peer, 'close');
    expect(await Promise.race([next, Promise.resolve('nothing')])).toBe('nothing');
  });

  test('reports that it could not connect', async () => {
    const events = new SocketEvents();
    open('ws://127.0.0.1:1', 'the token', events.handlers);
    expect((await events.next()).slice(0, 2)).toEqual(['closed', 1006]);
  });
});

describe('the socket for Node', () => {
  test('has the token in a header, not in the URL', async () => {
    const { request } = await connected(openNodeSocket);
    expect(request.headers.authorization).toBe('Bearer the token');
    expect(request.headers['tidemark-compat']).toBe('off');
    expect(request.url).toBe('/');
  });

  test('answers pings', async () => {
    const { peer, events } = await connected(openNodeSocket);
    const answered = once(peer, 'pong') as Promise<[Buffer]>;
    peer.ping('are you there');
    expect((await answered)[0].toString()).toBe('are you there');
    expect(events.count).toBeGreaterThan(0);
  });

  test('reports the status of a refused handshake', async () => {
    sockets.options.verifyClient = () => false;
    const events = new SocketEvents();
    openNodeSocket(url, 'the token', events.handlers);
    expect(await events.next()).toEqual(['closed', 1006, 'the handshake failed with status 401']);
  });

  test.each([
    [302, 1002],
    [403, 1002],
    [404, 1002],
    [429, 1006],
    [503, 1006],
  ])('a handshake response %i is reported as %i', async (status, code) => {
    const refuse: VerifyClientCallbackAsync = (_info, answer) =>
      answer(false, status, 'no', { 'retry-after': '7' });
    sockets.options.verifyClient = refuse;
    const events = new SocketEvents();
    openNodeSocket(url, 'the token', events.handlers);
    expect(await events.next()).toEqual(['closed', code, `the handshake failed with status ${status}`, 7000]);
  });

  test('refuses a server that does not support the handshake', async () => {
    sockets.close();
    server.removeAllListeners('upgrade');
    server.on('upgrade', (_request, socket) =>
      socket
        .resume()
        .end(
          'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: nonsense\r\n\r\n',
        ),
    );
    const events = new SocketEvents();
    openNodeSocket(url, 'the token', events.handlers);
    expect(await events.next()).toEqual(['closed', 1002, 'the handshake failed']);
  });

  test('does not connect if it was closed before it was open', async () => {
    const events = new SocketEvents();
    const socket: Socket = openNodeSocket(url, 'the token', events.handlers);
    socket.close();
    const { peer } = await connected(openNodeSocket);
    expect(sockets.clients).toEqual(new Set([peer]));
  });
});

/** Enough that the answers to all of them do not fit into the system buffers of a connection. */
const PINGS = 200_000;

test('a server that pings endlessly and does not read gets a limited number of answers', async () => {
  const events = new SocketEvents();
  server.removeAllListeners('upgrade');
  const upgraded = once(server, 'upgrade') as Promise<[IncomingMessage, NetSocket]>;
  const flood = (async () => {
    const [request, stream] = await upgraded;
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    stream.write(
      `HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    stream.pause();
    const thousand = Buffer.concat(
      Array.from({ length: 1000 }, () => Buffer.from([0x89, 125, ...Buffer.alloc(125, 0x61)])),
    );
    for (let sent = 0; sent < PINGS; sent += 1000) if (!stream.write(thousand)) await once(stream, 'drain');
    stream.write(Buffer.from([0x81, 3, ...Buffer.from('end')]));
    return stream;
  })();
  const socket = openNodeSocket(url, 'the token', events.handlers);
  const stream = await flood;
  expect(await events.next()).toEqual(['message', 'end']);
  let bytes = 0;
  stream.on('data', (chunk: Buffer) => (bytes += chunk.length));
  stream.resume();
  socket.close();
  await once(stream, 'end');
  stream.destroy();
  expect(bytes).toBeGreaterThan(0);
  // 131 bytes for each would be 26 MB: it is the size of the system buffers, and a little more.
  expect(bytes).toBeLessThan((PINGS * 131) / 2);
});

test('a WebSocket gets the token in its URL', async () => {
  const { request } = await connected(webSocketOpener(WebSocket));
  expect(request.url).toBe('/?compat=off&access_token=the%20token');
});

test('without a WebSocket, the error says what to do', async () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, 'WebSocket');
  Reflect.deleteProperty(globalThis, 'WebSocket');
  try {
    const ticks = new FakeService().client().stream().ticks(BTC);
    const error = await rejection(ticks.next());
    expect(error).toBeInstanceOf(TidemarkError);
    expect(error).toMatchObject({
      message: 'this platform has no WebSocket: pass one as an option',
    });
  } finally {
    if (known) Object.defineProperty(globalThis, 'WebSocket', known);
  }
});
