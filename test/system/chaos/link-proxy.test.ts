import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { LinkProxy } from '../../support/link-proxy.ts';

const toClose: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
});

/** Answers every chunk, prefixed with its name. */
async function echoServer(name: string): Promise<{ readonly port: number; readonly server: Server }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => socket.write(`${name} ${chunk.toString()}`));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  toClose.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, server };
}

async function proxyTo(port: number): Promise<LinkProxy> {
  const proxy = await LinkProxy.listen({ port });
  toClose.push(() => proxy.close());
  return proxy;
}

class Caller {
  received = '';
  isClosed = false;
  readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (chunk: Buffer) => (this.received += chunk.toString()));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
    toClose.push(() => this.socket.destroy());
  }
}

test('data sent while the link is held arrives in order once it is healed', async () => {
  const { port } = await echoServer('first');
  const proxy = await proxyTo(port);
  const caller = new Caller(proxy.port);
  caller.socket.write('1');
  await expect.poll(() => caller.received).toBe('first 1');
  proxy.partition();
  caller.socket.write('2');
  const other = new Caller(proxy.port);
  other.socket.write('3');
  // A third, open link shows that time has passed.
  const beside = new Caller((await proxyTo(port)).port);
  beside.socket.write('4');
  await expect.poll(() => beside.received).toBe('first 4');
  expect([caller.received, other.received]).toEqual(['first 1', '']);
  proxy.heal();
  await expect.poll(() => [caller.received, other.received]).toEqual(['first 1first 2', 'first 3']);
});

test('the end of a connection is not forwarded while the link is held', async () => {
  const { port, server } = await echoServer('first');
  const proxy = await proxyTo(port);
  const caller = new Caller(proxy.port);
  const [far] = (await once(server, 'connection')) as [Socket];
  caller.socket.write('1');
  await expect.poll(() => caller.received).toBe('first 1');
  proxy.partition();
  far.destroy();
  const beside = new Caller((await proxyTo(port)).port);
  beside.socket.write('2');
  await expect.poll(() => beside.received).toBe('first 2');
  expect(caller.isClosed).toBe(false);
  proxy.heal();
  await expect.poll(() => caller.isClosed).toBe(true);
});

test('a redirected link cuts open connections and forwards new ones to the new target', async () => {
  const [first, second] = [await echoServer('first'), await echoServer('second')];
  const proxy = await proxyTo(first.port);
  const caller = new Caller(proxy.port);
  caller.socket.write('1');
  await expect.poll(() => caller.received).toBe('first 1');
  proxy.lead({ port: second.port });
  await expect.poll(() => caller.isClosed).toBe(true);
  const next = new Caller(proxy.port);
  next.socket.write('2');
  await expect.poll(() => next.received).toBe('second 2');
});

test('a slow link takes as long as its rate implies', async () => {
  const { port } = await echoServer('');
  const proxy = await proxyTo(port);
  proxy.shape({ there: { bytesPerSecond: 100_000, delayMs: 50 } });
  const caller = new Caller(proxy.port);
  const startedAt = performance.now();
  caller.socket.write('x'.repeat(40_000));
  await expect.poll(() => caller.received.replaceAll(' ', '').length, { interval: 5 }).toBe(40_000);
  // The last chunk is sent as soon as those before it have taken their time.
  expect(performance.now() - startedAt).toBeGreaterThan(350);
});

test('a link that refuses ends connections at once', async () => {
  const { port } = await echoServer('first');
  const proxy = await proxyTo(port);
  proxy.refuse();
  const caller = new Caller(proxy.port);
  await expect.poll(() => caller.isClosed).toBe(true);
  proxy.heal();
  const next = new Caller(proxy.port);
  next.socket.write('1');
  await expect.poll(() => next.received).toBe('first 1');
});

test('a text is replaced on its way to the server, only as long as requested', async () => {
  const { port } = await echoServer('first');
  const proxy = await proxyTo(port);
  const caller = new Caller(proxy.port);
  proxy.replace(new Map([['one', 'two']]));
  caller.socket.write('one and one');
  await expect.poll(() => caller.received).toBe('first two and two');
  proxy.replace(new Map());
  caller.socket.write(', one');
  await expect.poll(() => caller.received).toBe('first two and twofirst , one');
  expect(() => proxy.replace(new Map([['one', 'three']]))).toThrow(RangeError);
});
