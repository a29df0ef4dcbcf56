import { describe, expect, test } from 'vitest';
import { MalformedError } from '../../../sdk/src/errors.ts';
import { Tidemark } from '../../../sdk/src/tidemark.ts';
import type { TidemarkOptions } from '../../../sdk/src/options.ts';
import { all, FakeService, json, rejection } from './fake-service.ts';

const INDEX = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
const AT = '2026-03-01T12:00:00.000Z';
const tick = { id: '1', indexId: INDEX, indexType: 'MWA', price: '1.5', volume: '1', timestamp: AT };

/** An endless body, and how much of it was read. */
function endless(piece: string) {
  const taken = { bytes: 0, isCancelled: false };
  const bytes = new TextEncoder().encode(piece);
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      taken.bytes += bytes.length;
      controller.enqueue(bytes);
    },
    cancel() {
      taken.isCancelled = true;
    },
  });
  return { body, taken };
}

describe('an endless response', () => {
  const maxAnswerBytes = 100_000;
  const piece = `[${' '.repeat(9999)}`;

  test.each([200, 500])('is given up at the limit (%i)', async (status) => {
    const { body, taken } = endless(piece);
    const service = new FakeService().on('/market-cap', () => new Response(body, { status }));
    const error = await rejection(service.client({ maxAnswerBytes }).marketCaps());
    if (status === 200) expect(error).toBeInstanceOf(MalformedError);
    else expect(error).toMatchObject({ httpStatus: 500 });
    expect(taken.bytes).toBeLessThan(2 * maxAnswerBytes);
    expect(taken.isCancelled).toBe(true);
  });

  test('of lines is given up if one of them has no end', async () => {
    const { body, taken } = endless(piece);
    const service = new FakeService().on('/receipts', () => new Response(body));
    const client = service.client({ maxAnswerBytes });
    expect(await rejection(all(client.receipts(INDEX, { from: 0 })))).toBeInstanceOf(MalformedError);
    expect(taken.bytes).toBeLessThan(2 * maxAnswerBytes);
    expect(taken.isCancelled).toBe(true);
  });

  test('of lines is read completely if each has an end', async () => {
    const { body, taken } = endless(`${JSON.stringify({ id: 'x'.repeat(9000) })}\n`);
    const service = new FakeService().on('/receipts', () => new Response(body));
    let count = 0;
    for await (const _ of service.client({ maxAnswerBytes }).receipts(INDEX, { from: 0 }))
      if (++count === 50) break;
    expect(taken.bytes).toBeGreaterThan(4 * maxAnswerBytes);
    expect(taken.isCancelled).toBe(true);
  });
});

test('a line that is not JSON is an error of its class', async () => {
  const service = new FakeService().on('/receipts', () => new Response('{"id":\n'));
  expect(await rejection(all(service.client().receipts(INDEX, { from: 0 })))).toBeInstanceOf(MalformedError);
});

test.each([
  ['a', 'a', 'a'],
  ['a', 'b', 'a'],
])('pages in a cycle are an error (%s, %s, %s)', async (...ids) => {
  let asked = 0;
  const service = new FakeService().on('/index-ticker', () => {
    const nextId = ids[asked++ % ids.length];
    return json({ content: [tick], nextId });
  });
  const error = await rejection(all(service.client().ticks(INDEX, { from: 0 })));
  expect(error).toBeInstanceOf(MalformedError);
  expect(error).toMatchObject({ message: 'the response to listIndexTickers leads back to a' });
  expect(asked).toBeLessThanOrEqual(4);
});

describe.each([false, true])('over REST (strict: %s)', (strict) => {
  test.each([
    { price: 'NaN' },
    { price: 7 },
    { price: undefined },
    { flags: 'CARRIED' },
    { flags: 3 },
    { flags: [{}] },
  ])('a tick with %j is an error of its class', async (wrong) => {
    const service = new FakeService().on('/index-ticker', () => json({ content: [{ ...tick, ...wrong }] }));
    const tidemark = service.client({ strict });
    for (const ask of [
      tidemark.price(INDEX),
      tidemark.index(INDEX),
      all(tidemark.ticks(INDEX, { from: AT })),
    ])
      expect(await rejection(ask)).toBeInstanceOf(MalformedError);
  });
});

test('in strict mode a record without a time is an error of its class', async () => {
  const service = new FakeService().on('/index-ticker', () =>
    json({ content: [{ ...tick, timestamp: 'soon' }] }),
  );
  const tidemark = service.client({ strict: true });
  for (const ask of [tidemark.index(INDEX), all(tidemark.ticks(INDEX, { from: AT }))])
    expect(await rejection(ask)).toBeInstanceOf(MalformedError);
});

describe('without options', () => {
  const asked = async (options: TidemarkOptions) => {
    const urls: string[] = [];
    const bodies: unknown[] = [];
    const fetch = async (url: string, { body }: RequestInit) => {
      urls.push(url);
      bodies.push(JSON.parse((body as string | undefined) ?? 'null'));
      return body ? json({ access_token: 't', expires_in: 60 }) : json({ content: [] });
    };
    await new Tidemark({ ...options, fetch }).marketCaps();
    return { urls, bodies };
  };

  test('it is the demo client of the service on this machine', async () => {
    const { urls, bodies } = await asked({});
    expect(urls[0]).toBe('http://localhost:8080/v3/oauth/token');
    expect(bodies[0]).toMatchObject({
      client_id: 'demo',
      client_secret: 'demo',
      audience: 'http://localhost:8080',
    });
  });

  test.each(['http://127.0.0.1:9000', 'https://[::1]:9000', 'http://localhost/base'])(
    'also for %s',
    async (url) => {
      expect((await asked({ url })).bodies[0]).toMatchObject({ client_id: 'demo', audience: url });
    },
  );

  test.each(['https://prices.example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com'])(
    'a client is needed for %s',
    (url) => {
      expect(() => new Tidemark({ url })).toThrow('clientId and clientSecret are needed, or a token');
    },
  );

  test('an incomplete client is refused, also on this machine', () => {
    expect(() => new Tidemark({ clientId: 'me' } as never)).toThrow('clientId and clientSecret are needed');
  });
});
