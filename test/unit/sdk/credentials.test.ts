import { expect, test } from 'vitest';
import { ConnectionError, TidemarkError, UnauthorizedError } from '../../../sdk/src/errors.ts';
import type { TidemarkOptions } from '../../../sdk/src/options.ts';
import { Tidemark } from '../../../sdk/src/tidemark.ts';
import { FakeService, json, refused, rejection, settled } from './fake-service.ts';

const HOUR_MS = 3_600_000;
const listed = () => json({ content: [] });

test('a token is requested once, however many requests wait for it', async () => {
  const service = new FakeService().on('/market-cap', listed);
  const tidemark = service.client();
  await Promise.all([tidemark.marketCaps(), tidemark.marketCaps(), tidemark.marketCaps()]);
  await tidemark.marketCaps();
  expect(service.to('/oauth/token').map(({ body }) => body)).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: 'me',
      client_secret: 'secret',
      audience: 'https://prices.example.com',
    },
  ]);
  expect(new Set(service.to('/market-cap').map(({ headers }) => headers['authorization']))).toEqual(
    new Set(['Bearer token-1']),
  );
});

test('it is renewed before it ends, not earlier than needed', async () => {
  const service = new FakeService().on('/market-cap', listed);
  const tidemark = service.client();
  await tidemark.marketCaps();
  service.clock.advance(22 * HOUR_MS);
  await tidemark.marketCaps();
  expect(service.to('/oauth/token')).toHaveLength(1);
  service.clock.advance(HOUR_MS);
  await tidemark.marketCaps();
  expect(service.to('/oauth/token')).toHaveLength(2);
});

test('a refused token is replaced once', async () => {
  const service = new FakeService().on('/market-cap', ({ headers }) =>
    headers['authorization'] === 'Bearer token-1' ? refused(401, 'UNAUTHORIZED') : listed(),
  );
  expect(await service.client().marketCaps()).toEqual([]);
  expect(service.to('/oauth/token')).toHaveLength(2);
});

test('if the second is also refused, the error says so', async () => {
  const service = new FakeService().on('/market-cap', () => refused(401, 'UNAUTHORIZED'));
  expect(await rejection(service.client().marketCaps())).toBeInstanceOf(UnauthorizedError);
  expect(service.to('/market-cap')).toHaveLength(2);
});

test('a given token is used unchanged, and not requested again', async () => {
  const service = new FakeService().on('/market-cap', () => refused(401, 'UNAUTHORIZED'));
  expect(await rejection(service.client({ token: 'mine' }).marketCaps())).toBeInstanceOf(UnauthorizedError);
  expect(service.calls.map(({ headers }) => headers['authorization'])).toEqual(['Bearer mine']);
});

test('a token function receives the side, and is called again after a refusal', async () => {
  const service = new FakeService().on('/market-cap', ({ headers }) =>
    headers['authorization'] === 'Bearer rest-1' ? refused(401, 'UNAUTHORIZED') : listed(),
  );
  let count = 0;
  expect(await service.client({ token: (side) => `${side}-${++count}` }).marketCaps()).toEqual([]);
});

test('a failing function is a connection error, except for errors of the SDK', async () => {
  const service = new FakeService().on('/market-cap', listed);
  const cause = new TypeError('fetch failed');
  const failed = await rejection(service.client({ token: () => Promise.reject(cause) }).marketCaps());
  expect(failed).toBeInstanceOf(ConnectionError);
  expect(failed).toMatchObject({ cause });
  const own = new TidemarkError('logged out');
  const token = () => {
    throw own;
  };
  expect(await rejection(service.client({ token }).marketCaps())).toBe(own);
});

test('a function that does not answer is not waited for longer than the caller wants', async () => {
  const service = new FakeService();
  const ended = new AbortController();
  const token = () => new Promise<string>(() => undefined);
  const failed = rejection(service.client({ token }).marketCaps({ signal: ended.signal }));
  ended.abort(new Error('enough'));
  expect(await failed).toEqual(new Error('enough'));
});

test('a token that cannot be renewed is used while it is valid, and requested again periodically', async () => {
  const service = new FakeService().on('/market-cap', listed);
  const tidemark = service.client({ retries: { times: 0 } });
  await tidemark.marketCaps();
  service.on('/oauth/token', () => refused(503, 'SERVICE_UNAVAILABLE'));
  service.clock.advance(23 * HOUR_MS);
  for (let i = 0; i < 3; i++) expect(await tidemark.marketCaps()).toEqual([]);
  expect(service.to('/oauth/token')).toHaveLength(2);
  service.clock.advance(HOUR_MS);
  expect(await rejection(tidemark.marketCaps())).toMatchObject({ httpStatus: 503 });
});

test('a cancelled caller does not cancel the token of the others', async () => {
  const service = new FakeService().on('/market-cap', listed);
  let answer: (response: Response) => void = () => undefined;
  service.on('/oauth/token', () => new Promise<Response>((resolve) => (answer = resolve)));
  const tidemark = service.client();
  const leaving = new AbortController();
  const left = rejection(tidemark.marketCaps({ signal: leaving.signal }));
  const stayed = tidemark.marketCaps();
  await settled();
  leaving.abort(new Error('enough'));
  expect(await left).toEqual(new Error('enough'));
  answer(json({ access_token: 'late', expires_in: 60 }));
  expect(await stayed).toEqual([]);
});

test('when all callers have cancelled, the request ends, and the next caller starts another', async () => {
  const service = new FakeService().on('/market-cap', listed);
  service.on('/oauth/token', () => new Promise<Response>(() => undefined));
  const tidemark = service.client();
  const leaving = new AbortController();
  const left = rejection(tidemark.marketCaps({ signal: leaving.signal }));
  await settled();
  service.on('/oauth/token', () => json({ access_token: 'new', expires_in: 60 }));
  leaving.abort();
  await left;
  expect(service.to('/oauth/token')[0]!.signal!.aborted).toBe(true);
  expect(await tidemark.marketCaps()).toEqual([]);
});

test('a refusal of the token endpoint is reported with its code', async () => {
  const service = new FakeService().on('/oauth/token', () => json({ error: 'invalid_client' }, 401));
  const error = await rejection(service.client().marketCaps());
  expect(error).toBeInstanceOf(UnauthorizedError);
  expect(error).toMatchObject({ httpStatus: 401, oauthError: 'invalid_client' });
});

test.each([{ clientId: '' }, { clientSecret: undefined }, { clientId: undefined, token: undefined }])(
  'a client without credentials is refused at once (%j)',
  (wrong) => {
    const usual = { url: 'https://prices.example.com', clientId: 'me', clientSecret: 'secret' };
    expect(() => new Tidemark({ ...usual, ...wrong } as TidemarkOptions)).toThrow(
      'clientId and clientSecret are needed, or a token',
    );
  },
);

test.each([0, -1, 1e308])(
  'a lifetime of %d seconds does not cause a token request per request',
  async (life) => {
    const service = new FakeService().on('/market-cap', listed);
    service.on('/oauth/token', () => json({ access_token: 'a', expires_in: life }));
    const tidemark = service.client();
    for (let i = 0; i < 3; i++) await tidemark.marketCaps();
    expect(service.to('/oauth/token')).toHaveLength(1);
  },
);

test('a response without a token is reported as such', async () => {
  const service = new FakeService().on('/oauth/token', () => json(null));
  expect(await rejection(service.client().marketCaps())).toMatchObject({
    name: 'MalformedError',
    message: 'https://prices.example.com did not respond with a token: is it a Tidemark service?',
  });
});
