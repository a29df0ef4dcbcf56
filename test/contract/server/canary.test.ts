import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { Operator } from '../../support/operator.ts';
import { exchangeRaw, requestRaw, type RawAnswer, type RawRequest } from '../../support/raw-connection.ts';

/** Strings that exist nowhere else, each known by the place it was put in. */
class Canaries {
  readonly #placeOf = new Map<string, string>();

  /** Letters, digits, and signs that look different in each encoding. */
  hatch(place: string): string {
    const canary = `canary${randomBytes(12).toString('hex')}~+/?&= é`;
    this.#placeOf.set(canary, place);
    return canary;
  }

  /** As part of a token or a header: nothing that would end it. */
  hatchWord(place: string): string {
    return this.adopt(`canary${randomBytes(12).toString('hex')}`, place);
  }

  adopt(secret: string, place: string): string {
    this.#placeOf.set(secret, place);
    return secret;
  }

  /** The places whose canary the text holds, in any form in which a secret might be written down. */
  foundIn(text: string): string[] {
    const lower = text.toLowerCase();
    return [...this.#placeOf]
      .filter(([canary]) => formsOf(canary).some((form) => lower.includes(form.toLowerCase())))
      .map(([, place]) => place);
  }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const everyByte = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return [
    secret,
    encodeURIComponent(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    everyByte,
    bytes.toString('hex'),
    JSON.stringify(secret).slice(1, -1),
    // Inside a longer base64 text a secret may start at any of three places; its ends then depend on what is around it.
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64')
        .slice(4, -4),
    ),
    ...[0, 1, 2].map((shift) =>
      Buffer.concat([Buffer.alloc(shift), bytes])
        .toString('base64url')
        .slice(4, -4),
    ),
  ];
}

const canaries = new Canaries();
const answers: { readonly place: string; readonly text: string }[] = [];
let service: TestService;

beforeAll(async () => {
  service = await startService({ argv: ['--access-log', '--slow-request-ms', '1', '--log-level', 'debug'] });
});
afterAll(() => service.close());

function keep(place: string, { status, headers, body }: RawAnswer): void {
  answers.push({ place, text: `${status} ${JSON.stringify(headers)} ${body}` });
}

async function send(place: string, request: RawRequest): Promise<RawAnswer> {
  const answer = await requestRaw(service.baseUrl, request);
  keep(place, answer);
  return answer;
}

const post = (place: string, type: string, body: string, headers: Record<string, string> = {}) =>
  send(place, {
    method: 'POST',
    target: '/v3/oauth/token',
    headers: { 'content-type': type, ...headers },
    body,
  });

async function sendThroughUrls(): Promise<void> {
  const targets: [string, (secret: string) => string][] = [
    ['a data route', (secret) => `/v3/asset?access_token=${secret}`],
    ['a data route with bad parameters', (secret) => `/v3/asset?type=x&access_token=${secret}`],
    ['one record', (secret) => `/v3/asset/nonsense?access_token=${secret}`],
    ['the home page', (secret) => `/?access_token=${secret}`],
    ['the websocket path', (secret) => `/stream?access_token=${secret}`],
    ['an unknown route', (secret) => `/v3/nothing?access_token=${secret}`],
    ['an unknown path', (secret) => `/v3/nothing/${secret}`],
    ['a bad URL', (secret) => `/v3/asset/%zz?access_token=${secret}`],
    ['a bad path', (secret) => `/%zz/${secret}`],
    ['a URL too long', (secret) => `/v3/asset?access_token=${secret}&filler=${'a'.repeat(8200)}`],
    ['a URL far too long', (secret) => `/v3/asset?access_token=${secret}&filler=${'a'.repeat(20_000)}`],
    ['the token endpoint', (secret) => `/v3/oauth/token?client_secret=${secret}`],
    ['health', (secret) => `/healthz?access_token=${secret}`],
    ['metrics', (secret) => `/metrics?access_token=${secret}`],
    ['docs', (secret) => `/docs?access_token=${secret}`],
  ];
  const authorization = `Bearer ${await service.token()}`;
  for (const [what, targetOf] of targets) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      for (const headers of [{}, { authorization }]) {
        const place = `${method} ${what}`;
        const encoded = encodeURIComponent(canaries.hatch(place));
        await send(place, { method, target: targetOf(encoded), headers });
      }
    }
  }
}

async function sendThroughHeaders(): Promise<void> {
  const forms: [string, (secret: string) => string][] = [
    ['garbage', (secret) => `Bearer ${secret}`],
    ['three parts', (secret) => `Bearer ${secret}.${secret}.${secret}`],
    ['two words', (secret) => `Bearer ${secret} x`],
    ['no scheme', (secret) => secret],
    ['another scheme', (secret) => `Digest response="${secret}"`],
    ['basic', (secret) => `Basic ${Buffer.from(`demo:${secret}`).toString('base64')}`],
    ['basic id', (secret) => `Basic ${Buffer.from(`${secret}:x`).toString('base64')}`],
    ['too long', (secret) => `Bearer ${secret}${'a'.repeat(5000)}`],
    ['far too long', (secret) => `Bearer ${secret}${'a'.repeat(20_000)}`],
  ];
  for (const [what, formOf] of forms) {
    for (const target of ['/v3/asset', '/v3/nothing', '/v3/asset/%zz']) {
      const place = `Authorization (${what}) to ${target}`;
      await send(place, { target, headers: { authorization: formOf(canaries.hatchWord(place)) } });
    }
    const place = `Authorization (${what}) to the token endpoint`;
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      audience: service.baseUrl,
    }).toString();
    await post(place, 'application/x-www-form-urlencoded', form, {
      authorization: formOf(canaries.hatchWord(place)),
    });
  }
}

async function sendThroughBodies(): Promise<void> {
  const fields = { grant_type: 'client_credentials', client_id: 'demo', audience: service.baseUrl };
  const bodies: [string, string, (secret: string) => string][] = [
    [
      'wrong secret in JSON',
      'application/json',
      (secret) => JSON.stringify({ ...fields, client_secret: secret }),
    ],
    [
      'wrong secret in a form',
      'application/x-www-form-urlencoded',
      (secret) => new URLSearchParams({ ...fields, client_secret: secret }).toString(),
    ],
    ['secret with nothing else', 'application/json', (secret) => JSON.stringify({ client_secret: secret })],
    [
      'secret twice',
      'application/x-www-form-urlencoded',
      (secret) =>
        new URLSearchParams([
          ['client_secret', secret],
          ['client_secret', secret],
        ]).toString(),
    ],
    [
      'secret that is no text',
      'application/json',
      (secret) => JSON.stringify({ ...fields, client_secret: [secret, { [secret]: secret }] }),
    ],
    [
      'secret of a wrong grant',
      'application/json',
      (secret) => JSON.stringify({ ...fields, grant_type: 'password', client_secret: secret }),
    ],
    [
      'secret for a wrong audience',
      'application/json',
      (secret) => JSON.stringify({ ...fields, audience: 'x', client_secret: secret }),
    ],
    [
      'secret beside other fields',
      'application/json',
      (secret) => JSON.stringify({ ...fields, client_secret: 'x', password: secret, access_token: secret }),
    ],
    ['broken JSON', 'application/json', (secret) => `{"client_secret":"${secret}"`],
    ['JSON that breaks at the secret', 'application/json', (secret) => `{"client_secret":${secret}}`],
    ['JSON that is the secret', 'application/json', (secret) => JSON.stringify(secret)],
    ['plain text', 'text/plain', (secret) => `client_secret=${secret}`],
    ['no content type', '', (secret) => `client_secret=${secret}`],
    [
      'a body too large',
      'application/json',
      (secret) => JSON.stringify({ client_secret: secret, filler: 'a'.repeat(20_000) }),
    ],
  ];
  for (const [place, type, bodyOf] of bodies) await post(place, type, bodyOf(canaries.hatch(place)));
  const contradicting = canaries.hatchWord('a secret in body and header');
  await post(
    'a secret in body and header',
    'application/json',
    JSON.stringify({ ...fields, client_secret: contradicting }),
    {
      authorization: `Basic ${Buffer.from(`demo:${contradicting}`).toString('base64')}`,
    },
  );
  const type = canaries.hatchWord('a content type');
  await post('a content type', `text/${type}`, '{}');
}

async function sendThroughBrokenHttp(): Promise<void> {
  const broken: [string, (secret: string) => string][] = [
    ['a request line', (secret) => `GET /${secret} FTP/1.1\r\n\r\n`],
    ['a method', (secret) => `${secret} / HTTP/1.1\r\nHost: localhost\r\n\r\n`],
    ['a header line', (secret) => `GET / HTTP/1.1\r\nHost: localhost\r\nAuthorization ${secret}\r\n\r\n`],
    [
      'two Authorization headers',
      (secret) =>
        `GET /v3/asset HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${secret}\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
    ],
    [
      'two hosts',
      (secret) =>
        `GET /v3/asset?access_token=${secret} HTTP/1.1\r\nHost: ${secret}\r\nHost: ${secret}\r\n\r\n`,
    ],
    ['a Host header', (secret) => `GET /v3/asset HTTP/1.1\r\nHost: ${secret}\r\n\r\n`],
    [
      'a chunk',
      (secret) =>
        `POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${secret}\r\n`,
    ],
  ];
  for (const [what, bytesOf] of broken) {
    const place = `broken HTTP: ${what}`;
    keep(place, await exchangeRaw(service.baseUrl, bytesOf(canaries.hatchWord(place))));
  }
}

/** Real secrets and tokens, in the places they belong in. */
async function sendGoodOnes(): Promise<void> {
  const { client, secret } = await new Operator(service.folder).addClient(['read:LX']);
  canaries.adopt(secret, 'the secret of a client');
  const token = canaries.adopt(
    await service.token({ clientId: client.id, clientSecret: secret }),
    'a good token',
  );
  const authorization = `Bearer ${token}`;
  for (const target of [
    '/v3/asset',
    '/v3/asset/nonsense',
    '/v3/exchange-ticker',
    '/v3/nothing',
    `/v3/asset?access_token=${token}`,
  ]) {
    await send(`a good token to ${target.slice(0, 20)}`, { target, headers: { authorization } });
  }
  const beyond = JSON.stringify({
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: secret,
    audience: service.baseUrl,
    scope: 'x',
  });
  await post('a good secret with a bad scope', 'application/json', beyond);
}

test('no secret and no token that was sent comes back in an answer, a log line or a metric', async () => {
  await sendThroughUrls();
  await sendThroughHeaders();
  await sendThroughBodies();
  await sendThroughBrokenHttp();
  await sendGoodOnes();
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();

  expect(answers.length).toBeGreaterThan(150);
  expect(service.logLines.filter((line) => line.includes('"route"')).length).toBeGreaterThan(100);
  expect(metrics).toContain('tidemark_tokens_refused_total{error="invalid_client"}');

  expect(answers.filter(({ text }) => canaries.foundIn(text).length > 0)).toEqual([]);
  expect(service.logLines.filter((line) => canaries.foundIn(line).length > 0)).toEqual([]);
  expect(canaries.foundIn(metrics)).toEqual([]);
});

test('a leak in any encoding would be noticed', () => {
  const secret = canaries.hatch('a leak');
  for (const leak of [
    `x${secret}x`,
    `path=/v3?access_token=${encodeURIComponent(secret)}`,
    new URLSearchParams({ client_secret: secret }).toString(),
    `Basic ${Buffer.from(`demo:${secret}`).toString('base64')}`,
    `Basic ${Buffer.from(`demo2:${secret}`).toString('base64url')}`,
    JSON.stringify({ body: JSON.stringify({ secret }) }),
  ]) {
    expect([leak, canaries.foundIn(leak)]).toEqual([leak, ['a leak']]);
  }
});
