import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERROR_STATUSES, type ErrorCode } from '../../../src/contract/errors.ts';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody, type ErrorAnswer } from '../../support/error-answers.ts';
import { exchangeRaw, RawConnection, requestRaw, type RawAnswer } from '../../support/raw-connection.ts';

const MAX_BODY_BYTES = 16 * 1024;

let service: TestService;
let authorization: string;
beforeAll(async () => {
  service = await startService({ past: false });
  authorization = `Bearer ${await service.token()}`;
});
afterAll(() => service.close());

function expectRefusal(answer: RawAnswer, code: ErrorCode): ErrorAnswer {
  expect({ status: answer.status, body: answer.body }).toEqual({
    status: ERROR_STATUSES[code],
    body: answer.body,
  });
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.headers['vary']).toBe('Authorization, Accept-Encoding, Origin');
  return parseErrorBody(answer.body, code);
}

function send(...lines: readonly string[]): Promise<RawAnswer> {
  return exchangeRaw(service.baseUrl, `${lines.join('\r\n')}\r\n\r\n`);
}

describe('sizes', () => {
  test.each([
    ['a query', (filler: string) => `/v3/asset?unknown=${filler}`],
    ['an id', (filler: string) => `/v3/asset/${filler}`],
    ['an unknown path', (filler: string) => `/${filler}`],
  ])('%s that makes the URL longer than 8 KiB is 414', async (_what, targetOf) => {
    const target = targetOf('a'.repeat(8 * 1024));
    const { errors } = expectRefusal(
      await requestRaw(service.baseUrl, { target, headers: { authorization } }),
      'URI_TOO_LONG',
    );
    expect(errors).toEqual([]);
  });

  test('a URL of 8 KiB is read, and what it holds is judged', async () => {
    const start = '/v3/asset?type=';
    const target = start + 'a'.repeat(8 * 1024 - start.length);
    const { errors } = expectRefusal(
      await requestRaw(service.baseUrl, { target, headers: { authorization } }),
      'BAD_REQUEST',
    );
    expect(errors).toMatchObject([{ field: 'type', rejectedValue: 'a'.repeat(100) }]);
  });

  test('an id of several thousand characters is 400', async () => {
    const target = `/v3/asset/${'a'.repeat(8000)}`;
    const { errors } = expectRefusal(
      await requestRaw(service.baseUrl, { target, headers: { authorization } }),
      'BAD_REQUEST',
    );
    expect(errors).toMatchObject([{ object: 'Asset', field: 'id', rejectedValue: 'a'.repeat(100) }]);
  });

  test('a URL too long even for the headers is refused with the error body', async () => {
    const answer = await requestRaw(service.baseUrl, { target: `/v3/asset?${'a'.repeat(20_000)}` });
    expectRefusal(answer, answer.status === 414 ? 'URI_TOO_LONG' : 'REQUEST_HEADER_FIELDS_TOO_LARGE');
  });

  test.each([
    ['one header', { 'x-large': 'a'.repeat(17 * 1024) }],
    [
      'many headers together',
      Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`x-${i}`, 'a'.repeat(100)])),
    ],
    ['a token', { authorization: `Bearer ${'a'.repeat(17 * 1024)}` }],
  ])('%s of more than 16 KiB is 431', async (_what, headers) => {
    const answer = await requestRaw(service.baseUrl, { target: '/v3/asset', headers });
    expectRefusal(answer, 'REQUEST_HEADER_FIELDS_TOO_LARGE');
    expect(answer.headers['connection']).toBe('close');
  });

  const tokenRequest = (body: string, headers: Record<string, string> = {}) =>
    requestRaw(service.baseUrl, {
      method: 'POST',
      target: '/v3/oauth/token',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });

  test('a body of more than 16 KiB is 413', async () => {
    const body = JSON.stringify({ grant_type: 'x'.repeat(MAX_BODY_BYTES) });
    expect(expectRefusal(await tokenRequest(body), 'PAYLOAD_TOO_LARGE').error).toBe('invalid_request');
  });

  test('a body that announces more than 16 KiB is refused before it is sent', async () => {
    const answer = await send(
      'POST /v3/oauth/token HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 16385',
    );
    expectRefusal(answer, 'PAYLOAD_TOO_LARGE');
  });

  test('a body in chunks that grows beyond 16 KiB is 413', async () => {
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`.repeat(5);
    const head =
      'POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectRefusal(await exchangeRaw(service.baseUrl, `${head}${chunk}0\r\n\r\n`), 'PAYLOAD_TOO_LARGE');
  });

  test('a body of 16 KiB is read', async () => {
    const frame = JSON.stringify({ grant_type: '' }).length;
    const body = JSON.stringify({ grant_type: 'x'.repeat(MAX_BODY_BYTES - frame) });
    expect(Buffer.byteLength(body)).toBe(MAX_BODY_BYTES);
    expectRefusal(await tokenRequest(body), 'BAD_REQUEST');
  });
});

describe('bodies of the token endpoint', () => {
  const post = (headers: Record<string, string>, body: string) =>
    requestRaw(service.baseUrl, { method: 'POST', target: '/v3/oauth/token', headers, body });

  test.each([
    'text/plain',
    'application/xml',
    'application/jsonx',
    'application/json-patch+json',
    'multipart/form-data; boundary=x',
    'nonsense',
    '*/*',
    'application/',
    '__proto__',
    'constructor',
    'toString',
  ])('content type %s is 415', async (type) => {
    const body = expectRefusal(await post({ 'content-type': type }, '{}'), 'UNSUPPORTED_MEDIA_TYPE');
    expect(body).toMatchObject({ errors: [], error: 'invalid_request', error_description: body.message });
  });

  test('a body without a content type is 415', async () => {
    expectRefusal(await post({}, '{}'), 'UNSUPPORTED_MEDIA_TYPE');
  });

  test.each([
    '{',
    '',
    'nonsense',
    '{"grant_type":}',
    "{'grant_type':'x'}",
    '{"a":1}{"b":2}',
    '\u0000',
    '[1,2',
    'NaN',
  ])('%j is not JSON: 400', async (text) => {
    const body = expectRefusal(await post({ 'content-type': 'application/json' }, text), 'BAD_REQUEST');
    expect(body.error).toBe('invalid_request');
    expect(body.message).not.toContain('position');
  });

  test.each(['[]', '"text"', '12', 'true', '[{"grant_type":"client_credentials"}]'])(
    '%s is JSON but no object: 400',
    async (text) => {
      const body = expectRefusal(await post({ 'content-type': 'application/json' }, text), 'BAD_REQUEST');
      expect(body.error).toBe('invalid_request');
    },
  );

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json;charset=UTF-8',
  ])('content type %s is JSON', async (type) => {
    const text = JSON.stringify({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo',
      audience: service.baseUrl,
    });
    expect((await post({ 'content-type': type }, text)).status).toBe(200);
  });
});

describe('headers that must be sent once', () => {
  test.each(['Host', 'HOST'])('two hosts (Host, %s) are 400', async (second) => {
    expectRefusal(await send('GET /healthz HTTP/1.1', 'Host: a', `${second}: a`), 'BAD_REQUEST');
  });

  test('two Authorization headers are 400, even when both are good', async () => {
    const answer = await send(
      'GET /v3/asset HTTP/1.1',
      'Host: localhost',
      `Authorization: ${authorization}`,
      `authorization: ${authorization}`,
    );
    expectRefusal(answer, 'BAD_REQUEST');
  });

  test('two Authorization headers at the token endpoint are 400', async () => {
    const basic = `Basic ${btoa('demo:demo')}`;
    const answer = await send(
      'POST /v3/oauth/token HTTP/1.1',
      'Host: localhost',
      `Authorization: ${basic}`,
      `Authorization: ${basic}`,
    );
    expectRefusal(answer, 'BAD_REQUEST');
  });

  test('no Host at all is 400', async () => {
    expectRefusal(await send('GET /healthz HTTP/1.1'), 'BAD_REQUEST');
  });

  test('HTTP/1.0 needs no Host', async () => {
    expect((await send('GET /healthz HTTP/1.0')).status).toBe(200);
  });
});

describe('bytes that are no request', () => {
  test.each([
    ['words', ['hello there']],
    ['a TLS handshake', ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001']],
    ['another protocol', ['GET /healthz FTP/1.1', 'Host: localhost']],
    ['a version that does not exist', ['GET /healthz HTTP/9.9', 'Host: localhost']],
    ['a header without a colon', ['GET /healthz HTTP/1.1', 'Host: localhost', 'nonsense']],
    ['a header name with a space', ['GET /healthz HTTP/1.1', 'Host : x']],
    ['a NUL in a header', ['GET /healthz HTTP/1.1', 'Host: localhost', 'X: a\u0000b']],
    ['a length that is no number', ['POST /v3/oauth/token HTTP/1.1', 'Host: localhost', 'Content-Length: x']],
    ['a negative length', ['POST /v3/oauth/token HTTP/1.1', 'Host: localhost', 'Content-Length: -1']],
    [
      'two lengths',
      ['POST /v3/oauth/token HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2'],
    ],
    [
      'a length and chunks',
      ['POST /v3/oauth/token HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
    ],
    ['a space in the target', ['GET /v3/asset /x HTTP/1.1', 'Host: localhost']],
  ])('%s: 400 with the error body, and the connection ends', async (_what, lines) => {
    const answer = await send(...lines);
    expectRefusal(answer, 'BAD_REQUEST');
    expect(answer.headers['connection']).toBe('close');
  });

  test('a broken chunk in a body: 400', async () => {
    const head =
      'POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n';
    expectRefusal(await exchangeRaw(service.baseUrl, `${head}zz\r\n{}\r\n0\r\n\r\n`), 'BAD_REQUEST');
  });

  test('a good request is answered before the nonsense that follows it on the same connection', async () => {
    const connection = await RawConnection.open(service.baseUrl);
    connection.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const good = await connection.read();
    connection.write('nonsense\r\n\r\n');
    const bad = await connection.read();
    await connection.closed();
    expect(good?.status).toBe(200);
    expect(bad && expectRefusal(bad, 'BAD_REQUEST').errors).toEqual([]);
  });

  test('an unknown expectation is ignored', async () => {
    expect((await send('GET /healthz HTTP/1.1', 'Host: localhost', 'Expect: the-unexpected')).status).toBe(
      200,
    );
  });

  test('a client that hangs up in the middle of its request harms no other', async () => {
    const connection = await RawConnection.open(service.baseUrl);
    connection.write(
      'POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    connection.close();
    expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
  });
});

describe('slow clients', () => {
  let impatient: TestService;
  beforeAll(async () => {
    impatient = await startService({
      past: false,
      argv: ['--headers-timeout-ms', '100', '--request-timeout-ms', '200'],
    });
  });
  afterAll(() => impatient.close());

  test.each([
    ['headers', 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'],
    [
      'a body',
      'POST /v3/oauth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
  ])('%s that never end are 408, and the connection ends', async (_what, bytes) => {
    const connection = await RawConnection.open(impatient.baseUrl);
    connection.write(bytes);
    const answer = await connection.read();
    await connection.closed();
    expect(answer && expectRefusal(answer, 'REQUEST_TIMEOUT').errors).toEqual([]);
    expect(answer?.headers['connection']).toBe('close');
  });
});
