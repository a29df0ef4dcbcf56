import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, LookupFunction, Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { Deferred } from '../../../../src/core/async/deferred.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import { checkReply, ExchangeHttp } from '../../../../src/sources/live/http/exchange-http.ts';
import { TokenBucket } from '../../../../src/sources/live/http/token-bucket.ts';
import { PollFailure } from '../../../../src/sources/live/ports/poll-failure.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const NOW = Date.UTC(2026, 10, 16);
const GET = { method: 'GET', headers: {} };
const NEVER = new AbortController().signal;

let server: Server | undefined;
const sockets = new Set<Socket>();
let agent: Agent | undefined;

afterEach(async () => {
  await agent?.destroy();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

/** The URL of a server that responds like this. */
async function serving(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function httpWith(
  clock = new ManualClock(NOW),
  more: { gateway?: string; maxBytes?: number } = {},
): ExchangeHttp {
  agent = new Agent({ connect: { lookup: lookUp } });
  const bucket = new TokenBucket({ clock: new SystemClock(), intervalMs: 0, burst: 1 });
  return new ExchangeHttp({ clock, dispatcher: agent, bucketOf: () => bucket, deadlineMs: 5000, ...more });
}

/** A resolver that does not find any name. */
const lookUp: LookupFunction = (_, __, done) =>
  done(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), '', 4);

async function failureOf(request: Promise<unknown>): Promise<PollFailure> {
  const error = await request.then(
    () => expect.fail('there was an answer'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PollFailure)) throw error;
  return error;
}

test('a response is returned complete and decompressed, with its status and headers', async () => {
  const body = JSON.stringify({ price: '1.50' });
  const url = await serving((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'x-more': ['a', 'b'] }).end(gzipSync(body)),
  );
  const answer = await httpWith().send(url, GET, NEVER);
  expect(answer).toMatchObject({ status: 200, text: body });
  expect(answer.headers['x-more']).toBe('a, b');
});

test('a gateway receives the full URL as its path', async () => {
  const asked: (string | undefined)[] = [];
  const gateway = await serving(({ url }, response) => {
    asked.push(url);
    response.end('{}');
  });
  await httpWith(undefined, { gateway }).send(
    'https://api.kraken.com/0/public/Ticker?pair=XBTUSD',
    GET,
    NEVER,
  );
  expect(asked).toEqual(['/https://api.kraken.com/0/public/Ticker?pair=XBTUSD']);
});

test.each<[string, RequestListener]>([
  ['headers that never come', () => undefined],
  ['a body that stalls in the middle', (_, response) => void response.writeHead(200).write('{"tickers":[')],
])('the deadline also ends %s', async (_, answer) => {
  const clock = new ManualClock(NOW);
  const arrived = new Deferred<undefined>();
  const url = await serving((request, response) => {
    answer(request, response);
    arrived.resolve(undefined);
  });
  const failure = failureOf(httpWith(clock).send(url, GET, NEVER));
  await arrived.promise;
  clock.advance(5000);
  expect((await failure).kind).toBe('timeout');
});

test.each<[string, RequestListener]>([
  ['reset', (request) => request.socket.resetAndDestroy()],
  [
    'reset',
    (_, response) => response.writeHead(200, { 'content-length': 100, connection: 'close' }).end('{}'),
  ],
  ['too-large', (_, response) => response.end('x'.repeat(2000))],
  [
    'too-large',
    (_, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('x'.repeat(2000))),
  ],
  ['not-json', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')],
  ['not-json', (_, response) => response.writeHead(200, { 'content-encoding': 'zebra' }).end('{}')],
])('fails with %s, whatever the server does', async (kind, answer) => {
  const url = await serving(answer);
  expect((await failureOf(httpWith(undefined, { maxBytes: 1000 }).send(url, GET, NEVER))).kind).toBe(kind);
});

test('a server without TLS, an unreachable server and an unknown host name are distinguished', async () => {
  const url = await serving((_, response) => response.end('{}'));
  const http = httpWith();
  const kindOf = async (address: string) => (await failureOf(http.send(address, GET, NEVER))).kind;
  expect(await kindOf(url.replace('http:', 'https:'))).toBe('tls');
  expect(await kindOf('http://127.0.0.1:1')).toBe('connect');
  expect(await kindOf('http://no.such.host.invalid')).toBe('dns');
});

test('a caller that aborts gets its own reason, not a failure', async () => {
  const arrived = new Deferred<undefined>();
  const url = await serving(() => arrived.resolve(undefined));
  const stop = new AbortController();
  const sent = httpWith().send(url, GET, stop.signal);
  await arrived.promise;
  stop.abort(new Error('enough'));
  await expect(sent).rejects.toThrow('enough');
});

describe('a response', () => {
  const check = (status: number, text = '{}', headers = {}) => checkReply({ status, headers, text }, NOW);

  test.each([
    [301, '', 'redirect'],
    [429, '{}', 'rate-limited'],
    [418, '{}', 'rate-limited'],
    [403, '{}', 'not-from-here'],
    [451, '{}', 'not-from-here'],
    [502, '<html>', 'server-error'],
    [503, '', 'server-error'],
    [200, ' ', 'empty'],
    [200, ' <!doctype html>', 'not-json'],
  ])('with status %i and %j is refused as %s', (status, text, kind) => {
    expect(() => check(status, text)).toThrow(expect.objectContaining({ kind }));
  });

  test.each([200, 400, 404, 422])('with status %i is for the exchange to explain', (status) => {
    expect(() => check(status)).not.toThrow();
  });

  test.each([
    ['120', 120_000],
    ['Mon, 16 Nov 2026 00:02:00 GMT', 120_000],
    ['Sun, 15 Nov 2026 00:00:00 GMT', 0],
    ['99999999', 86_400_000],
    ['999999999999999', 86_400_000],
    ['soon', undefined],
  ])('that requests a pause with %j means %s ms', (header, retryAfterMs) => {
    expect(() => check(429, '', { 'retry-after': header })).toThrow(
      expect.objectContaining({ retryAfterMs }),
    );
  });
});

test('a server that requests a pause until an instant means its own clock', () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2099 00:02:00 GMT', date: 'Thu, 01 Jan 2099 00:00:00 GMT' };
  expect(() => checkReply({ status: 503, headers, text: '' }, NOW)).toThrow(
    expect.objectContaining({ retryAfterMs: 120_000 }),
  );
});

test('a bucket passes a burst at once and then keeps the rate, in order', async () => {
  const clock = new ManualClock(NOW);
  const bucket = new TokenBucket({ clock, intervalMs: 100, burst: 2 });
  const passed: number[] = [];
  const all = [1, 2, 3, 4].map((n) => bucket.take(NEVER).then(() => passed.push(n)));
  await Promise.all(all.slice(0, 2));
  expect(passed).toEqual([1, 2]);
  clock.advance(100);
  await all[2];
  expect(passed).toEqual([1, 2, 3]);
  clock.advance(100);
  await all[3];
  expect(passed).toEqual([1, 2, 3, 4]);
});

test('an expensive request does not wait, but the ones after it do', async () => {
  const clock = new ManualClock(NOW);
  const bucket = new TokenBucket({ clock, intervalMs: 100, burst: 2 });
  await bucket.take(NEVER, 1000);
  let passed = false;
  const next = bucket.take(NEVER, 100).then(() => (passed = true));
  clock.advance(899);
  await new Promise((resolve) => setImmediate(resolve));
  expect(passed).toBe(false);
  clock.advance(1);
  await next;
});

describe('a host that requests a pause', () => {
  const retryAfter = { 'retry-after': '60' };
  test.each([403, 418, 429])(
    'with status %i gets no request until then, and no other host is affected',
    async (status) => {
      const asked: string[] = [];
      const gateway = await serving(({ url = '' }, response) => {
        asked.push(url);
        if (url.includes('banning')) response.writeHead(status, retryAfter).end('{}');
        else response.end('{}');
      });
      const clock = new ManualClock(NOW);
      const http = httpWith(clock, { gateway });
      expect((await http.send('https://banning.example/a', GET, NEVER)).status).toBe(status);
      clock.advance(20_000);
      const failure = await failureOf(http.send('https://banning.example/b', GET, NEVER));
      expect(failure).toMatchObject({ kind: 'rate-limited', retryAfterMs: 40_000 });
      expect((await http.send('https://other.example/c', GET, NEVER)).status).toBe(200);
      expect(asked).toHaveLength(2);
      clock.step(-3_600_000);
      clock.advance(40_000);
      await http.send('https://banning.example/d', GET, NEVER);
      expect(asked).toHaveLength(3);
    },
  );

  test('without a time gets the next request as usual', async () => {
    let asked = 0;
    const url = await serving((_, response) => {
      asked += 1;
      response.writeHead(429).end('{}');
    });
    const http = httpWith();
    for (let i = 0; i < 2; i++) await http.send(url, GET, NEVER);
    expect(asked).toBe(2);
  });
});

describe('several routes to an exchange', () => {
  /** A dispatcher that connects, or fails with this code. */
  function way(code?: string) {
    const state = { code, asked: 0 };
    const connect = buildConnector({});
    const own = new Agent({
      connect: (options, done) => {
        if (state.code === undefined) connect(options, done);
        else done(Object.assign(new Error('no way'), { code: state.code }), null);
      },
    });
    const dispatch = own.dispatch.bind(own);
    own.dispatch = (options, handler) => {
      state.asked += 1;
      return dispatch(options, handler);
    };
    return Object.assign(state, { own });
  }

  const over = (...ways: readonly { own: Agent }[]) => {
    const clock = new ManualClock(NOW);
    const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
    const [first, ...spares] = ways.map(({ own }) => own);
    return new ExchangeHttp({ clock, dispatcher: first!, spares, bucketOf: () => bucket });
  };

  test('a route that does not connect is replaced by the next one, also for later requests', async () => {
    const url = await serving((_, response) => response.writeHead(200, { connection: 'close' }).end('{}'));
    const [down, up] = [way('ECONNREFUSED'), way()];
    const http = over(down, up);
    for (let i = 0; i < 3; i++) expect((await http.send(url, GET, NEVER)).status).toBe(200);
    expect([down.asked, up.asked]).toEqual([1, 3]);
    // And back again, once that one fails.
    down.code = undefined;
    up.code = 'ETIMEDOUT';
    expect((await http.send(url, GET, NEVER)).status).toBe(200);
    expect([down.asked, up.asked]).toEqual([2, 4]);
    await Promise.all([down.own.destroy(), up.own.destroy()]);
  });

  test('the request fails if none connects, after one attempt with each', async () => {
    const ways = [way('ECONNREFUSED'), way('UND_ERR_ABORTED'), way('ENOTFOUND')];
    const failure = await failureOf(over(...ways).send('http://127.0.0.1:9', GET, NEVER));
    expect(failure.kind).toBe('dns');
    expect(ways.map(({ asked }) => asked)).toEqual([1, 1, 1]);
    await Promise.all(ways.map(({ own }) => own.destroy()));
  });

  test('a host that hangs does not change the route of other hosts', async () => {
    const url = await serving((request, response) => {
      if (request.url !== '/hangs') response.writeHead(200, { connection: 'close' }).end('{}');
    });
    const [good, dead] = [way(), way('ECONNREFUSED')];
    const clock = new ManualClock(NOW);
    const bucket = new TokenBucket({ clock, intervalMs: 0, burst: 1 });
    const http = new ExchangeHttp({
      clock,
      dispatcher: good.own,
      spares: [dead.own],
      bucketOf: () => bucket,
    });
    const hanging = failureOf(http.send(`${url.replace('127.0.0.1', 'localhost')}/hangs`, GET, NEVER));
    while (good.asked === 0) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(20_000);
    expect((await hanging).kind).toBe('timeout');
    expect((await http.send(url, GET, NEVER)).status).toBe(200);
    expect([good.asked, dead.asked]).toEqual([2, 0]);
    await Promise.all([good.own.destroy(), dead.own.destroy()]);
  });

  test('a connection that breaks after the request was sent is a failure, and is not repeated', async () => {
    const url = await serving((_, response) => void response.socket?.resetAndDestroy());
    const ways = [way(), way()];
    const failure = await failureOf(over(...ways).send(url, GET, NEVER));
    expect(failure.kind).toBe('reset');
    expect(ways.map(({ asked }) => asked)).toEqual([1, 0]);
    await Promise.all(ways.map(({ own }) => own.destroy()));
  });
});
