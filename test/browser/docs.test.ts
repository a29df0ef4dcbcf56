import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startService, type TestService } from '../support/service.ts';
import { BasePathProxy } from './base-path-proxy.ts';
import { BrowserPage, Chromium, REBOUND_NAME } from './chromium.ts';

const PATIENCE_MS = 900_000;
const FIRST_LOAD_BYTES = 150_000;
/** An address of this machine that others reach; where it has none, one that is not what the service calls itself. */
const LAN =
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.2';

let browser: Chromium;
/** Behind a proxy with a base path, on loopback, with the demo client. */
let service: TestService;
let proxy: BasePathProxy;
/** Public URL of it, and the port behind the proxy. */
let publicUrl: string;
let inner: number;
/** On all addresses, without a public URL. */
let exposed: TestService;
let port: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-browser-'));
  inner = await freePort();
  proxy = new BasePathProxy('/prices', () => inner);
  publicUrl = await proxy.listen();
  browser = await Chromium.launch([LAN]);
  service = await startService({ argv: ['--port', String(inner), '--base-url', publicUrl] });
  exposed = await startService({ argv: ['--host', '0.0.0.0'] });
  ({ port } = new URL(exposed.baseUrl));
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await service?.close();
  await exposed?.close();
  rmSync(folder, { recursive: true, force: true });
});

const hasReference = (page: BrowserPage) => page.until(`document.querySelector('.operation')`);

async function openReference(url: string): Promise<BrowserPage> {
  const page = await browser.visit(url);
  await hasReference(page);
  return page;
}

const openDocs = () => openReference(`${publicUrl}/docs`);

const within = (path: string) => `[data-path="${path}"]`;

/** Opens an operation and returns its text. */
async function textOf(page: BrowserPage, path: string): Promise<string> {
  await page.evaluate(`document.querySelector('${within(path)}').open = true`);
  await page.until(`document.querySelector('${within(path)} .replies')`);
  return page.text(within(path));
}

test(
  'what leads to the service names the address that the reader came by',
  { timeout: PATIENCE_MS },
  async () => {
    const origin = `http://${LAN}:${port}`;
    const home = await browser.visit(`${origin}/`);
    expect(await home.text('body')).toContain(`curl -s ${origin}/v3/oauth/token`);
    expect(await home.text('body')).not.toContain('127.0.0.1');
    const start = await browser.visit(`${origin}/docs/start`);
    expect(await start.text('main')).toContain(`curl -s ${origin}/v3/oauth/token`);
  },
);

describe('the reference of REST', { timeout: PATIENCE_MS }, () => {
  let page: BrowserPage;
  beforeAll(async () => {
    // Its own, which others do not load anew.
    page = await browser.open(`${publicUrl}/docs`);
    await hasReference(page);
  }, PATIENCE_MS);

  test('shows the operations, their parameters and answers', async () => {
    const paths = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.operation')].map((operation) => operation.dataset.path)`,
    );
    const { paths: documented } = (await (await fetch(`${service.baseUrl}/openapi.json`)).json()) as {
      paths: Readonly<Record<string, object>>;
    };
    const operations = Object.entries(documented).flatMap(([path, methods]) =>
      Object.keys(methods).map(() => path),
    );
    expect(paths.toSorted()).toEqual(operations.toSorted());
    expect(await page.text('main')).toContain('The data is simulated.');
    expect(await page.text('main')).toContain('Fiat and crypto assets');
    const whole = await textOf(page, '/v3/index-ticker');
    for (const part of [
      'timestamp',
      'indexType',
      'size',
      'read:index-ticker or read:LX',
      'tickVolume',
      '414',
    ])
      expect(whole).toContain(part);
  });

  test('loads less than 150 KB at first, as a browser gets it', async () => {
    // The proxy compresses nothing.
    const plain = await openReference(`http://localhost:${port}/docs`);
    const bytes = await plain.evaluate<number[]>(
      `performance.getEntries().filter((entry) => 'encodedBodySize' in entry)
        .map((entry) => entry.encodedBodySize + 300)`,
    );
    expect(bytes.length).toBeGreaterThan(10);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThan(FIRST_LOAD_BYTES);
  });

  test('has a command for each route, as the examples fill it in', async () => {
    await textOf(page, '/v3/candles');
    expect(await page.text(`${within('/v3/candles')} .command`)).toBe(
      `curl -s '${publicUrl}/v3/candles?interval=1h&marketName=BTC_USD' -H "Authorization: Bearer $TOKEN"`,
    );
    expect(await textOf(page, '/v3/oauth/token')).toContain(
      `"client_id":"demo","client_secret":"demo","audience":"${publicUrl}"`,
    );
  });

  test('leads from every route to the console, and has none itself', async () => {
    const links = await page.evaluate<string[][]>(
      `[...document.querySelectorAll('.route')].map((route) => [route.querySelector('.operation').id, route.querySelector('a.try').getAttribute('href')])`,
    );
    expect(links.length).toBeGreaterThan(20);
    for (const [id, href] of links) expect(href).toBe(`/prices/#/try-it/${id}`);
    expect(
      await page.evaluate(`document.querySelectorAll('main input, main textarea, main select').length`),
    ).toBe(0);
  });

  test('opens an operation that is linked to, and names one that is opened in the address', async () => {
    const linked = await openReference(`${publicUrl}/docs#readyz`);
    expect(await linked.until(`document.getElementById('readyz').open`)).toBe(true);
    await linked.evaluate(`location.hash = '#healthz'`);
    expect(await linked.until(`document.getElementById('healthz').open`)).toBe(true);
    await linked.click('#listAssets summary');
    expect(await linked.until(`location.hash === '#listAssets' && location.hash`)).toBe('#listAssets');
    expect(await linked.text('#contents [aria-current]')).toContain('/asset');
  });
});

describe('the reference of the websocket', { timeout: PATIENCE_MS }, () => {
  test('shows every message with its fields and an example, and what codes mean', async () => {
    const page = await openReference(`${publicUrl}/docs/websocket#SUBSCRIBE_TRADE`);
    const { components } = (await (await fetch(`${service.baseUrl}/asyncapi.json`)).json()) as {
      components: { messages: object };
    };
    const shown = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.operation')].map((message) => message.id)`,
    );
    expect(shown.toSorted()).toEqual(Object.keys(components.messages).toSorted());
    const message = await page.until<string>(
      `document.querySelector('#SUBSCRIBE_TRADE[open] .schema') && document.querySelector('#SUBSCRIBE_TRADE').textContent`,
    );
    for (const part of ['exchangeId', '"event": "SUBSCRIBE_TRADE"', 'requestId'])
      expect(message).toContain(part);
    expect(
      await page.evaluate(
        `document.querySelector('.route:has(#SUBSCRIBE_TRADE) a.try').getAttribute('href')`,
      ),
    ).toBe('/prices/#/try-it/websocket%3Fevent%3DSUBSCRIBE_TRADE');
    const codes = await page.text('#codes');
    for (const part of ['1013', '429', 'too slowly']) expect(codes).toContain(part);
    expect(page.complaints).toEqual([]);
  });
});

describe('the guides', { timeout: PATIENCE_MS }, () => {
  test('lead to each other, also from the reference, below the base path', async () => {
    const page = await openDocs();
    const tab = await page.evaluate<string>(`document.querySelector('.tabs a:last-child').href`);
    await page.load(tab);
    expect(await page.text('h1')).toBe('Tidemark');
    const links = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href]')].map((link) => link.href)`,
    );
    const own = [...new Set(links.map((link) => link.replace(/#.*$/, '')))].filter((link) =>
      link.startsWith(publicUrl),
    );
    expect(own.length).toBeGreaterThan(50);
    for (const link of own) expect([link, (await fetch(link)).status]).toEqual([link, 200]);
    await page.load(`${publicUrl}/docs/use/ranges#ranges`);
    expect(await page.text('#contents [aria-current=page]')).toContain('Ranges, candles and gaps');
    expect(await page.evaluate(`document.querySelectorAll('.copied .copy').length`)).toBeGreaterThan(0);
    expect(page.complaints).toEqual([]);
  });

  test('are found by a search that runs in the browser and is used by the keyboard', async () => {
    const page = await browser.visit(`${publicUrl}/docs/trust/mwa`);
    await page.until(`document.querySelector('#search input')`);
    await page.press('/', '/');
    expect(await page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('combobox');
    await page.until(
      `performance.getEntriesByType('resource').some(({ name }) => name.endsWith('search.json'))`,
    );
    const field = '#search input';
    await page.fill(field, 'wibble');
    expect(await page.until(`document.querySelector('#found .none').textContent`)).toBe('Nothing was found.');
    const requests = `performance.getEntriesByType('resource').length`;
    const before = await page.evaluate<number>(requests);
    for (const typed of ['res', 'resume', 'resume reconnect']) await page.fill(field, typed);
    const chosen = `document.querySelector('#found [aria-selected=true]')?.textContent`;
    expect(await page.until(`${chosen}?.includes('Resume after a reconnect') && ${chosen}`)).toContain(
      'Resume and conflate',
    );
    expect(await page.evaluate(requests)).toBe(before);
    await page.press('ArrowDown');
    expect(
      await page.evaluate(`document.querySelector('${field}').getAttribute('aria-activedescendant')`),
    ).toBe('found-1');
    await page.press('ArrowUp');
    await page.press('Enter', '\r');
    await page.until(
      `location.pathname === '/prices/docs/use/resume' && location.hash === '#resume-after-a-reconnect'`,
    );
    await page.until(`document.querySelector('#search input')`);
    await page.fill(field, 'convert');
    await page.until(`document.querySelector('#found a[href="/prices/docs#convert"]')`);
    await page.press('Escape');
    expect(page.complaints).toEqual([]);
  });
});

describe('every page of the documentation', { timeout: PATIENCE_MS }, () => {
  const PAGES = [
    '/docs',
    '/docs/websocket',
    '/docs/start',
    '/docs/reference/configuration',
    '/docs/trust/integrity',
  ];
  const ready = `document.querySelector('#search input') && document.querySelector('main h1')`;

  test.each(PAGES)('%s can be used without a mouse or eyes, on a phone, in the dark', async (path) => {
    const page = await browser.visit(`${publicUrl}${path}`);
    await page.until(ready);
    const names = await page.evaluate(`({
      unnamed: [...document.querySelectorAll('input, select, textarea, button, a, summary')].filter(
        (each) => !(each.labels?.length || each.getAttribute('aria-label') || each.textContent.trim()),
      ).map((each) => each.outerHTML),
      twice: [...document.querySelectorAll('[id]')].map(({ id }) => id).filter((id, i, all) => all.indexOf(id) !== i),
      headings: document.querySelectorAll('h1').length,
      landmarks: ['main', 'header', 'nav[aria-label]', '[role=search]'].filter((each) => !document.querySelector(each)),
      inline: document.querySelectorAll('[style], style, script:not([src])').length,
    })`);
    expect(names).toEqual({ unnamed: [], twice: [], headings: 1, landmarks: [], inline: 0 });
    await page.resize(390, 844);
    const wide = await page.evaluate(`[document.documentElement]
      .filter((each) => each.scrollWidth > each.clientWidth).map(() => [...document.querySelectorAll('main *')]
      .filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML.slice(0, 80)).slice(0, 3))`);
    expect(wide).toEqual([]);
    const shown = `getComputedStyle(document.querySelector('#contents')).display`;
    expect(await page.evaluate(shown)).toBe('none');
    await page.click('#menu');
    expect(await page.evaluate(shown)).toBe('block');
    await page.press('Escape');
    expect(await page.evaluate(shown)).toBe('none');
    const background = `getComputedStyle(document.body).backgroundColor`;
    await page.colours('dark');
    const dark = await page.evaluate(background);
    await page.colours('light');
    expect(await page.evaluate(background)).not.toBe(dark);
  });

  test('a picture is there, in its type, and is kept', async () => {
    const page = await browser.visit(`${publicUrl}/docs/start`);
    await page.until(ready);
    await page.evaluate(
      `document.querySelectorAll('article img').forEach((each) => { each.loading = 'eager' })`,
    );
    const shown = await page.until<{ src: string; width: number; alt: string }[]>(
      `[...document.images].every(({ complete }) => complete) &&
        [...document.images].map(({ src, naturalWidth, alt }) => ({ src, width: naturalWidth, alt }))`,
    );
    expect(shown.length).toBeGreaterThan(1);
    for (const { src, width, alt } of shown) {
      expect([src, width > 600, alt.length > 20]).toEqual([src, true, true]);
      const { headers } = await fetch(src);
      expect(headers.get('content-type')).toBe('image/png');
      expect(headers.get('cache-control')).toContain('immutable');
    }
    expect(page.complaints).toEqual([]);
  });

  test.each([...PAGES, '/'])('%s lets nothing inline run and nothing in from elsewhere', async (path) => {
    const { headers } = await fetch(`${publicUrl}${path}`);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
  });

  test('the browser holds it to that', async () => {
    const page = await browser.visit(`${publicUrl}/docs`);
    await page.until(ready);
    const ran = await page.evaluate(`(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      const fetched = await fetch('http://127.0.0.1:${port}/healthz').then(() => 'fetched', () => 'refused');
      let evaluated = 'evaluated';
      try { window.eval('1'); } catch { evaluated = 'refused'; }
      return [window.ran ?? 'refused', fetched, evaluated];
    })()`);
    expect(ran).toEqual(['refused', 'refused', 'refused']);
  });
});

describe('other pages', { timeout: PATIENCE_MS }, () => {
  /** A call with headers that a browser asks about beforehand. */
  const call = (url: string, token: string) =>
    `fetch(${JSON.stringify(`${url}/v3/asset?symbol=BTC`)}, {
      headers: { authorization: 'Bearer ${token}', 'x-requested-with': 'XMLHttpRequest', 'x-own': '1' },
    }).then((answer) => answer.status, String)`;
  const token = () => service.token({ audience: publicUrl });

  test('of another origin and of a local file may use the service, with headers of their own', async () => {
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
        const page = await browser.visit(url);
        expect([url, await page.evaluate(call(`http://127.0.0.1:${inner}`, await token()))]).toEqual([
          url,
          200,
        ]);
      }
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });

  test('a page whose name was made to lead to this machine is refused', async () => {
    const page = await browser.visit(`http://${REBOUND_NAME}:${inner}/`);
    expect(await page.text('body')).toContain('must be a loopback name');
    expect(await page.evaluate(call('', await token()))).toBe(403);
  });

  test('the home page says that the data is not real and leads to the docs', async () => {
    const page = await browser.visit(`${publicUrl}/`);
    const text = await page.text('body');
    for (const part of ['not real', `${publicUrl}/v3`, publicUrl.replace('http', 'ws'), '"client_id":"demo"'])
      expect(text).toContain(part);
    expect(text).not.toContain('clients add');
    expect(await page.evaluate(`document.querySelector('a[href="/prices/docs"]') !== null`)).toBe(true);
    expect(page.complaints).toEqual([]);
  });

  test.each([390, 1280])('the home page fits into a window that is %i wide', async (width) => {
    const page = await browser.visit(`${publicUrl}/`);
    await page.resize(width, 900);
    const wide = await page.evaluate(`[document.documentElement, ...document.querySelectorAll('pre')]
      .filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.outerHTML.slice(0, 80))`);
    expect(wide).toEqual([]);
  });

  test('of all parts of the documentation metrics have two names', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${inner}/metrics`)).text();
    const routes = [...metrics.matchAll(/route="(\/docs[^"]*)"/g)].map(([, route]) => route);
    expect([...new Set(routes)].toSorted()).toEqual(['/docs', '/docs/:part']);
  });

  test('nothing beyond this machine was asked for', () => {
    const ownErrands = /google|gstatic|chromium/;
    expect(browser.askedElsewhere.filter((url) => !ownErrands.test(url))).toEqual([]);
  });
});
