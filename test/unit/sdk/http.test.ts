import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ApiError,
  BadRequestError,
  ConnectionError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  TidemarkError,
  UnavailableError,
} from '../../../sdk/src/errors.ts';
import { Tidemark } from '../../../sdk/src/tidemark.ts';
import type { Call } from './fake-service.ts';
import { all, FakeService, json, refused, rejection, settled, T0, URL_OF_IT } from './fake-service.ts';

/** Responses in order; the last one is repeated. */
function inTurn(...answers: (() => Response)[]): (call: Call) => Response {
  let count = 0;
  return () => answers[Math.min(count++, answers.length - 1)]!();
}

const listed = () => json({ content: [] });
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.from('{"content":['));
        controller.error(new TypeError('terminated'));
      },
    }),
  );
const busy = (retryAfter: string) => () => refused(503, 'SERVICE_UNAVAILABLE', { 'retry-after': retryAfter });

describe('requests that are retried', () => {
  test.each([429, 502, 503, 504])('%i is, after Retry-After', async (status) => {
    const service = new FakeService().on(
      '/market-cap',
      inTurn(() => refused(status, 'X', { 'retry-after': '7' }), listed),
    );
    const answer = service.client().marketCaps();
    await settled();
    service.clock.advance(6999);
    await settled();
    expect(service.to('/market-cap')).toHaveLength(1);
    service.clock.advance(1);
    expect(await answer).toEqual([]);
    expect(service.to('/market-cap')).toHaveLength(2);
  });

  test('a date in the format of a proxy is read, by the given clock', async () => {
    const at = new Date(T0 + 5000).toUTCString();
    const service = new FakeService().on('/market-cap', inTurn(busy(at), listed));
    const answer = service.client().marketCaps();
    await settled();
    service.clock.advance(5000);
    expect(await answer).toEqual([]);
  });

  test('without Retry-After the delays grow', async () => {
    const service = new FakeService().on('/market-cap', () => refused(503, 'X'));
    const failed = rejection(service.client({ retries: { times: 3 } }).marketCaps());
    for (const waitMs of [187.5, 375, 750]) {
      await settled();
      const before = service.to('/market-cap').length;
      service.clock.advance(waitMs);
      await settled();
      expect(service.to('/market-cap')).toHaveLength(before + 1);
    }
    expect(await failed).toBeInstanceOf(UnavailableError);
  });

  test('a delay that is too long is returned to the caller, with its length', async () => {
    const service = new FakeService().on('/market-cap', () =>
      refused(429, 'TOO_MANY_REQUESTS', { 'retry-after': '3600' }),
    );
    const error = await rejection(service.client().marketCaps());
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 3_600_000, httpStatus: 429, requestId: 'r-1' });
    expect(service.to('/market-cap')).toHaveLength(1);
  });

  test('an unreachable service is, and its URL is finally named', async () => {
    const service = new FakeService();
    const fetch = async () => Promise.reject(new TypeError('fetch failed'));
    const failed = rejection(service.client({ token: 'mine', fetch, retries: { times: 1 } }).marketCaps());
    await settled();
    service.clock.advance(1000);
    const error = await failed;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({
      message: `cannot reach ${URL_OF_IT}`,
      cause: new TypeError('fetch failed'),
    });
  });

  test('an incomplete response is requested again, after a delay', async () => {
    const service = new FakeService().on('/market-cap', inTurn(brokenOff, listed));
    const answer = service.client().marketCaps();
    await settled();
    expect(service.to('/market-cap')).toHaveLength(1);
    service.clock.advance(1000);
    expect(await answer).toEqual([]);
    expect(service.to('/market-cap')).toHaveLength(2);
  });

  test('a response that the caller cancelled is not', async () => {
    const ended = new AbortController();
    const broken = () => {
      ended.abort(new Error('enough'));
      return brokenOff();
    };
    const service = new FakeService().on('/market-cap', broken);
    const failed = rejection(service.client({ token: 'mine' }).marketCaps({ signal: ended.signal }));
    expect(await failed).toEqual(new Error('enough'));
    expect(service.to('/market-cap')).toHaveLength(1);
  });

  test('a delay ends with its caller', async () => {
    const service = new FakeService().on('/market-cap', busy('7'));
    const ended = new AbortController();
    const failed = rejection(service.client().marketCaps({ signal: ended.signal }));
    await settled();
    ended.abort(new Error('enough'));
    expect(await failed).toEqual(new Error('enough'));
  });
});

describe('redirects', () => {
  let servers: Server[] = [];
  afterEach(() => {
    for (const server of servers) server.close();
    servers = [];
  });

  async function serve(answer: (response: ServerResponse) => void, seen: string[] = []): Promise<string> {
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => answer(response));
    });
    servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  test.each([301, 302, 307, 308])('%i is an error: the secret goes to no other host', async (status) => {
    const seen: string[] = [];
    const other = await serve((response) => response.end('{}'), seen);
    let asked = 0;
    const url = await serve((response) => {
      asked++;
      response.writeHead(status, { location: `${other}/v3/oauth/token?x=1`, connection: 'close' }).end();
    });
    const tidemark = new Tidemark({ url, clientId: 'me', clientSecret: 'secret' });
    const error = await rejection(tidemark.marketCaps());
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      httpStatus: status,
      message: `${status}: ${url} redirects to ${other}`,
    });
    expect([seen, asked]).toEqual([[], 1]);
    expect(await rejection(new Tidemark({ url, token: 'mine' }).marketCaps())).toBeInstanceOf(ApiError);
    expect(asked).toBe(2);
  });
});

describe('a request without a response', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
  afterEach(() => void vi.useRealTimers());
  const never = () => new Promise<Response>(() => undefined);

  test('ends after half a minute, with an error that may pass', async () => {
    const service = new FakeService().on('/market-cap', never);
    const failed = rejection(service.client({ token: 'mine', retries: { times: 0 } }).marketCaps());
    await vi.advanceTimersByTimeAsync(29_999);
    expect(service.calls[0]!.signal!.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    const error = await failed;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: `${URL_OF_IT} did not respond within 30000 ms` });
    expect(service.calls[0]!.signal!.aborted).toBe(true);
  });

  test.each([
    [30_000, 2],
    [120_000, 1],
    [5000, 5],
  ])('of %i ms each is sent %i times: for a minute in total, and not longer', async (timeoutMs, times) => {
    const service = new FakeService().on('/market-cap', () => new Response(new ReadableStream()));
    const clock = { now: () => Date.now(), wait: () => Promise.resolve() };
    const failed = rejection(service.client({ token: 'mine', timeoutMs, clock }).marketCaps());
    await vi.advanceTimersByTimeAsync(timeoutMs * times);
    expect(await failed).toBeInstanceOf(ConnectionError);
    expect(service.calls).toHaveLength(times);
  });

  test('so does one with an endless response, after the given time', async () => {
    const service = new FakeService().on('/market-cap', () => new Response(new ReadableStream()));
    const options = { token: 'mine', retries: { times: 0 }, timeoutMs: 500 };
    const failed = rejection(service.client(options).marketCaps());
    await vi.advanceTimersByTimeAsync(500);
    expect(await failed).toBeInstanceOf(ConnectionError);
  });

  test('a file may take longer, once it has started, and ends with the signal', async () => {
    const service = new FakeService().on('/export/ohlcv', () => new Response(new ReadableStream()));
    const ended = new AbortController();
    const index = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
    await service.client({ token: 'mine' }).exportDays([index], { from: T0, signal: ended.signal });
    await vi.advanceTimersByTimeAsync(100_000);
    const { signal } = service.calls[0]!;
    expect(signal!.aborted).toBe(false);
    ended.abort();
    expect(signal!.aborted).toBe(true);
  });

  describe('no listener is left at the signal of a caller', () => {
    const INDEX = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
    const lines = () => new Response('{"a":1}\n{"a":2}\n');
    const service = new FakeService()
      .on('/market-cap', listed)
      .on('/receipts', lines)
      .on('/export/ohlcv', lines);
    const tidemark = service.client({ token: 'mine' });
    const file = (signal: AbortSignal) => tidemark.exportDays(INDEX, { from: T0, signal });

    function watched() {
      const { signal } = new AbortController();
      const left = new Set<unknown>();
      const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
      signal.addEventListener = (...call: Parameters<typeof add>) => (left.add(call[1]), add(...call));
      signal.removeEventListener = (...call: Parameters<typeof add>) => (
        left.delete(call[1]),
        remove(...call)
      );
      return { signal, left };
    }

    test.each([
      ['after an answer', (signal: AbortSignal) => tidemark.marketCaps({ signal })],
      [
        'after receipts in a row',
        (signal: AbortSignal) => all(tidemark.receipts(INDEX, { from: T0, signal })),
      ],
      [
        'after the first of them',
        async (signal: AbortSignal) => {
          for await (const receipt of tidemark.receipts(INDEX, { from: T0, signal })) return receipt;
        },
      ],
      ['after a file that was read', async (signal: AbortSignal) => (await file(signal)).text()],
      ['after one that was given up', async (signal: AbortSignal) => (await file(signal)).body!.cancel()],
    ])('%s', async (_, use) => {
      const { signal, left } = watched();
      await use(signal);
      await settled();
      expect([...left]).toEqual([]);
    });

    test('an unread file has one, so that the signal ends it', async () => {
      const { signal, left } = watched();
      const response = await file(signal);
      expect(left.size).toBe(1);
      expect(await response.text()).toBe('{"a":1}\n{"a":2}\n');
    });
  });
});

test('a complete response that is not JSON is reported as such, and not requested again', async () => {
  const service = new FakeService().on('/market-cap', () => new Response('<html>'));
  const error = await rejection(service.client().marketCaps());
  expect(error).toBeInstanceOf(TidemarkError);
  expect((error as Error).message).toMatch(/did not respond with JSON/);
  expect(service.to('/market-cap')).toHaveLength(1);
});

describe('a token request', () => {
  test('is repeated when it was rejected at once', async () => {
    const token = json({ access_token: 'a', expires_in: 60 });
    const service = new FakeService().on('/market-cap', listed).on(
      '/oauth/token',
      inTurn(busy('1'), () => token),
    );
    const answer = service.client().marketCaps();
    await settled();
    service.clock.advance(1000);
    expect(await answer).toEqual([]);
  });

  test.each([
    ['a service that is away', () => Promise.reject(new TypeError('fetch failed'))],
    ['an answer that broke off', brokenOff],
    ['429', () => refused(429, 'X', { 'retry-after': '1' })],
    ['502', () => refused(502, 'X')],
    ['504', () => refused(504, 'X')],
  ])('is repeated after %s, with the usual delays', async (_, fail) => {
    let isAway = true;
    const token = () => (isAway ? fail() : json({ access_token: 'a', expires_in: 60 }));
    const service = new FakeService().on('/market-cap', listed).on('/oauth/token', token);
    const answer = service.client().marketCaps();
    for (const times of [1, 2, 3]) {
      await settled();
      expect(service.to('/oauth/token')).toHaveLength(times);
      service.clock.advance(1000);
    }
    isAway = false;
    service.clock.advance(2000);
    expect(await answer).toEqual([]);
  });

  test('is given up after the usual number of attempts', async () => {
    const service = new FakeService().on('/oauth/token', () => Promise.reject(new TypeError('gone')));
    const failed = rejection(service.client({ retries: { times: 2 } }).marketCaps());
    for (let i = 0; i < 5; i++) {
      await settled();
      service.clock.advance(1000);
    }
    expect(await failed).toBeInstanceOf(ConnectionError);
    expect(service.to('/oauth/token')).toHaveLength(3);
  });

  test.each([
    [401, 'a wrong secret'],
    [429, 'a wrong secret that was tried too often'],
  ])('is not repeated after %i for %s: the service counts them', async (status) => {
    const answer = { status: 'X', message: 'no', error: 'invalid_client' };
    const service = new FakeService().on('/oauth/token', () => json(answer, status, { 'retry-after': '0' }));
    expect(await rejection(service.client().marketCaps())).toMatchObject({ httpStatus: status });
    expect(service.calls).toHaveLength(1);
  });

  test('to replace a valid token is not repeated: its holders need not wait', async () => {
    const service = new FakeService().on('/market-cap', listed);
    const tidemark = service.client();
    await tidemark.marketCaps();
    service.on('/oauth/token', () => Promise.reject(new TypeError('fetch failed')));
    service.clock.advance(23 * 3_600_000);
    expect(await tidemark.marketCaps()).toEqual([]);
    expect(service.to('/oauth/token')).toHaveLength(2);
  });
});

describe('errors', () => {
  test.each([
    [400, BadRequestError],
    [403, ForbiddenError],
    [404, NotFoundError],
    [500, ApiError],
  ])('%i has a class of its own', async (status, kind) => {
    const service = new FakeService().on('/market-cap', () => refused(status, 'X'));
    const error = await rejection(service.client().marketCaps());
    expect((error as Error).constructor).toBe(kind);
    expect(error).toMatchObject({ httpStatus: status, status: 'X', message: `${status} X: it is X` });
  });

  test('field errors are included', async () => {
    const problem = { object: 'MarketCap', field: 'assetId', rejectedValue: 'x', message: 'must be a UUID' };
    const service = new FakeService().on('/market-cap', () =>
      json({ status: 'BAD_REQUEST', message: 'Validation error', errors: [problem] }, 400),
    );
    const error = await rejection(service.client().marketCaps());
    expect(error).toMatchObject({
      problems: [problem],
      message: '400 BAD_REQUEST: Validation error: assetId must be a UUID',
    });
  });

  test("a proxy's page is reported only by its status", async () => {
    const service = new FakeService().on('/market-cap', () => new Response('<html>', { status: 413 }));
    expect(await rejection(service.client().marketCaps())).toMatchObject({
      httpStatus: 413,
      status: undefined,
      message: '413',
    });
  });

  test('an incomplete response is a connection error', async () => {
    const service = new FakeService().on('/market-cap', brokenOff);
    const error = await rejection(service.client({ retries: { times: 0 } }).marketCaps());
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ message: 'the response was cut off' });
  });

  test.each(['prices.example.com', 'ftp://prices.example.com', 'https://prices.example.com?x=1', ''])(
    'the url "%s" is refused at once',
    (url) => {
      expect(() => new FakeService().client({ url })).toThrow(/^url must be like https:/);
    },
  );
});

test('quantities are requested as text, whatever the default of the service', async () => {
  const service = new FakeService().on('/market-cap', listed);
  await service.client().marketCaps({ percentChange: true });
  expect(service.to('/market-cap')[0]!.query).toEqual({ percentChange: 'true', quantities: 'string' });
});

test('every request for a token or data requests the formats that the SDK reads', async () => {
  const service = new FakeService().on('/market-cap', listed);
  await service.client().marketCaps({ percentChange: true });
  expect(service.calls).toHaveLength(2);
  for (const { headers } of service.calls) expect(headers['tidemark-compat']).toBe('off');
});

describe('signed data of a service', () => {
  test('its keys are requested without a token', async () => {
    const keys = { keys: [{ kid: 'k', x: 'abc' }] };
    const service = new FakeService().on('/.well-known/tidemark-integrity.json', () => json(keys));
    expect(await service.client().integrityKeys()).toEqual(keys);
    expect(service.calls).toHaveLength(1);
    expect(service.calls[0]!.headers).toEqual({});
  });

  test('heads of days come from all pages', async () => {
    const page = ({ query }: Call) =>
      query['startAfter'] === undefined
        ? json({ content: [{ slot: 'a' }], nextId: 'a' })
        : json({ content: [{ slot: 'b' }] });
    const service = new FakeService()
      .on('/integrity/heads', page)
      .on('/integrity/head', () => json({ slot: 'c' }));
    const client = service.client();
    expect(await all(client.heads({ from: T0 }))).toEqual([{ slot: 'a' }, { slot: 'b' }]);
    expect(service.to('/integrity/heads')[0]!.query).toMatchObject({
      from: new Date(T0).toISOString(),
      order: 'asc',
    });
    expect(await client.head()).toEqual({ slot: 'c' });
  });
});

test.each([null, 5, {}, { content: null }, { content: [null] }])(
  'a response that is not a list is reported as such (%j)',
  async (answer) => {
    const service = new FakeService().on('/market-cap', () => json(answer));
    const error = await rejection(service.client().marketCaps());
    expect(error).toBeInstanceOf(TidemarkError);
    expect((error as Error).message).toMatch(
      /^https?:\S+ did not respond to listMarketCaps with records: is it a Tidemark service\?$/,
    );
  },
);

test.each([{ errors: 5 }, { errors: [null] }, { errors: 'x' }, { message: { toString: 1 } }, null])(
  'an error with an invalid body is reported by its status (%j)',
  async (body) => {
    const service = new FakeService().on('/market-cap', () => json(body, 404));
    expect(await rejection(service.client().marketCaps())).toMatchObject({ message: '404', problems: [] });
  },
);

test('a delay of 400 digits is a number', async () => {
  const headers = { 'retry-after': '9'.repeat(400) };
  const service = new FakeService().on('/market-cap', () => refused(429, 'X', headers));
  expect(await rejection(service.client().marketCaps())).toMatchObject({ retryAfterMs: 1e12 });
});

test('an unknown route is refused clearly', async () => {
  const client = new FakeService().client();
  expect(await rejection(client.read('nope' as never, {} as never))).toMatchObject({
    name: 'TidemarkError',
    message: 'there is no route "nope"',
  });
});
