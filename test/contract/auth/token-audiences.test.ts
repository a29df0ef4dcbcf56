import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { demoRequest, postForm, postJson, tokenIn } from './token-requests.ts';

/** What the token says it is for, or the OAuth error. */
async function audienceOf(
  service: TestService,
  listensAt: string,
  audience: string,
  host?: string,
): Promise<unknown> {
  const answer = await postJson(
    listensAt,
    demoRequest(service.baseUrl, { audience }),
    host === undefined ? {} : { host },
  );
  if (answer.status === 200) return decodeJwt(tokenIn(answer).access_token).aud;
  expect(answer.status).toBe(400);
  const { error, errors } = parseErrorBody(answer.body, 'BAD_REQUEST');
  expect(errors).toMatchObject([
    { object: 'TokenRequest', field: 'audience', rejectedValue: audience.slice(0, 100) },
  ]);
  return error;
}

/** Where the demo client is not meant for this machine alone, any Host is answered to. */
const ANY_HOST = ['--host', '0.0.0.0', '--demo'];

describe('where nothing is configured', () => {
  let service: TestService;
  let port: string;
  beforeAll(async () => {
    service = await startService({ past: false, argv: ANY_HOST });
    port = new URL(service.baseUrl).port;
  });
  afterAll(() => service.close());

  const ask = (audience: string, host?: string) => audienceOf(service, service.baseUrl, audience, host);

  test('the base URL and the websocket URL are audiences, with and without a trailing slash', async () => {
    const { baseUrl, wsUrl } = service;
    expect(await ask(baseUrl)).toBe(baseUrl);
    expect(await ask(`${baseUrl}/`)).toBe(baseUrl);
    expect(await ask(wsUrl)).toBe(wsUrl);
    expect(await ask(`${wsUrl}/`)).toBe(wsUrl);
  });

  test.each(['localhost', '127.0.0.1', '[::1]'])(
    'from %s, every loopback name is the same audience',
    async (host) => {
      for (const name of ['localhost', '127.0.0.1', '[::1]']) {
        expect(await ask(`http://${name}:${port}`, `${host}:${port}`)).toBe(service.baseUrl);
        expect(await ask(`https://${name}:${port}/`, `${host}:${port}`)).toBe(service.baseUrl);
        expect(await ask(`ws://${name}:${port}`, `${host}:${port}`)).toBe(service.wsUrl);
        expect(await ask(`wss://${name}:${port}/`, `${host}:${port}`)).toBe(service.wsUrl);
      }
    },
  );

  test('an audience that equals the Host header is accepted, and the token names the canonical one', async () => {
    expect(await ask('http://data.example:9000', 'data.example:9000')).toBe(service.baseUrl);
    expect(await ask('https://data.example', 'data.example')).toBe(service.baseUrl);
    expect(await ask('HTTPS://Data.Example/', 'data.example')).toBe(service.baseUrl);
    expect(await ask('https://data.example:443', 'data.example')).toBe(service.baseUrl);
    expect(await ask('ws://data.example:9000', 'data.example:9000')).toBe(service.wsUrl);
    expect(await ask('wss://data.example', 'data.example')).toBe(service.wsUrl);
  });

  test('another host or another port than the Host header is invalid_target', async () => {
    for (const [audience, host] of [
      ['https://data.example', 'other.example'],
      ['https://data.example:9000', 'data.example'],
      ['https://data.example', 'data.example:9000'],
      ['https://data.example:9000', 'data.example:9001'],
      ['wss://data.example', 'data.example:9000'],
      ['http://localhost:1', `127.0.0.1:${port}`],
      ['https://data.example', `localhost:${port}`],
      ['https://sub.data.example', 'data.example'],
    ] as const) {
      expect([audience, host, await ask(audience, host)]).toEqual([audience, host, 'invalid_target']);
    }
  });

  test('what is no URL of this service is invalid_target', async () => {
    const { baseUrl, wsUrl } = service;
    for (const audience of [
      'nonsense',
      'https://api.example.com',
      '127.0.0.1',
      `127.0.0.1:${port}`,
      `//127.0.0.1:${port}`,
      `ftp://127.0.0.1:${port}`,
      `javascript://127.0.0.1:${port}`,
      `${baseUrl}/v3`,
      `${wsUrl}/stream`,
      `${baseUrl}?x=1`,
      `${baseUrl}#x`,
      baseUrl.replace('//', '//user@'),
      baseUrl.replace('//', '//user:secret@'),
      `${baseUrl} ${wsUrl}`,
      'x'.repeat(500),
    ]) {
      expect([audience, await ask(audience)]).toEqual([audience, 'invalid_target']);
    }
  });

  test('an unknown audience is invalid_target whatever the secret', async () => {
    const answer = await postJson(
      service.baseUrl,
      demoRequest('https://other.example', { client_secret: 'wrong' }),
    );
    expect(parseErrorBody(answer.body, 'BAD_REQUEST').error).toBe('invalid_target');
  });

  test('resource is judged as audience is', async () => {
    const request = { ...demoRequest(''), audience: undefined };
    const answer = await postForm(service.baseUrl, { ...request, resource: 'https://other.example' });
    expect(parseErrorBody(answer.body, 'BAD_REQUEST').error).toBe('invalid_target');
    const good = await postForm(service.baseUrl, { ...request, resource: `${service.wsUrl}/` });
    expect(decodeJwt(tokenIn(good).access_token).aud).toBe(service.wsUrl);
  });

  test('a websocket token is 401 on REST', async () => {
    const token = await service.token({ audience: service.wsUrl });
    expect((await service.get('/v3/asset', { authorization: `Bearer ${token}` })).status).toBe(401);
  });

  test('a token asked for under another name of the host opens REST', async () => {
    const answer = await postJson(service.baseUrl, demoRequest('https://data.example'), {
      host: 'data.example',
    });
    const authorization = `Bearer ${tokenIn(answer).access_token}`;
    expect((await service.get('/v3/asset', { authorization })).status).toBe(200);
  });

  test('REST takes a token from the Authorization header only', async () => {
    const token = await service.token();
    for (const query of [`access_token=${token}`, `token=${token}`]) {
      expect((await service.get(`/v3/asset?${query}`, {})).status).toBe(401);
    }
    expect((await service.get('/v3/asset', { cookie: `access_token=${token}` })).status).toBe(401);
    expect((await service.get('/v3/asset', { 'proxy-authorization': `Bearer ${token}` })).status).toBe(401);
  });
});

describe('where an operator has configured', () => {
  const BASE_URL = 'https://api.data.example/tidemark';
  const WS_URL = 'wss://stream.data.example/live';
  const LOCAL = 'data.local:9000';

  /** Its own URLs do not tell where it listens. */
  async function withService(
    argv: readonly string[],
    use: (service: TestService, listensAt: string) => Promise<void>,
  ) {
    const port = await freePort();
    const listensAt = `http://127.0.0.1:${port}`;
    const service = await startService({ past: false, argv: ['--port', String(port), ...ANY_HOST, ...argv] });
    try {
      await use(service, listensAt);
    } finally {
      await service.close();
    }
  }

  test('further audiences, a refusal names them too', async () => {
    const further = ['https://api.old.example', 'wss://ws.old.example'];
    await withService(['--audiences', further.join(',')], async ({ baseUrl, wsUrl }, listensAt) => {
      const answer = await postJson(listensAt, demoRequest('https://other.example'));
      expect(parseErrorBody(answer.body, 'BAD_REQUEST').errors).toMatchObject([
        { field: 'audience', message: `must be ${baseUrl}, ${wsUrl}, ${further[0]} or ${further[1]}` },
      ]);
    });
  });

  test('both URLs, they alone are audiences, and the Host header counts no more', async () => {
    await withService(['--base-url', `${BASE_URL}/`, '--ws-url', WS_URL], async (service, listensAt) => {
      const ask = (audience: string, host?: string) => audienceOf(service, listensAt, audience, host);
      expect(await ask(BASE_URL)).toBe(BASE_URL);
      expect(await ask(`${BASE_URL}/`)).toBe(BASE_URL);
      expect(await ask(WS_URL)).toBe(WS_URL);
      expect(await ask(`${WS_URL}/`)).toBe(WS_URL);
      for (const audience of [
        listensAt,
        `http://${LOCAL}`,
        `ws://${LOCAL}`,
        'https://api.data.example',
        'wss://stream.data.example',
        BASE_URL.replace('https', 'http'),
        WS_URL.replace('wss', 'https'),
      ]) {
        expect([audience, await ask(audience, LOCAL)]).toEqual([audience, 'invalid_target']);
      }
      expect(await ask(listensAt)).toBe('invalid_target');
      expect(await ask(listensAt.replace('127.0.0.1', 'localhost'))).toBe('invalid_target');
      expect(await ask('https://api.data.example', 'api.data.example')).toBe('invalid_target');
    });
  });

  test('the base URL alone, the Host header still counts for the websocket', async () => {
    await withService(['--base-url', BASE_URL], async (service, listensAt) => {
      expect(await audienceOf(service, listensAt, `http://${LOCAL}`, LOCAL)).toBe('invalid_target');
      expect(await audienceOf(service, listensAt, `ws://${LOCAL}`, LOCAL)).toBe(service.wsUrl);
    });
  });

  test('the websocket URL alone, the Host header still counts for REST', async () => {
    await withService(['--ws-url', WS_URL], async (service, listensAt) => {
      expect(await audienceOf(service, listensAt, `ws://${LOCAL}`, LOCAL)).toBe('invalid_target');
      expect(await audienceOf(service, listensAt, `http://${LOCAL}`, LOCAL)).toBe(service.baseUrl);
    });
  });

  test('a base URL, its token opens REST wherever it listens', async () => {
    await withService(['--base-url', BASE_URL], async (service, listensAt) => {
      const token = tokenIn(await postJson(listensAt, demoRequest(BASE_URL))).access_token;
      expect(decodeJwt(token)).toMatchObject({ iss: BASE_URL, aud: BASE_URL });
      const answer = await fetch(`${listensAt}/v3/asset`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(200);
      expect(service.baseUrl).toBe(BASE_URL);
    });
  });
});
