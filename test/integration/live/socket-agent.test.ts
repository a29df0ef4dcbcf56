import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createProxy, type Server } from 'node:http';
import {
  Agent as SecureAgent,
  createServer as createSecure,
  request,
  type Server as SecureServer,
} from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { socketAgentOf, type SocketAgent } from '../../../src/sources/live/http/socket-agent.ts';
import { selfSigned } from '../../support/self-signed.ts';

// The agent that connects sockets of exchanges, through a proxy and without one, to a server with TLS.

let folder: string;
let ca: Buffer;
let exchange: SecureServer;
let proxy: Server;
let connected: { readonly target: string | undefined; readonly authorization: string | undefined }[] = [];
let status = 200;

const portOf = (server: Server | SecureServer) => (server.address() as AddressInfo).port;
const listening = (server: Server | SecureServer) =>
  new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'socket-agent-'));
  const { cert, key } = selfSigned(folder);
  ca = readFileSync(cert);
  exchange = createSecure({ cert: ca, key: readFileSync(key) }, (asked, answer) =>
    answer.end(asked.headers.host),
  );
  proxy = createProxy();
  proxy.on('connect', ({ url, headers }, socket) => {
    connected.push({ target: url, authorization: headers['proxy-authorization'] });
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const onward = connect(portOf(exchange), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket);
      socket.pipe(onward);
    });
    for (const each of [socket, onward]) each.on('error', () => undefined);
    return undefined;
  });
  await listening(exchange);
  await listening(proxy);
});

beforeEach(() => {
  connected = [];
  status = 200;
});

afterAll(() => {
  exchange.close();
  proxy.close();
  exchange.closeAllConnections();
  proxy.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function ask(agent: SocketAgent | undefined, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: 'localhost', port, ca }, (answer) => {
      answer.once('data', (data: Buffer) => resolve(data.toString()));
    });
    asked.once('error', reject);
    asked.end();
  });
}

test('without a proxy it connects to the exchange itself', async () => {
  const port = portOf(exchange);
  expect(await ask(socketAgentOf({}), port)).toBe(`localhost:${port}`);
  expect(connected).toEqual([]);
});

test('with a proxy it connects through it, and uses TLS with the exchange', async () => {
  const agent = socketAgentOf({ proxy: `http://one:two%20three@127.0.0.1:${portOf(proxy)}` });
  expect(await ask(agent, 9443)).toBe('localhost:9443');
  const authorization = `Basic ${Buffer.from('one:two three').toString('base64')}`;
  expect(connected).toEqual([{ target: 'localhost:9443', authorization }]);
});

test('a wrong certificate is refused through a proxy, too', async () => {
  const agent = socketAgentOf({ proxy: `http://127.0.0.1:${portOf(proxy)}` });
  const asked = new Promise((resolve, reject) => {
    request({ agent, host: 'localhost', port: 9443 }, resolve).once('error', reject).end();
  });
  await expect(asked).rejects.toThrow(/self.signed certificate/);
});

test('a proxy that refuses is an error that names it', async () => {
  status = 407;
  const agent = socketAgentOf({ proxy: `http://127.0.0.1:${portOf(proxy)}` });
  await expect(ask(agent, 9443)).rejects.toThrow('the proxy answers 407');
});

test('an unreachable proxy is an error', async () => {
  await expect(ask(socketAgentOf({ proxy: 'http://127.0.0.1:1' }), 9443)).rejects.toThrow(/ECONNREFUSED/);
});

test('a gateway is connected by its address', () => {
  expect(socketAgentOf({ gateway: 'http://127.0.0.1:1' })).not.toBeInstanceOf(SecureAgent);
  expect(socketAgentOf({ gateway: 'https://127.0.0.1:1' })).toBeInstanceOf(SecureAgent);
});

test('the next of several proxies is used if one does not connect', async () => {
  const gone = createProxy();
  await listening(gone);
  const port = portOf(gone);
  await new Promise((resolve) => gone.close(resolve));
  const proxies = { proxy: `http://127.0.0.1:${port}`, spareProxies: [`http://127.0.0.1:${portOf(proxy)}`] };
  const agent = socketAgentOf(proxies);
  for (let i = 0; i < 2; i++) await ask(agent, portOf(exchange));
  expect(connected).toHaveLength(2);
  status = 403;
  await expect(ask(agent, portOf(exchange))).rejects.toThrow();
});

test('a host that a proxy does not connect moves only that host to the next proxy', async () => {
  const targets: (string | undefined)[] = [];
  const first = createProxy();
  first.on('connect', ({ url }, socket) => {
    targets.push(url);
    socket.end('HTTP/1.1 403 No\r\n\r\n');
  });
  await listening(first);
  const [one, two] = [first, proxy].map((each) => `http://127.0.0.1:${portOf(each)}`);
  const agent = socketAgentOf({ proxy: one!, spareProxies: [two!] });
  // The second proxy connects it, to a server with the certificate of another host.
  const other = () =>
    new Promise<Error>((resolve) =>
      request({ agent, host: 'other.test', port: 1 }).once('error', resolve).end(),
    );
  await other();
  await ask(agent, 9443);
  first.close();
  expect(targets).toEqual(['other.test:1', 'localhost:9443']);
});
