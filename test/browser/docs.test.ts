import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Operator } from '../support/operator.ts';
import { freePort } from '../support/free-port.ts';
import { startService, type TestService } from '../support/service.ts';
import { BrowserPage, Chromium, REBOUND_NAME } from './chromium.ts';

const PATIENCE_MS = 60_000;
const BIG_BYTES = 1_500_000;
const STATUS = '#authorize [role=status]';

let browser: Chromium;
/** As it comes: on loopback, with the demo client. */
let service: TestService;
let port: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-browser-'));
  [browser, service] = await Promise.all([Chromium.launch(), startService()]);
  ({ port } = new URL(service.baseUrl));
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

const openDocs = async (url: string): Promise<BrowserPage> => {
  const page = await browser.open(url);
  await page.until(`document.querySelector('#authorize')`);
  return page;
};

/** Waits for the outcome and returns what the page says of it. */
async function authorize(page: BrowserPage): Promise<{ state: string; text: string }> {
  await page.click('#authorize button');
  await page.until(`/yes|failed/.test(document.querySelector('${STATUS}').dataset.authorized)`);
  const state = await page.evaluate<string>(`document.querySelector('${STATUS}').dataset.authorized`);
  return { state, text: await page.text(STATUS) };
}

const within = (path: string) => `[data-path="${path}"]`;

/** Opens an operation, sends it as it stands and returns the status of the answer. */
async function send(page: BrowserPage, path: string, fields: Record<string, string> = {}): Promise<string> {
  await page.evaluate(`document.querySelector('${within(path)}').open = true`);
  await page.until(`document.querySelector('${within(path)} form button')`);
  for (const [name, value] of Object.entries(fields))
    await page.fill(`${within(path)} [name="${name}"]`, value);
  await page.evaluate(`document.querySelector('${within(path)} .answer').replaceChildren()`);
  await page.click(`${within(path)} form button`);
  return page.until(`document.querySelector('${within(path)} [data-status]').dataset.status`);
}

/** All that the page has loaded came from where it came from itself. */
const strangers = (page: BrowserPage) =>
  page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map((entry) => entry.name)
      .filter((name) => !name.startsWith(location.origin + '/') && !name.startsWith('data:'))`,
  );

async function expectItWorks(page: BrowserPage, audience: string): Promise<void> {
  expect(await page.evaluate(`document.querySelector('#authorize [name=audience]').value`)).toBe(audience);
  expect(await send(page, '/v3/asset')).toBe('401');
  expect(await authorize(page)).toMatchObject({ state: 'yes', text: expect.stringContaining('read:LX') });
  expect(await send(page, '/v3/asset', { symbol: 'BTC' })).toBe('200');
  const body = await page.text(`${within('/v3/asset')} pre.body`);
  expect(JSON.parse(body)).toMatchObject({ content: [{ name: 'Bitcoin' }] });
  expect(await strangers(page)).toEqual([]);
  // The 401 above is all that the browser had to complain about.
  expect(page.complaints.filter((complaint) => !complaint.includes('401 (Unauthorized)'))).toEqual([]);
}

describe('/docs', () => {
  test(
    'shows the operations, their parameters and answers',
    async () => {
      const page = await openDocs(`http://localhost:${port}/docs`);
      const paths = await page.evaluate<string[]>(
        `[...document.querySelectorAll('.operation')].map((operation) => operation.dataset.path)`,
      );
      const { paths: documented } = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
        paths: object;
      };
      expect(paths.toSorted()).toEqual(Object.keys(documented).toSorted());
      expect(await page.text('main')).toContain('The data is simulated.');
      expect(await page.text('main')).toContain('Assets, fiat and crypto');
      await page.click(`${within('/v3/index-ticker')} summary`);
      const operation = await page.text(`${within('/v3/index-ticker')} form`);
      for (const name of ['timestamp', 'indexType', 'indexId', 'size']) expect(operation).toContain(name);
      const whole = await page.text(within('/v3/index-ticker'));
      for (const part of ['read:index-ticker or read:LX', 'tickVolume', '414', 'curl -s'])
        expect(whole).toContain(part);
      expect(page.complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  test.each(['localhost', '127.0.0.1', 'tidemark.localhost'])(
    'on %s, Authorize gets a token, and a request with it succeeds',
    async (name) => {
      const origin = `http://${name}:${port}`;
      await expectItWorks(await openDocs(`${origin}/docs`), origin);
    },
    PATIENCE_MS,
  );

  test(
    'on an address that other machines reach, the secret goes to that address alone',
    async () => {
      const exposed = await startService({ argv: ['--host', '0.0.0.0'] });
      try {
        const { client, secret } = await new Operator(exposed.folder).addClient();
        const origin = `http://127.0.0.2:${new URL(exposed.baseUrl).port}`;
        const page = await openDocs(`${origin}/docs/`);
        expect(await page.text('#authorize')).toContain('npx tidemark clients add');
        await page.fill('#authorize [name=client_id]', client.id);
        await page.fill('#authorize [name=client_secret]', secret);
        await expectItWorks(page, origin);
        const home = await browser.open(`${origin}/`);
        expect(await home.text('body')).toContain(`curl -s ${origin}/v3/oauth/token`);
        expect(await home.text('body')).toContain('npx tidemark clients add');
        expect(await home.text('body')).not.toContain('127.0.0.1');
      } finally {
        await exposed.close();
      }
    },
    PATIENCE_MS,
  );

  test(
    'a link to an operation opens it',
    async () => {
      const page = await openDocs(`http://localhost:${port}/docs#readyz`);
      expect(await page.until(`document.getElementById('readyz').open`)).toBe(true);
      await page.evaluate(`location.hash = '#healthz'`);
      expect(await page.until(`document.getElementById('healthz').open`)).toBe(true);
    },
    PATIENCE_MS,
  );

  test.each([
    ['client_secret', 'wrong', '401 invalid_client: unknown client_id or wrong client_secret'],
    ['audience', 'https://other.example', '400 invalid_target: audience must be http://127.0.0.1:'],
  ])(
    'a wrong %s is named where it was typed',
    async (field, value, said) => {
      const page = await openDocs(`http://localhost:${port}/docs`);
      await page.fill(`#authorize [name=${field}]`, value);
      expect(await authorize(page)).toEqual({ state: 'failed', text: expect.stringContaining(said) });
      expect(await send(page, '/v3/asset')).toBe('401');
    },
    PATIENCE_MS,
  );

  test(
    'a token that one has already can be used',
    async () => {
      const page = await openDocs(`http://localhost:${port}/docs`);
      await page.fill('#authorize [name=token]', await service.token());
      expect(await send(page, '/v3/exchange')).toBe('200');
    },
    PATIENCE_MS,
  );
});

describe('behind a proxy that takes a base path off', () => {
  let proxy: Server;
  let proxied: TestService;
  let origin: string;
  let inner: number;

  beforeAll(async () => {
    proxy = createServer((request, response) => {
      void (async () => {
        const url = `http://127.0.0.1:${inner}${(request.url ?? '').replace(/^\/prices/, '')}`;
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const { authorization, 'content-type': type } = request.headers;
        const answer = await fetch(url, {
          method: request.method ?? 'GET',
          headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
          ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
        });
        const body = Buffer.from(await answer.arrayBuffer());
        const { 'content-security-policy': policy, 'content-type': sent } = Object.fromEntries(
          answer.headers,
        );
        response.writeHead(answer.status, {
          'content-type': sent ?? '',
          ...(policy === undefined ? {} : { 'content-security-policy': policy }),
        });
        response.end(url.endsWith('/v3/index-ticker') ? grown(body) : body);
      })().catch(() => response.destroy());
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    origin = `http://localhost:${(proxy.address() as AddressInfo).port}`;
    inner = await freePort();
    proxied = await startService({ argv: ['--port', String(inner), '--base-url', `${origin}/prices`] });
  }, PATIENCE_MS);
  afterAll(async () => {
    proxy?.close();
    proxy?.closeAllConnections();
    await proxied?.close();
  });

  /** The list as long as the full world's: its records again and again. */
  function grown(body: Buffer): string {
    const { content } = JSON.parse(body.toString()) as { content: unknown[] };
    const times = Math.ceil(BIG_BYTES / body.length);
    return JSON.stringify({ content: Array.from({ length: times }, () => content).flat() });
  }

  test(
    'Authorize gets a token for the public URL, and a request with it succeeds',
    async () => {
      await expectItWorks(await openDocs(`${origin}/prices/docs`), `${origin}/prices`);
    },
    PATIENCE_MS,
  );

  test(
    'of an answer of 1.5 MB the beginning is shown and all of it can be saved; the page goes on',
    async () => {
      const page = await openDocs(`${origin}/prices/docs`);
      await authorize(page);
      const path = '/v3/index-ticker';
      expect(await send(page, path)).toBe('200');
      const shown = await page.text(`${within(path)} pre.body`);
      expect(shown.length).toBeLessThanOrEqual(50_000);
      expect(shown.startsWith('{\n  "content": [')).toBe(true);
      const nodes = `document.querySelectorAll('${within(path)} .answer *').length`;
      expect(await page.evaluate(nodes)).toBeLessThan(50);
      expect(await page.text(`${within(path)} .notice`)).toMatch(
        /^Only the beginning of 1,[\d,]+ bytes is shown\. Download has all of it\.$/,
      );

      await browser.call('Browser.setDownloadBehavior', {
        behavior: 'allowAndName',
        downloadPath: folder,
        eventsEnabled: true,
      });
      const saved = new Promise<string>((resolve) =>
        browser.on('Browser.downloadProgress', ({ state, guid }) => {
          if (state === 'completed') resolve(String(guid));
        }),
      );
      await page.click(`${within(path)} .answer a[download]`);
      const file = readFileSync(join(folder, await saved));
      expect(file.length).toBeGreaterThanOrEqual(BIG_BYTES);
      expect((JSON.parse(file.toString()) as { content: unknown[] }).content.length).toBeGreaterThan(1000);

      expect(await send(page, '/v3/asset', { symbol: 'BTC' })).toBe('200');
      expect(await page.evaluate(`document.querySelectorAll('${within('/v3/asset')} .notice').length`)).toBe(
        0,
      );
    },
    PATIENCE_MS,
  );
});

describe('other pages', () => {
  /** A call with headers that a browser asks about beforehand. */
  const call = (url: string, token: string) =>
    `fetch(${JSON.stringify(`${url}/v3/asset?symbol=BTC`)}, {
      headers: { authorization: 'Bearer ${token}', 'x-requested-with': 'XMLHttpRequest', 'x-own': '1' },
    }).then((answer) => answer.status, String)`;

  test(
    'of another origin and of a local file may use the service, with headers of their own',
    async () => {
      const token = await service.token();
      const other = createServer((_request, response) => response.end('<!doctype html><title>other</title>'));
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const file = join(folder, 'local.html');
      writeFileSync(file, '<!doctype html><title>local</title>');
      try {
        for (const url of [
          `http://127.0.0.1:${(other.address() as AddressInfo).port}/`,
          pathToFileURL(file).href,
        ]) {
          const page = await browser.open(url);
          expect([url, await page.evaluate(call(service.baseUrl, token))]).toEqual([url, 200]);
        }
      } finally {
        other.close();
        other.closeAllConnections();
      }
    },
    PATIENCE_MS,
  );

  test(
    'a page whose name was made to lead to this machine is refused',
    async () => {
      const page = await browser.open(`http://${REBOUND_NAME}:${port}/`);
      expect(await page.text('body')).toContain('must be a loopback name');
      expect(await page.evaluate(call('', await service.token()))).toBe(403);
    },
    PATIENCE_MS,
  );

  test(
    'the home page says that the data is not real and leads to the docs',
    async () => {
      const page = await browser.open(`http://localhost:${port}/`);
      const text = await page.text('body');
      for (const part of [
        'not real',
        `http://localhost:${port}/v3`,
        `ws://localhost:${port}`,
        '"client_id":"demo"',
      ])
        expect(text).toContain(part);
      expect(text).not.toContain('clients add');
      expect(await page.evaluate(`document.querySelector('a[href="/docs"]') !== null`)).toBe(true);
      expect(page.complaints).toEqual([]);
    },
    PATIENCE_MS,
  );

  test.each([
    ['/docs', 390],
    ['/', 390],
    ['/', 1280],
  ])(
    '%s fits into a window that is %i wide: nothing scrolls sideways or is cut off',
    async (path, width) => {
      const page = await browser.open(`http://localhost:${port}${path}`);
      if (path === '/docs') await page.until(`document.querySelectorAll('[data-path]').length > 10`);
      await page.resize(width, 900);
      const wide = await page.evaluate(`[document.documentElement, ...document.querySelectorAll('pre')]
        .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.outerHTML.slice(0, 80))`);
      expect(wide).toEqual([]);
    },
    PATIENCE_MS,
  );

  test('nothing beyond loopback was asked for', () => {
    const ownErrands = /google|gstatic|chromium/;
    expect(browser.askedElsewhere.filter((url) => !ownErrands.test(url))).toEqual([]);
  });
});
