import { once } from 'node:events';
import { Agent, createServer, get, type ClientRequest, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Call, RequestIds } from '../../../../../src/api/http/routing/call.ts';
import { Cors } from '../../../../../src/api/http/routing/cors.ts';
import { ErrorHandling } from '../../../../../src/api/http/routing/error-handling.ts';
import type { RequestLog } from '../../../../../src/api/http/request-log.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** One request with the given work, and its log lines. */
async function asked(): Promise<{
  call: Call;
  request: ClientRequest;
  errors: ErrorHandling;
  logged: object[];
  counted: number[];
}> {
  const logged: object[] = [];
  const counted: number[] = [];
  const errors = new ErrorHandling({
    log: pino({ level: 'warn' }, { write: (line: string) => logged.push(JSON.parse(line) as object) }),
    wallClock: new ManualClock(0),
    cors: new Cors([]),
    requestLog: { answered: (_call: Call, status: number) => counted.push(status) } as unknown as RequestLog,
  });
  const coming = new Deferred<Call>();
  server = createServer((incoming, response) =>
    coming.resolve(new Call(incoming, response, new RequestIds(0), 0)),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  request.on('error', () => undefined);
  return { call: await coming.promise, request, errors, logged, counted };
}

test('work cancelled because its client has disconnected is no failure, and counts as 499', async () => {
  const { call, request, errors, logged, counted } = await asked();
  const { gone } = call;
  expect(gone.aborted).toBe(false);
  const left = once(gone, 'abort');
  request.destroy();
  await left;
  expect(call.gone).toBe(gone);
  errors.answer(gone.reason, call);
  expect(counted).toEqual([499]);
  // Work shared by several requests is cancelled with the last of them.
  errors.answer(AbortSignal.abort().reason, call);
  expect(logged).toEqual([]);
  errors.answer(new Error('the disk'), call);
  expect(logged).toMatchObject([{ msg: 'request failed' }]);
});

test('work cancelled for another reason is a failure if the client is connected', async () => {
  const { call, request, errors, logged } = await asked();
  expect(call.gone.aborted).toBe(false);
  const answered = once(request, 'response');
  errors.answer(AbortSignal.abort().reason, call);
  const [{ statusCode }] = (await answered) as [{ statusCode: number }];
  expect([statusCode, logged.length]).toEqual([500, 1]);
  // A call whose answer was sent has ended for later checks.
  if (!call.response.closed) await once(call.response, 'close');
  expect(call.gone.aborted).toBe(true);
});

test('a client that disconnected before the check counts as disconnected', async () => {
  const { call, request } = await asked();
  const closed = once(call.response, 'close');
  request.destroy();
  await closed;
  expect(call.gone.aborted).toBe(true);
});

test('a client disconnects with all its pipelined requests', async () => {
  const calls: Call[] = [];
  const both = new Deferred<void>();
  server = createServer((incoming, response) => {
    calls.push(new Call(incoming, response, new RequestIds(0), 0));
    if (calls.length === 2) both.resolve();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n');
  await both.promise;
  const signals = calls.map(({ gone }) => gone);
  const { socket } = calls[0]!.request;
  const closed = once(socket, 'close');
  client.destroy();
  await closed;
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});

test('a kept connection retains nothing of answered requests', async () => {
  const counts: number[] = [];
  let closed = new Deferred<void>();
  server = createServer((incoming, response) => {
    const { socket } = incoming;
    counts.push(socket.listenerCount('close'));
    const { gone } = new Call(incoming, response, new RequestIds(0), 0);
    expect(gone.aborted).toBe(false);
    response.once('close', () => closed.resolve()).end('done');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let i = 0; i < 3; i++) {
    const port = (server.address() as AddressInfo).port;
    const [answer] = (await once(get({ port, host: '127.0.0.1', agent }), 'response')) as [IncomingMessage];
    await Promise.all([once(answer.resume(), 'end'), closed.promise]);
    closed = new Deferred();
  }
  agent.destroy();
  expect(counts).toEqual([counts[0], counts[0], counts[0]]);
});
