import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, get, type Server } from 'node:http';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';

const EXAMPLE = 'deploy/compose/haproxy.cfg';
const HAPROXY = '/usr/sbin/haproxy';
/** Addresses of this machine, as containers have their own. */
const [OLD, NEW] = ['127.0.0.2', '127.0.0.3'];

const newFolder = temporaryFolders();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

test('the example is understood by HAProxy, without a warning but for names that are not known here', () => {
  const { status, stderr, stdout } = spawnSync(HAPROXY, ['-c', '-f', EXAMPLE], { encoding: 'utf8' });
  expect(status).toBe(0);
  const warnings = (stderr + stdout).split('\n').filter((line) => /^\[(?:WARNING|ALERT)\]/.test(line));
  expect(warnings.filter((line) => !line.includes('could not resolve address'))).toEqual([]);
});

test('a serving node that comes back with another address is found by its name', async () => {
  const names = await startNames();
  const port = await freePort();
  const stop = await startNode(OLD!, port);
  names.answer('serve-1', OLD!);
  const balancer = await startBalancer(names.port, port);
  await expect.poll(() => servedBy(balancer)).toBe(OLD);
  stop();
  await startNode(NEW!, port);
  names.answer('serve-1', NEW!);
  await expect.poll(() => servedBy(balancer)).toBe(NEW);
});

test('a balancer that starts before names are known serves once they are', async () => {
  const names = await startNames();
  const port = await freePort();
  await startNode(OLD!, port);
  const balancer = await startBalancer(names.port, port);
  names.answer('serve-1', OLD!);
  await expect.poll(() => servedBy(balancer)).toBe(OLD);
});

/** Of a connection of its own. Node's fetch never ends if the balancer, which has no node yet, closes the first connection at once. */
function servedBy(balancer: number): Promise<string> {
  return new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', port: balancer, agent: false }, (answer) =>
      text(answer).then(resolve, () => resolve('nothing')),
    );
    asked.on('error', () => resolve('nothing'));
  });
}

/** A node that is ready, and answers with its address, until it is stopped. */
async function startNode(address: string, port: number): Promise<() => void> {
  const server: Server = createServer((_request, response) => response.end(address));
  server.listen(port, address);
  await once(server, 'listening');
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  ends.push(stop);
  return stop;
}

/** The example with ports of this test, and the names of a server of its own, asked for more often. */
async function startBalancer(names: number, node: number): Promise<number> {
  const [port, own] = [await freePort(), await freePort()];
  const config = readFileSync(EXAMPLE, 'utf8')
    // As many files as a test may open.
    .replace('maxconn 50000', 'maxconn 100')
    .replace('parse-resolv-conf', `nameserver test 127.0.0.1:${names}\n  timeout resolve 200ms`)
    .replace('  timeout resolve 1s\n', '')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind 127.0.0.1:8405', `bind 127.0.0.1:${own}`)
    .replaceAll(/(server serve-\d serve-\d):8080/g, `$1:${node}`)
    .replaceAll('inter 2s', 'inter 200ms')
    .replaceAll('hold valid 5s', 'hold valid 200ms');
  const file = join(newFolder(), 'haproxy.cfg');
  writeFileSync(file, config);
  const balancer: ChildProcess = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' });
  ends.push(async () => {
    if (balancer.exitCode !== null) return;
    const exited = once(balancer, 'exit');
    balancer.kill();
    await exited;
  });
  return port;
}

/** A DNS server (RFC 1035) that answers with addresses of IPv4 alone; a name that is not known does not exist. */
async function startNames() {
  const addresses = new Map<string, string>();
  const socket: Socket = createSocket('udp4');
  socket.on('message', (query, from) => socket.send(answerTo(query, addresses), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  ends.push(() => socket.close());
  const answer = (name: string, address: string) => void addresses.set(name, address);
  return { port: socket.address().port, answer };
}

const HEADER_BYTES = 12;
const TYPE_A = 1;
const NO_SUCH_NAME = 3;

function answerTo(query: Buffer, addresses: ReadonlyMap<string, string>): Buffer {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString());
    at += 1 + length;
  }
  const question = query.subarray(HEADER_BYTES, at + 5);
  const address = addresses.get(labels.join('.'));
  const isKnown = address !== undefined && query.readUInt16BE(at + 1) === TYPE_A;
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(0x8180 | (address === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(isKnown ? 1 : 0, 6);
  if (!isKnown) return Buffer.concat([header, question]);
  // The name of the question, type A, class IN, one second, four bytes.
  const record = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([header, question, Buffer.from(record)]);
}
