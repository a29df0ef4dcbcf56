import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Destinations } from '../../../../src/alerts/delivery/destinations.ts';
import { HttpsTransport, type HttpsTransportParts } from '../../../../src/alerts/delivery/https-transport.ts';
import { SECOND_MS } from '../../../../src/core/time.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { selfSigned } from '../../../support/self-signed.ts';

const NAME = 'hooks.example.com';
const newFolder = temporaryFolders(afterAll);
const request = { url: `https://${NAME}/in?a=b`, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ä"}' };

let server: Server;
let ca: string;
let seen: { readonly request: IncomingMessage; readonly body: string }[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  const { cert, key } = selfSigned(newFolder(), [NAME]);
  ca = readFileSync(cert, 'utf8');
  server = createServer({ cert: ca, key: readFileSync(key) }, (arrived, response) => {
    let body = '';
    arrived.on('data', (chunk: Buffer) => (body += chunk.toString()));
    arrived.on('end', () => {
      seen.push({ request: arrived, body });
      answer(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen = [];
  answer = (response) => response.writeHead(204).end();
});

function transport(parts: Partial<HttpsTransportParts> = {}) {
  const clock = new ManualClock(Date.UTC(2026, 0, 31));
  const made = new HttpsTransport({
    clock,
    destinations: new Destinations(['127.0.0.1']),
    resolve: async () => ['127.0.0.1'],
    port: (server.address() as AddressInfo).port,
    ca,
    ...parts,
  });
  return {
    clock,
    send: (changes = {}) => made.send({ ...request, ...changes }, new AbortController().signal),
  };
}

describe('a request', () => {
  test('goes to the checked address, with the name in Host and in the handshake', async () => {
    expect(await transport().send()).toEqual({ status: 204 });
    const [arrived] = seen;
    expect(arrived).toMatchObject({ body: request.body, request: { method: 'POST', url: '/in?a=b' } });
    expect(arrived!.request.headers).toMatchObject({
      host: NAME,
      'webhook-id': 'msg_1',
      connection: 'close',
    });
    expect(arrived!.request.socket).toMatchObject({ servername: NAME });
  });

  test('resolves the name once, and connects to what was checked', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const { send } = transport({ resolve: async () => answers.shift() ?? [] });
    expect(await send()).toEqual({ status: 204 });
    expect(answers).toEqual([['10.0.0.1']]);
    expect(await send()).toEqual({ problem: 'ADDRESS' });
    expect(seen).toHaveLength(1);
  });

  test('is not sent if any address is not allowed', async () => {
    for (const addresses of [
      ['10.0.0.1'],
      ['127.0.0.1', '10.0.0.1'],
      ['127.0.0.1', '::ffff:169.254.169.254'],
    ])
      expect(await transport({ resolve: async () => addresses }).send()).toEqual({ problem: 'ADDRESS' });
    const strict = transport({ destinations: new Destinations() });
    expect(await strict.send()).toEqual({ problem: 'ADDRESS' });
    expect(await strict.send({ url: 'https://127.0.0.1/' })).toEqual({ problem: 'ADDRESS' });
    expect(seen).toEqual([]);
  });

  test('is not sent to a URL that became invalid', async () => {
    for (const url of [`http://${NAME}/`, `https://${NAME}:8443/`, 'https://localhost/'])
      expect(await transport().send({ url })).toEqual({ problem: 'ADDRESS' });
    expect(seen).toEqual([]);
  });

  test('reports that a name has no address, without the text of the error', async () => {
    const failing = transport({ resolve: () => Promise.reject(new Error('SERVFAIL at 10.0.0.53')) });
    expect(await failing.send()).toEqual({ problem: 'DNS' });
    expect(await transport({ resolve: async () => [] }).send()).toEqual({ problem: 'DNS' });
  });

  test('needs a valid certificate for the name', async () => {
    expect(await transport({ ca: undefined } as never).send()).toEqual({ problem: 'CONNECTION' });
    expect(await transport().send({ url: 'https://other.example.com/' })).toEqual({ problem: 'CONNECTION' });
    expect(seen).toEqual([]);
  });

  test('to an address is checked against the address in the certificate', async () => {
    expect(await transport().send({ url: 'https://127.0.0.1/' })).toEqual({ status: 204 });
    expect(seen[0]?.request.socket).toMatchObject({ servername: false });
  });
});

describe('a response', () => {
  test('with a redirect is not followed', async () => {
    answer = (response) => response.writeHead(307, { location: `https://${NAME}/other` }).end();
    expect(await transport().send()).toEqual({ status: 307 });
    expect(seen).toHaveLength(1);
  });

  test('has only its status and Retry-After in the result', async () => {
    answer = (response) =>
      response.writeHead(503, { 'retry-after': '7', 'x-inside': 'secret' }).end('inside');
    expect(await transport().send()).toEqual({ status: 503, retryAfterMs: 7 * SECOND_MS });
  });

  test('is cut off after its headers, however long its body is', async () => {
    const closed = new Promise<void>((resolve) => {
      answer = (response) => {
        response.writeHead(200);
        const write = () => {
          while (response.writable && response.write(Buffer.alloc(64 * 1024)));
        };
        response
          .on('drain', write)
          .on('error', () => undefined)
          .on('close', resolve);
        write();
      };
    });
    expect(await transport().send()).toEqual({ status: 200 });
    await closed;
  });

  test('with endless headers ends the connection', async () => {
    answer = (response) => {
      const socket = response.socket!;
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.on('error', () => undefined);
      for (let i = 0; i < 64; i++) socket.write(`x-${i}: ${'a'.repeat(1024)}\r\n`);
    };
    expect(await transport().send()).toEqual({ problem: 'CONNECTION' });
  });

  test('that does not come is given up after 15 seconds', async () => {
    const arrived = new Promise<ServerResponse>((resolve) => (answer = resolve));
    const { clock, send } = transport();
    const result = send();
    const response = await arrived;
    const closed = new Promise((resolve) => response.once('close', resolve));
    clock.advance(15 * SECOND_MS);
    expect(await result).toEqual({ problem: 'TIMEOUT' });
    await closed;
  });
});

describe('a look-up', () => {
  test('that does not end is given up after 5 seconds', async () => {
    const { clock, send } = transport({ resolve: () => new Promise(() => undefined) });
    const result = send();
    clock.advance(5 * SECOND_MS);
    expect(await result).toEqual({ problem: 'DNS' });
  });

  test('that waits for others is given up after 15 seconds', async () => {
    const { clock, send } = transport({ resolve: () => new Promise(() => undefined) });
    const results = ['a', 'b', 'c'].map((name) => send({ url: `https://${name}.example.com/` }));
    clock.advance(5 * SECOND_MS);
    expect(await Promise.all(results.slice(0, 2))).toEqual([{ problem: 'DNS' }, { problem: 'DNS' }]);
    clock.advance(10 * SECOND_MS);
    expect(await results[2]).toEqual({ problem: 'TIMEOUT' });
  });
});

test('a stop ends a request', async () => {
  const stop = new AbortController();
  answer = () => stop.abort(new Error('stopped'));
  const made = new HttpsTransport({
    clock: new ManualClock(0),
    destinations: new Destinations(['127.0.0.1']),
    resolve: async () => ['127.0.0.1'],
    port: (server.address() as AddressInfo).port,
    ca,
  });
  await expect(made.send(request, stop.signal)).rejects.toThrow('stopped');
});
