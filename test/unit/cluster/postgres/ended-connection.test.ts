import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Database } from '../../../../src/cluster/postgres/database.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';

const message = (kind: string, content: Buffer) => {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};
const ACCEPTED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDING = message('E', Buffer.from('SFATAL\0VFATAL\0C57P01\0Mthe postmaster has exited\0\0'));

const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);
let server: Server;
let database: Database;

/** A server that accepts a connection and ends it in one packet, like a network that delayed the bytes. */
beforeEach(async () => {
  uncaught.length = 0;
  process.on('uncaughtExceptionMonitor', note);
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([ACCEPTED, READY, ENDING])));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  database = new Database({ url: `postgres://u@127.0.0.1:${port}/x`, connections: 1 });
});

afterEach(async () => {
  process.off('uncaughtExceptionMonitor', note);
  await database.close();
  server.close();
});

test.each(['read', 'write'] as const)(
  'a connection that the server ends as it becomes ready fails the %s, not the process',
  async (how) => {
    for (let attempt = 0; attempt < 2; attempt++)
      await expect(database[how](async () => undefined)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(uncaught).toEqual([]);
  },
);
