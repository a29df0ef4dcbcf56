import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody, type ErrorAnswer } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import type { RawAnswer } from '../../support/raw-connection.ts';
import { basic, demoRequest, postForm, postJson, tokenIn } from './token-requests.ts';

const NOW = Date.UTC(2026, 0, 31, 12, 0, 30, 250);
const ALL_SCOPES =
  'read:exchange-ticker read:index-ticker read:ohlcv read:LX read:market-cap read:derivatives';

let service: TestService;
let base: string;
beforeAll(async () => {
  service = await startService({ past: false, wallClock: new ManualClock(NOW) });
  base = service.baseUrl;
});
afterAll(() => service.close());

const without = (...fields: readonly string[]) =>
  demoRequest(base, Object.fromEntries(fields.map((field) => [field, undefined])));

/** Checks a refusal of the token endpoint; the description must be for people and free of secrets. */
function expectOAuthError(answer: RawAnswer, code: ErrorCode, error: string): ErrorAnswer {
  const body = parseErrorBody(answer.body, code);
  expect({ error: body.error, described: Boolean(body.error_description) }).toEqual({
    error,
    described: true,
  });
  const { errors } = body;
  if (errors.length === 0) expect(body.error_description).toBe(body.message);
  else expect(body.error_description).toBe(errors.map((e) => `${e.field} ${e.message}`).join('; '));
  // RFC 6749, 5.2.
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(body.timestamp).toBe('2026-01-31T12:00:30.250Z');
  return body;
}

describe('a token', () => {
  test('is answered with exactly the members of the contract, never to be cached', async () => {
    const answer = await postJson(base, demoRequest(base));
    const body = tokenIn(answer);
    expect(Object.keys(body)).toEqual(['access_token', 'scope', 'expires_in', 'token_type']);
    expect(body).toMatchObject({ scope: ALL_SCOPES, expires_in: 86_400, token_type: 'Bearer' });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['pragma']).toBe('no-cache');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('has exactly the claims of RFC 9068, and azp and gty', async () => {
    const { access_token } = tokenIn(await postJson(base, demoRequest(base)));
    const { jti, ...claims } = decodeJwt(access_token);
    const issuedAt = Math.floor(NOW / 1000);
    expect(claims).toEqual({
      iss: base,
      sub: 'demo',
      aud: base,
      client_id: 'demo',
      azp: 'demo',
      gty: 'client-credentials',
      scope: ALL_SCOPES,
      iat: issuedAt,
      exp: issuedAt + 86_400,
    });
    expect(jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('names its type, an asymmetric algorithm and the key that the key set holds', async () => {
    const { access_token } = tokenIn(await postJson(base, demoRequest(base)));
    const jwks = (await (await fetch(`${base}/.well-known/jwks.json`)).json()) as { keys: { kid: string }[] };
    expect(decodeProtectedHeader(access_token)).toEqual({
      alg: 'EdDSA',
      typ: 'at+jwt',
      kid: jwks.keys[0]?.kid,
    });
  });

  test('is another one each time', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, () => service.token()));
    expect(new Set(tokens.map((token) => decodeJwt(token).jti)).size).toBe(20);
  });

  test('opens the data routes until the second it expires in, and not in it', async () => {
    const wallClock = new ManualClock(NOW);
    const short = await startService({ past: false, wallClock });
    try {
      const headers = { authorization: `Bearer ${await short.token()}` };
      const status = async () => (await short.get('/v3/asset', headers)).status;
      expect(await status()).toBe(200);
      wallClock.advanceTo(Math.floor(NOW / 1000) * 1000 + 86_400_000 - 1);
      expect(await status()).toBe(200);
      wallClock.advance(1);
      expect(await status()).toBe(401);
    } finally {
      await short.close();
    }
  });
});

describe('ways to ask', () => {
  const same = (answer: RawAnswer) => expect(tokenIn(answer).scope).toBe(ALL_SCOPES);

  test('JSON, form and HTTP Basic get the same token', async () => {
    same(await postJson(base, demoRequest(base)));
    same(await postForm(base, demoRequest(base)));
    const authorization = basic('demo', 'demo');
    same(await postForm(base, without('client_id', 'client_secret'), { authorization }));
    same(await postJson(base, without('client_id', 'client_secret'), { authorization }));
  });

  test('the scheme of HTTP Basic may be written in any case', async () => {
    for (const scheme of ['basic', 'BASIC']) {
      const authorization = basic('demo', 'demo').replace('Basic', scheme);
      same(await postForm(base, without('client_id', 'client_secret'), { authorization }));
    }
  });

  test('with HTTP Basic the body may repeat the client id', async () => {
    same(await postForm(base, without('client_secret'), { authorization: basic('demo', 'demo') }));
  });

  test('resource stands for audience, and may repeat it', async () => {
    same(await postJson(base, { ...without('audience'), resource: base }));
    same(await postForm(base, { ...without('audience'), resource: base }));
    same(await postJson(base, { ...demoRequest(base), resource: base }));
  });

  test('unknown fields are ignored', async () => {
    same(await postJson(base, demoRequest(base, { unknown: 1, nested: { a: [] }, __proto__: { x: 1 } })));
    same(await postForm(base, demoRequest(base, { unknown: '1' })));
  });

  test('empty optional fields count as not given', async () => {
    same(await postJson(base, demoRequest(base, { scope: '', resource: '' })));
    same(await postForm(base, demoRequest(base, { scope: '', resource: '' })));
  });
});

describe('scopes', () => {
  test.each([
    ['read:LX', 'read:LX'],
    ['read:ohlcv read:exchange-ticker', 'read:exchange-ticker read:ohlcv'],
    ['  read:LX   read:LX ', 'read:LX'],
    [ALL_SCOPES, ALL_SCOPES],
  ])('asking for "%s" gets "%s", in the answer and in the token', async (scope, expected) => {
    const body = tokenIn(await postJson(base, demoRequest(base, { scope })));
    expect(body.scope).toBe(expected);
    expect(decodeJwt(body.access_token)['scope']).toBe(expected);
  });

  test('a client gets what it is registered for, and may ask for less', async () => {
    const { client, secret } = await new Operator(service.folder).addClient(['read:LX', 'read:market-cap']);
    const request = demoRequest(base, { client_id: client.id, client_secret: secret });
    expect(tokenIn(await postJson(base, request)).scope).toBe('read:LX read:market-cap');
    expect(tokenIn(await postForm(base, { ...request, scope: 'read:market-cap' })).scope).toBe(
      'read:market-cap',
    );
  });

  test('a client without scopes gets a token for look-ups', async () => {
    const { client, secret } = await new Operator(service.folder).addClient([]);
    const body = tokenIn(
      await postJson(base, demoRequest(base, { client_id: client.id, client_secret: secret })),
    );
    expect(body.scope).toBe('');
    const answer = await service.get('/v3/asset', { authorization: `Bearer ${body.access_token}` });
    expect(answer.status).toBe(200);
  });

  test.each(['read:market-cap', 'read:LX read:market-cap', 'read:lx', 'openid', 'read:LX,read:ohlcv', '*'])(
    '"%s" goes beyond a registration for read:LX alone: invalid_scope',
    async (scope) => {
      const { client, secret } = await new Operator(service.folder).addClient(['read:LX']);
      const answer = await postJson(
        base,
        demoRequest(base, { client_id: client.id, client_secret: secret, scope }),
      );
      expect(answer.status).toBe(400);
      const { errors } = expectOAuthError(answer, 'BAD_REQUEST', 'invalid_scope');
      expect(errors).toEqual([
        { object: 'TokenRequest', field: 'scope', rejectedValue: scope, message: 'must be among: read:LX' },
      ]);
      expect(answer.body).not.toContain(secret);
    },
  );
});

describe('a request that cannot be understood', () => {
  const FIELDS = ['grant_type', 'client_id', 'client_secret', 'audience'];
  const required = (field: string) => ({
    object: 'TokenRequest',
    field,
    rejectedValue: '',
    message: 'is required',
  });

  test.each(FIELDS)('without %s is invalid_request, as JSON and as a form', async (field) => {
    for (const answer of [
      await postJson(base, without(field)),
      await postForm(base, without(field)),
      await postJson(base, demoRequest(base, { [field]: '' })),
      await postForm(base, demoRequest(base, { [field]: '' })),
    ]) {
      expect(answer.status).toBe(400);
      expect(expectOAuthError(answer, 'BAD_REQUEST', 'invalid_request').errors).toEqual([required(field)]);
    }
  });

  test('every missing field is named at once', async () => {
    const empty = [await postJson(base, {}), await postJson(base, null), await postForm(base, '')];
    for (const answer of empty) {
      expect(expectOAuthError(answer, 'BAD_REQUEST', 'invalid_request').errors).toEqual(FIELDS.map(required));
    }
  });

  test.each(FIELDS)('%s that is no text is invalid_request and is not echoed', async (field) => {
    for (const value of [12, true, ['demo'], { a: 'demo' }]) {
      const { errors } = expectOAuthError(
        await postJson(base, demoRequest(base, { [field]: value })),
        'BAD_REQUEST',
        'invalid_request',
      );
      expect(errors).toMatchObject([{ object: 'TokenRequest', field, rejectedValue: '' }]);
    }
  });

  test.each([...FIELDS, 'scope', 'resource'])(
    '%s given twice in a form is invalid_request',
    async (field) => {
      const form = new URLSearchParams(
        demoRequest(base, { scope: 'read:LX', resource: base }) as Record<string, string>,
      );
      form.append(field, String(form.get(field)));
      const { errors } = expectOAuthError(
        await postForm(base, form.toString()),
        'BAD_REQUEST',
        'invalid_request',
      );
      expect(errors).toEqual([
        { object: 'TokenRequest', field, rejectedValue: '', message: 'must be given once' },
      ]);
    },
  );

  test('parameters of the URL are not parameters of the request', async () => {
    const answer = await fetch(
      `${base}/v3/oauth/token?${new URLSearchParams(demoRequest(base) as Record<string, string>)}`,
      { method: 'POST' },
    );
    expect(answer.status).toBe(400);
  });

  test.each([
    'password',
    'authorization_code',
    'CLIENT_CREDENTIALS',
    'client_credentials ',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ])('grant type "%s" is unsupported_grant_type', async (grantType) => {
    const answer = await postForm(base, demoRequest(base, { grant_type: grantType }));
    expect(answer.status).toBe(400);
    expect(expectOAuthError(answer, 'BAD_REQUEST', 'unsupported_grant_type').errors).toEqual([
      {
        object: 'TokenRequest',
        field: 'grant_type',
        rejectedValue: grantType,
        message: 'must be client_credentials',
      },
    ]);
  });

  test('a secret in the header and another in the body contradict each other', async () => {
    const answer = await postForm(base, demoRequest(base), { authorization: basic('demo', 'demo') });
    const { errors } = expectOAuthError(answer, 'BAD_REQUEST', 'invalid_request');
    expect(errors).toMatchObject([
      { field: 'client_id', message: 'must not differ from the Authorization header' },
    ]);
  });

  test('another client id in the header than in the body contradicts it', async () => {
    const request = { ...without('client_secret'), client_id: 'other' };
    const answer = await postForm(base, request, { authorization: basic('demo', 'demo') });
    expect(expectOAuthError(answer, 'BAD_REQUEST', 'invalid_request').errors).toMatchObject([
      { field: 'client_id', rejectedValue: 'other' },
    ]);
  });

  test('another resource than audience contradicts it', async () => {
    const answer = await postJson(base, demoRequest(base, { resource: service.wsUrl }));
    expect(expectOAuthError(answer, 'BAD_REQUEST', 'invalid_request').errors).toMatchObject([
      { field: 'resource' },
    ]);
  });

  test.each([
    ['another scheme', 'Bearer abc'],
    ['no credentials', 'Basic'],
    ['nothing in the credentials', 'Basic ='],
    ['no colon', `Basic ${btoa('demo')}`],
    ['no id', `Basic ${btoa(':demo')}`],
    ['no secret', `Basic ${btoa('demo:')}`],
    ['broken percent-encoding', `Basic ${btoa('demo:%zz')}`],
    ['more than one word', `Basic ${btoa('demo:demo')} x`],
  ])('an Authorization header with %s is invalid_request', async (_what, authorization) => {
    const answer = await postForm(base, without('client_id', 'client_secret'), { authorization });
    expect(answer.status).toBe(400);
    expectOAuthError(answer, 'BAD_REQUEST', 'invalid_request');
  });

  test('a rejected value is cut at 100 characters', async () => {
    const answer = await postJson(base, demoRequest(base, { grant_type: 'x'.repeat(500) }));
    expect(expectOAuthError(answer, 'BAD_REQUEST', 'unsupported_grant_type').errors[0]?.rejectedValue).toBe(
      'x'.repeat(100),
    );
  });
});

describe('wrong credentials', () => {
  test('an unknown id and a wrong secret get the same answer, which holds neither', async () => {
    const wrongSecret = await postJson(base, demoRequest(base, { client_secret: 'wrong-secret' }));
    const unknownId = await postJson(
      base,
      demoRequest(base, { client_id: 'unknown-id', client_secret: 'wrong-secret' }),
    );
    for (const answer of [wrongSecret, unknownId]) {
      expect(answer.status).toBe(401);
      expect(expectOAuthError(answer, 'UNAUTHORIZED', 'invalid_client').errors).toEqual([]);
      expect(answer.body).not.toContain('wrong-secret');
      expect(answer.body).not.toContain('unknown-id');
      expect(answer.headers).not.toHaveProperty('www-authenticate');
    }
    const { date: _first, ...headers } = wrongSecret.headers;
    const { date: _second, ...others } = unknownId.headers;
    expect([unknownId.body, others]).toEqual([wrongSecret.body, headers]);
  });

  test.each([
    ['unknown', 'demo'],
    ['demo', 'wrong'],
    ['demo', 'Demo'],
    ['Demo', 'demo'],
    ['demo', 'demo '],
  ])('id "%s" with secret "%s" by HTTP Basic is 401 and asks for Basic', async (id, secret) => {
    const answer = await postForm(base, without('client_id', 'client_secret'), {
      authorization: basic(id, secret),
    });
    expect(answer.status).toBe(401);
    expectOAuthError(answer, 'UNAUTHORIZED', 'invalid_client');
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+"/);
  });

  test('of a client that was disabled, removed or has expired are wrong', async () => {
    const operator = new Operator(service.folder);
    const disabled = await operator.addClient();
    await operator.disableClient(disabled.client.id);
    const removed = await operator.addClient();
    await operator.removeClient(removed.client.id);
    const expired = await operator.addClient([], NOW);
    for (const { client, secret } of [disabled, removed, expired]) {
      const answer = await postJson(base, demoRequest(base, { client_id: client.id, client_secret: secret }));
      expectOAuthError(answer, 'UNAUTHORIZED', 'invalid_client');
    }
  });

  test('are those before a rotation of the secret', async () => {
    const operator = new Operator(service.folder);
    const { client, secret } = await operator.addClient();
    const next = await operator.rotateSecret(client.id);
    const ask = (clientSecret: string) =>
      postJson(base, demoRequest(base, { client_id: client.id, client_secret: clientSecret }));
    expect((await ask(secret)).status).toBe(401);
    expect((await ask(next)).status).toBe(200);
  });

  test('a client that is yet to expire gets its token', async () => {
    const { client, secret } = await new Operator(service.folder).addClient([], NOW + 1);
    const answer = await postJson(base, demoRequest(base, { client_id: client.id, client_secret: secret }));
    expect(answer.status).toBe(200);
  });
});

describe('answers to pages of other origins', () => {
  test('may be read, errors too', async () => {
    const headers = { origin: 'https://any.example' };
    expect((await postJson(base, demoRequest(base), headers)).headers['access-control-allow-origin']).toBe(
      '*',
    );
    expect((await postJson(base, {}, headers)).headers['access-control-allow-origin']).toBe('*');
  });
});
