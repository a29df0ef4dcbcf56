import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { Operator } from '../../support/operator.ts';
import { RawConnection, requestBytes } from '../../support/raw-connection.ts';

/** Half of them are for connections that have shown a token. */
const MOST = 16;
const STRANGERS = MOST / 2;

let service: TestService;
let open: { close(): void }[] = [];
beforeAll(async () => {
  service = await startService({ past: false, argv: ['--max-connections', String(MOST)] });
});
afterAll(() => service.close());
afterEach(async () => {
  for (const connection of open) connection.close();
  open = [];
  await until(async () => (await known()) === 0);
});

async function connection(): Promise<RawConnection> {
  const raw = await RawConnection.open(service.baseUrl);
  open.push(raw);
  return raw;
}

async function connectionsThatSent(count: number, bytes: string): Promise<RawConnection[]> {
  const all: RawConnection[] = [];
  for (let i = 0; i < count; i++) {
    const raw = await connection();
    raw.write(bytes);
    all.push(raw);
  }
  return all;
}

function assetRequest(headers: Record<string, string> = {}): string {
  return requestBytes(service.baseUrl, { target: '/v3/asset?symbol=BTC', headers });
}

/** A request that never comes to its end. */
function unfinishedTokenRequest(): string {
  const headers = { 'content-type': 'application/json', 'content-length': '100', expect: '100-continue' };
  return requestBytes(service.baseUrl, { method: 'POST', target: '/v3/oauth/token', headers });
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${service.baseUrl}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1] ?? 0,
  );
}

function known(): Promise<number> {
  return metric('tidemark_connections{kind="known"}');
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setImmediate(resolve));
}

describe('a connection with a valid token', () => {
  test('is served on, whatever strangers open beside it', async () => {
    const authorization = `Bearer ${await service.token()}`;
    const kept = await connection();
    kept.write(assetRequest({ authorization }));
    expect((await kept.read())?.status).toBe(200);
    const strangers = await connectionsThatSent(5 * MOST, 'GET /healthz HT');
    await strangers[0]!.closed();
    expect(await known()).toBe(1);
    expect(await metric('tidemark_connections{kind="unknown"}')).toBeLessThanOrEqual(STRANGERS);
    kept.write(assetRequest({ authorization }));
    expect((await kept.read())?.status).toBe(200);
  });

  test('is a stranger again when its token is not', async () => {
    const operator = new Operator(service.folder);
    const { client, secret } = await operator.addClient(['read:ohlcv']);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const raw = await connection();
    raw.write(assetRequest({ authorization: `Bearer ${token}` }));
    expect((await raw.read())?.status).toBe(200);
    await operator.disableClient(client.id);
    raw.write(assetRequest({ authorization: `Bearer ${token}` }));
    expect((await raw.read())?.status).toBe(401);
    expect(await known()).toBe(0);
    await connectionsThatSent(2 * MOST, '');
    await raw.closed();
  });

  test('that sends a request without a token is a stranger again', async () => {
    const raw = await connection();
    raw.write(assetRequest({ authorization: `Bearer ${await service.token()}` }));
    expect((await raw.read())?.status).toBe(200);
    expect(await known()).toBe(1);
    raw.write(assetRequest());
    expect((await raw.read())?.status).toBe(401);
    expect(await known()).toBe(0);
  });
});

describe('a connection that scrapes metrics with a token', () => {
  const scrape = (token: string) =>
    requestBytes(service.baseUrl, {
      target: '/metrics',
      headers: { via: '1.1 proxy', authorization: `Bearer ${token}` },
    });

  test('is known, and a stranger again when its token is not valid', async () => {
    const { client, secret } = await new Operator(service.folder).addClient(['read:operations']);
    const token = await service.token({ clientId: client.id, clientSecret: secret });
    const raw = await connection();
    raw.write(scrape(token));
    expect((await raw.read())?.status).toBe(200);
    expect(await known()).toBe(1);
    raw.write(scrape('none'));
    expect((await raw.read())?.status).toBe(401);
    expect(await known()).toBe(0);
  });
});

describe('connections without a token', () => {
  test('that ask for an upgrade that is none are closed once they are answered', async () => {
    const { hostname, port } = new URL(service.baseUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    open.push({ close: () => socket.destroy() });
    const headers = { upgrade: 'h2c', connection: 'Upgrade' };
    socket.write(requestBytes(service.baseUrl, { target: '/healthz', headers }));
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    let code: string | undefined;
    socket.on('error', (error: NodeJS.ErrnoException) => (code = error.code));
    await once(socket, 'end');
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    // This side stays open: it is closed only where the service has let go of the connection.
    const writing = setInterval(() => socket.write('x'), 10);
    await closed.finally(() => clearInterval(writing));
    expect(['ECONNRESET', 'EPIPE']).toContain(code);
  });

  test('that all have a request under way leave no place for another, which is told so', async () => {
    const busy = await connectionsThatSent(STRANGERS, unfinishedTokenRequest());
    for (const raw of busy) await until(async () => raw.unread.includes('100 Continue'));
    const refused = await connection();
    const answer = await refused.read();
    expect([answer?.status, answer?.headers['retry-after']]).toEqual([503, '5']);
    expect(answer?.headers['connection']).toBe('close');
    parseErrorBody(answer?.body ?? '', 'SERVICE_UNAVAILABLE');
    await refused.closed();
    expect(busy.every((raw) => raw.open)).toBe(true);
  });

  test('that send their headers slowly are closed for new ones', async () => {
    const slow = await connectionsThatSent(STRANGERS, 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ');
    const later = await connectionsThatSent(STRANGERS, '');
    for (const raw of slow) await raw.closed();
    expect(later.every((raw) => raw.open)).toBe(true);
  });

  test('may come back as often as they like: closed ones are not counted', async () => {
    const refused = () => metric('tidemark_connections_refused_total{limit="all"}');
    const before = await refused();
    for (let i = 0; i < 5 * MOST; i++) expect((await fetch(`${service.baseUrl}/healthz`)).status).toBe(200);
    expect(await refused()).toBe(before);
    expect(await metric('tidemark_connections{kind="unknown"}')).toBeLessThanOrEqual(STRANGERS);
  });
});

const FORM = 'Content-Type: application/x-www-form-urlencoded';

class EncryptedConnection {
  readonly #socket: TLSSocket;

  constructor(port: number) {
    this.#socket = connectTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
    open.push({ close: () => this.#socket.destroy() });
  }

  /** An answer comes whole before the next request is sent, so its last piece ends it. */
  async exchange(line: string, header = 'Accept: */*', body = ''): Promise<string> {
    const head = `${line} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nContent-Length: ${body.length}`;
    this.#socket.write(`${head}\r\n\r\n${body}`);
    let text = '';
    for (;;) {
      text += String(((await once(this.#socket, 'data')) as [Buffer])[0]);
      const start = text.indexOf('\r\n\r\n') + 4;
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1]);
      if (start >= 4 && text.length >= start + length) return text;
    }
  }
}

describe('with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-tls-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  let tls: TestService | undefined;
  afterEach(async () => {
    await tls?.close();
    tls = undefined;
  });

  async function startTls(...argv: string[]): Promise<number> {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
    const files = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert];
    execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', '-days', '2', ...files], {
      stdio: 'ignore',
    });
    tls = await startService({ past: false, argv: ['--tls-cert', cert, '--tls-key', key, ...argv] });
    return Number(new URL(tls.baseUrl).port);
  }

  function raw(port: number, bytes = ''): Socket {
    const socket = connect({ host: '127.0.0.1', port });
    open.push({ close: () => socket.destroy() });
    socket.on('error', () => socket.destroy());
    socket.resume();
    if (bytes !== '') socket.write(bytes);
    return socket;
  }

  test('a handshake that never comes, or is none, is cut as slow headers are', async () => {
    const port = await startTls('--headers-timeout-ms', '2000');
    await Promise.all([
      once(raw(port), 'close'),
      once(raw(port, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'), 'close'),
      once(raw(port, '\u0016\u0003\u0001'), 'close'),
    ]);
    const encrypted = new EncryptedConnection(port);
    expect(await encrypted.exchange('GET /metrics')).toMatch(/^tidemark_connections\{kind="unknown"\} 1$/m);
  });

  test('a connection that has shown a token is known', async () => {
    const encrypted = new EncryptedConnection(await startTls());
    const client = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo' };
    const form = String(new URLSearchParams({ ...client, audience: tls!.baseUrl }));
    const issued = await encrypted.exchange('POST /v3/oauth/token', FORM, form);
    const token = /"access_token":"([^"]+)"/.exec(issued)?.[1];
    await encrypted.exchange('GET /v3/asset?symbol=BTC', `Authorization: Bearer ${token}`);
    expect(await encrypted.exchange('GET /metrics')).toMatch(/^tidemark_connections\{kind="known"\} 1$/m);
  });
});
