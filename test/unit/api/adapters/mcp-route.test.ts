import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mcpRoute, type McpParts } from '../../../../src/api/adapters/mcp/mcp-route.ts';
import { recomputationQueue, ResourceService } from '../../../../src/api/adapters/mcp/resource-service.ts';
import { ResourceReader } from '../../../../src/api/adapters/resource-reader.ts';
import { unavailable } from '../../../../src/api/http/errors.ts';
import type { JobOwner } from '../../../../src/api/http/limits/fair-queue.ts';
import type { RequestLog } from '../../../../src/api/http/request-log.ts';
import { Call, RequestIds } from '../../../../src/api/http/routing/call.ts';
import { Cors } from '../../../../src/api/http/routing/cors.ts';
import { ErrorHandling } from '../../../../src/api/http/routing/error-handling.ts';
import { dataRoute } from '../../../../src/api/http/routing/route.ts';
import type { Grant } from '../../../../src/auth/tokens/token-verifier.ts';
import { Type } from '../../../../src/contract/schema.ts';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { StoreUnavailable } from '../../../../src/core/errors.ts';
import { Refusal, type Recomputation } from '../../../../src/mcp/service.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { McpCaller } from '../../../support/mcp-caller.ts';

const GRANT: Grant = { clientId: 'a client', scopes: new Set(['read:index-ticker']), expiresAt: Infinity };

let server: Server;
let caller: McpCaller;
/** What the resource throws. */
let thrown: unknown;
let logged: { readonly requestId?: string; readonly err?: object; readonly reason?: string }[];

beforeEach(async () => {
  logged = [];
  const clock = new ManualClock(0);
  const cors = new Cors([]);
  const requestLog = { answered: () => undefined } as unknown as RequestLog;
  const errors = new ErrorHandling({
    log: pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line) as object) }),
    wallClock: clock,
    cors,
    requestLog,
  });
  const failing = dataRoute({
    path: '/index-ticker',
    operationId: 'listIndexTickers',
    summary: 'Fails',
    tag: 'Index tickers',
    object: 'IndexTicker',
    access: ['read:index-ticker'],
    response: Type.Object({}),
    handle: () => {
      throw thrown;
    },
  });
  const route = mcpRoute({
    reader: new ResourceReader([failing]),
    verifier: { cachedGrant: () => GRANT },
    callers: { check: () => undefined },
    connections: { markAuthenticated: () => undefined, unmarkAuthenticated: () => undefined },
    rateLimiter: { count: () => undefined },
    marketClock: clock,
    requestLog,
    errors,
    cors,
    sourceHeader: {},
    baseUrl: 'http://localhost',
    version: '1.0.0',
  } as unknown as McpParts);
  const ids = new RequestIds(0);
  server = createServer((request, response) => {
    const call = new Call(request, response, ids, 0);
    void Promise.resolve(route.handle(call)).catch((error: unknown) => route.fail!(error, call));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  caller = new McpCaller({ baseUrl: `http://127.0.0.1:${port}` }, 'a token');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const price = () => caller.ask('tools/call', { name: 'price', arguments: { names: ['BTC'] } });

test('an internal error shows only the id under which the log has it', async () => {
  thrown = new TypeError('a secret of the inside');
  const { status, id, error } = await price();
  expect([status, id, error!.code, error!.message]).toEqual([500, 7, -32_603, 'internal error']);
  expect(error!.data).toEqual({ status: 'INTERNAL_SERVER_ERROR', requestId: logged[0]!.requestId });
  expect(logged[0]!.err).toMatchObject({ message: 'a secret of the inside' });
});

test('a store that is away is a failure of the request, to be repeated later', async () => {
  thrown = new StoreUnavailable('ECONNREFUSED', undefined);
  const answer = await caller.post({
    jsonrpc: '2.0',
    id: 'x',
    method: 'tools/call',
    params: { name: 'price', arguments: { names: ['BTC'] } },
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await answer.json()).toMatchObject({ id: 'x', error: { data: { status: 'SERVICE_UNAVAILABLE' } } });
});

test('a resource that is busy is something that a model can ask again', async () => {
  thrown = unavailable('receipts are being computed for other clients: try again', 1);
  const { status, result } = await price();
  expect(status).toBe(200);
  expect(result).toMatchObject({ isError: true });
  expect(logged).toEqual([]);
});

test('values are recomputed one at a time, and not for more than wait', async () => {
  const asker = (clientId: string): JobOwner => ({ clientId, gone: new AbortController().signal });
  const held = new Deferred<never>();
  let running = 0;
  const recomputation = {
    verify: () => {
      running++;
      return held.promise;
    },
  } as unknown as Recomputation;
  const queue = recomputationQueue();
  const serviceOf = (clientId: string) =>
    new ResourceService({ recomputation } as never, queue, { asker: () => asker(clientId) } as never);
  const asked = Array.from({ length: 33 }, (_, i) =>
    serviceOf(`client ${i}`).recomputation.verify({} as never, { keys: [] }),
  );
  const outcomes = Promise.allSettled(asked);
  await expect(serviceOf('one more').recomputation.verify({} as never, { keys: [] })).rejects.toThrow(
    Refusal,
  );
  expect(running).toBe(1);
  held.reject(new Error('the end of this test'));
  await outcomes;
  expect(running).toBe(33);
});
