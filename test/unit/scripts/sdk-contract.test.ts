import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeContract } from '../../../scripts/sdk-contract.mjs';

type Answer = readonly [status: number, body: string];

const OPENAPI: Answer = [
  200,
  JSON.stringify({
    paths: {},
    components: {
      schemas: {
        Error: { properties: { status: { type: 'string' }, errors: { items: { type: 'object' } } } },
      },
    },
  }),
];
const message = { payload: { type: 'object', properties: {} } };
const ASYNCAPI: Answer = [
  200,
  JSON.stringify({
    operations: { sendToClient: { messages: [{ $ref: '#/PONG' }] } },
    components: { messages: { PING: message, PONG: message } },
  }),
];

let folder: string;
let server: Server;
let files: { contract: string; routes: string };
let answers: Readonly<Record<string, Answer>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-contract-'));
  files = { contract: join(folder, 'contract.ts'), routes: join(folder, 'routes.ts') };
  for (const file of Object.values(files)) writeFileSync(file, 'as before');
  server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, ''];
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

const ready = () => [
  'starting',
  `tidemark ready http://127.0.0.1:${(server.address() as AddressInfo).port} ws://x`,
];
const written = () => Object.values(files).map((file) => readFileSync(file, 'utf8'));

test('the contract and the routes are generated from the documents of a service', async () => {
  answers = { '/openapi.json': OPENAPI, '/asyncapi.json': ASYNCAPI };
  await writeContract(ready(), files);
  const [contract, routes] = written();
  expect(contract).toContain('export interface Operations');
  expect(routes).not.toBe('as before');
});

test.each<[string, Readonly<Record<string, Answer>>]>([
  ['that is not there', { '/openapi.json': OPENAPI }],
  [
    'that is an error with a body of JSON',
    { '/openapi.json': [503, OPENAPI[1]], '/asyncapi.json': ASYNCAPI },
  ],
  ['that is no JSON', { '/openapi.json': OPENAPI, '/asyncapi.json': [200, '<html>'] }],
  ['that is another one', { '/openapi.json': OPENAPI, '/asyncapi.json': [200, '{}'] }],
])('nothing is generated from a document %s', async (_, given) => {
  answers = given;
  await expect(writeContract(ready(), files)).rejects.toThrow(Error);
  expect(written()).toEqual(['as before', 'as before']);
});

test('nothing is generated if the service ends before it is ready', async () => {
  await expect(writeContract(['starting'], files)).rejects.toThrow('ended before it was ready');
  expect(written()).toEqual(['as before', 'as before']);
});
