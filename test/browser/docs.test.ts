import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Operator } from '../support/operator.ts';
import { freePort } from '../support/free-port.ts';
import { startService, type TestService } from '../support/service.ts';
import { BasePathProxy } from './base-path-proxy.ts';
import { BrowserPage, Chromium, REBOUND_NAME } from './chromium.ts';

const PATIENCE_MS = 60_000;
const BIG_BYTES = 1_500_000;
const FIRST_LOAD_BYTES = 150_000;
const STATUS = '#authorize [role=status]';
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
/** On all addresses, without a public URL, with a client of its own. */
let exposed: TestService;
let client: { id: string; secret: string };
let port: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-browser-'));
  inner = await freePort();
  proxy = new BasePathProxy(
    '/prices',
    () => inner,
    (path, body) => (path === '/v3/index-ticker' ? grown(body) : body),
  );
  publicUrl = await proxy.listen();
  browser = await Chromium.launch([LAN]);
  service = await startService({ argv: ['--port', String(inner), '--base-url', publicUrl] });
  exposed = await startService({ argv: ['--host', '0.0.0.0'] });
  ({ port } = new URL(exposed.baseUrl));
  const added = await new Operator(exposed.folder).addClient();
  client = { id: added.client.id, secret: added.secret };
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await service?.close();
  await exposed?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The list as long as the full world's: its records again and again. */
function grown(body: Buffer): Buffer {
  const { content } = JSON.parse(body.toString()) as { content?: unknown[] };
  if (!content) return body;
  const times = Math.ceil(BIG_BYTES / body.length);
  return Buffer.from(JSON.stringify({ content: Array.from({ length: times }, () => content).flat() }));
}

const hasReference = (page: BrowserPage) => page.until(`document.querySelector('#authorize')`);

async function openReference(url: string): Promise<BrowserPage> {
  const page = await browser.visit(url);
  await hasReference(page);
  return page;
}

const openDocs = () => openReference(`${publicUrl}/docs`);

/** Waits for the outcome and returns what the page says of it. */
async function authorize(page: BrowserPage): Promise<{ state: string; text: string }> {
  await page.click('#authorize button[type=submit]');
  await page.until(`/yes|failed/.test(document.querySelector('${STATUS}').dataset.authorized)`);
  const state = await page.evaluate<string>(`document.querySelector('${STATUS}').dataset.authorized`);
  return { state, text: await page.text(STATUS) };
}

async function typeClient(page: BrowserPage): Promise<void> {
  await page.fill('#authorize [name=client_id]', client.id);
  await page.fill('#authorize [name=client_secret]', client.secret);
}

const within = (path: string) => `[data-path="${path}"]`;

async function open(page: BrowserPage, path: string): Promise<void> {
  await page.evaluate(`document.querySelector('${within(path)}').open = true`);
  await page.until(`document.querySelector('${within(path)} form button')`);
}

/** Opens an operation, sends it with its examples and these fields, and returns the status of the answer. */
async function send(page: BrowserPage, path: string, fields: Record<string, string> = {}): Promise<string> {
  await open(page, path);
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
  expect(await send(page, '/v3/asset')).toBe('200');
  const body = await page.text(`${within('/v3/asset')} pre.body`);
  expect(JSON.parse(body)).toMatchObject({ content: [{ name: 'Bitcoin' }] });
  expect(await strangers(page)).toEqual([]);
  // The 401 above is all that the browser had to complain about.
  expect(page.complaints.filter((complaint) => !complaint.includes('401 (Unauthorized)'))).toEqual([]);
}

/** Connects, subscribes to what is filled in, and sees a tick. */
async function expectStreamWorks(page: BrowserPage, address: string): Promise<void> {
  expect(await page.evaluate(`document.querySelector('#authorize [name=audience]').value`)).toBe(address);
  await page.click('#console .connect');
  expect(await page.text('#console [role=status]')).toContain('Authorize first');
  expect((await authorize(page)).state).toBe('yes');
  await page.click('#console .connect');
  await page.until(`document.querySelector('[data-connection=open]')`);
  await page.click('#console form button');
  const frames = await page.until<string>(
    `document.querySelectorAll('.frames .received').length >= 3 && document.querySelector('.frames').textContent`,
  );
  for (const part of ['"CONNECTED"', '"SUBSCRIBED_INDEX_TICKER"', '"INDEX_TICKER"'])
    expect(frames).toContain(part);
  await page.click('#console .connect');
  expect(await page.until(`document.querySelector('[data-connection=closed]').textContent`)).toContain(
    '1000',
  );
  expect(await strangers(page)).toEqual([]);
  expect(page.complaints).toEqual([]);
}

describe('Authorize, requests and the websocket work', { timeout: PATIENCE_MS }, () => {
  test.each(['localhost', '127.0.0.1', 'tidemark.localhost', LAN])('on %s', async (name) => {
    const origin = `http://${name}:${port}`;
    const page = await openReference(`${origin}/docs`);
    expect(await page.text('#authorize')).toContain('npx tidemark clients add');
    await typeClient(page);
    await expectItWorks(page, origin);
  });

  test('on the websocket of an address that other machines reach, and what leads there names that address', async () => {
    const origin = `http://${LAN}:${port}`;
    const page = await openReference(`${origin}/docs/websocket`);
    await typeClient(page);
    await expectStreamWorks(page, origin.replace('http', 'ws'));
    const home = await browser.visit(`${origin}/`);
    expect(await home.text('body')).toContain(`curl -s ${origin}/v3/oauth/token`);
    expect(await home.text('body')).not.toContain('127.0.0.1');
    const start = await browser.visit(`${origin}/docs/start`);
    expect(await start.text('main')).toContain(`curl -s ${origin}/v3/oauth/token`);
  });

  test('behind a proxy with a base path, for the public URL, with the demo client filled in', async () => {
    await expectItWorks(await openDocs(), publicUrl);
    const page = await openReference(`${publicUrl}/docs/websocket`);
    await expectStreamWorks(page, publicUrl.replace('http', 'ws'));
  });

  test.each([
    ['client_secret', 'wrong', '401 invalid_client: unknown client_id or wrong client_secret'],
    ['audience', 'https://other.example', '400 invalid_target: audience must be http://localhost:'],
  ])('and a wrong %s is named where it was typed', async (field, value, said) => {
    const page = await openDocs();
    await page.fill(`#authorize [name=${field}]`, value);
    expect(await authorize(page)).toEqual({ state: 'failed', text: expect.stringContaining(said) });
    expect(await send(page, '/v3/asset')).toBe('401');
  });

  test('with a token that one has already', async () => {
    const page = await openDocs();
    await page.fill('#authorize [name=token]', await service.token({ audience: publicUrl }));
    expect(await send(page, '/v3/exchange')).toBe('200');
  });
});

describe('the reference of REST', { timeout: PATIENCE_MS }, () => {
  let page: BrowserPage;
  beforeAll(async () => {
    // Its own, which others do not load anew.
    page = await browser.open(`${publicUrl}/docs`);
    await hasReference(page);
    await authorize(page);
  }, PATIENCE_MS);

  test('shows the operations, their parameters and answers', async () => {
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
    const form = await page.text(`${within('/v3/index-ticker')} form`);
    for (const name of ['timestamp', 'indexType', 'indexId', 'size']) expect(form).toContain(name);
    const whole = await page.text(within('/v3/index-ticker'));
    for (const part of ['read:index-ticker or read:LX', 'tickVolume', '414']) expect(whole).toContain(part);
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

  test('offers choices as such, and a command for what is filled in', async () => {
    await open(page, '/v3/candles');
    const choices = await page.evaluate<string[]>(
      `[...document.querySelectorAll('${within('/v3/candles')} select[name=interval] option')].map((each) => each.value)`,
    );
    expect(choices).toEqual(expect.arrayContaining(['1m', '1h', '1d']));
    await page.fill(`${within('/v3/candles')} [name=interval]`, '1m');
    await page.fill(`${within('/v3/candles')} [name=size]`, '2');
    expect(await page.text(`${within('/v3/candles')} .command`)).toBe(
      `curl -s '${publicUrl}/v3/candles?interval=1m&marketName=BTC_USD&size=2' -H "Authorization: Bearer $TOKEN"`,
    );
    expect(await page.evaluate(`document.querySelectorAll('${within('/v3/candles')} .copy').length`)).toBe(1);
    expect(await send(page, '/v3/candles')).toBe('200');
  });

  test('empties an example that is in the way of a selector that is typed in', async () => {
    const path = '/v3/export/index-ticker';
    const value = (name: string) =>
      page.evaluate<string>(`document.querySelector('${within(path)} [name=${name}]').value`);
    await open(page, path);
    expect(await value('marketName')).toBe('BTC_USD');
    await page.fill(`${within(path)} [name=to]`, '2026-11-01T00:00:00Z');
    expect(await value('marketName')).toBe('BTC_USD');
    await page.fill(`${within(path)} [name=symbol]`, 'ETH');
    expect([await value('marketName'), await value('symbol')]).toEqual(['', 'ETH']);
    expect(await page.text(`${within(path)} .command`)).not.toContain('marketName');
    // What was typed stays, also where it is the example.
    await page.fill(`${within(path)} [name=marketName]`, 'BTC_USD');
    expect([await value('marketName'), await value('symbol')]).toEqual(['BTC_USD', 'ETH']);
  });

  test('begins an example half an hour ago, which leaves time to send it', async () => {
    await open(page, '/v3/receipts');
    const beganAgoMs = await page.evaluate<number>(
      `Date.now() - Date.parse(document.querySelector('${within('/v3/receipts')} [name=from]').value)`,
    );
    expect(beganAgoMs).toBeGreaterThanOrEqual(1_800_000);
    expect(beganAgoMs).toBeLessThan(3_000_000);
  });

  test('says loudly which parameters were ignored', async () => {
    expect(await send(page, '/v3/market', { 'other parameters': 'symbol=BTC&fo-o=1' })).toBe('200');
    expect(await page.text(`${within('/v3/market')} .ignored[role=alert]`)).toContain(
      'Ignored: symbol, fo-o',
    );
    expect(await send(page, '/v3/market', { 'other parameters': '' })).toBe('200');
    expect(await page.evaluate(`document.querySelectorAll('${within('/v3/market')} .ignored').length`)).toBe(
      0,
    );
  });

  test('goes on to the next page where there is one', async () => {
    const path = '/v3/exchange-ticker';
    expect(await send(page, path, { size: '1' })).toBe('200');
    const first = await page.text(`${within(path)} pre.body`);
    const { nextId } = JSON.parse(first) as { nextId: string };
    expect(await page.text(`${within(path)} .more`)).toContain(nextId);
    await page.click(`${within(path)} .next`);
    await page.until(
      `document.querySelector('${within(path)} pre.body')?.textContent.includes('"content"') &&
        document.querySelector('${within(path)} pre.body').textContent !== ${JSON.stringify(first)}`,
    );
    expect(await page.evaluate(`document.querySelector('${within(path)} [name=startAfter]').value`)).toBe(
      nextId,
    );
    // The lines of another form have no room for it; a header does.
    expect(await send(page, path, { format: 'csv', startAfter: '' })).toBe('200');
    expect(await page.text(`${within(path)} pre.body`)).toMatch(/^id,/);
    expect(await page.text(`${within(path)} .more`)).toContain(nextId);
    const file = `document.querySelector('${within(path)} a[download]').download`;
    expect(await page.evaluate(file)).toBe('listExchangeTickers.csv');
  });

  test('fills in an id of the moment', async () => {
    const path = '/v3/derivatives/contract/{derivativeType}/{id}';
    await open(page, path);
    await page.click(`${within(path)} .find`);
    await page.until(`document.querySelector('${within(path)} [name=id]').value`);
    expect(await send(page, path)).toBe('200');
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

  test('of an answer of 1.5 MB it shows the beginning and saves all of it; the page goes on', async () => {
    const path = '/v3/index-ticker';
    expect(await send(page, path, { marketName: '' })).toBe('200');
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

    expect(await send(page, '/v3/asset')).toBe('200');
    expect(await page.evaluate(`document.querySelectorAll('${within('/v3/asset')} .notice').length`)).toBe(0);
    expect(page.complaints).toEqual([]);
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
    await page.click('#SUBSCRIBE_TRADE .buttons button');
    expect(await page.evaluate(`document.querySelector('#console textarea').value`)).toContain(
      'SUBSCRIBE_TRADE',
    );
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
    await page.load(`${publicUrl}/docs/guides/querying#ranges`);
    expect(await page.text('#contents [aria-current=page]')).toContain('Asking for prices');
    expect(await page.evaluate(`document.querySelectorAll('.copied .copy').length`)).toBeGreaterThan(0);
    expect(page.complaints).toEqual([]);
  });

  test('are found by a search that runs in the browser and is used by the keyboard', async () => {
    const page = await browser.visit(`${publicUrl}/docs/methodology/mwa`);
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
    for (const typed of ['res', 'resume', 'websocket resume']) await page.fill(field, typed);
    const chosen = `document.querySelector('#found [aria-selected=true]')?.textContent`;
    expect(await page.until(`${chosen}?.includes('Resuming') && ${chosen}`)).toContain('The websocket');
    expect(await page.evaluate(requests)).toBe(before);
    await page.press('ArrowDown');
    expect(
      await page.evaluate(`document.querySelector('${field}').getAttribute('aria-activedescendant')`),
    ).toBe('found-1');
    await page.press('ArrowUp');
    await page.press('Enter', '\r');
    await page.until(
      `location.pathname === '/prices/docs/guides/websocket' && location.hash === '#resuming'`,
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
    '/docs/configuration',
    '/docs/methodology/integrity',
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

  test.each([...PAGES, '/'])('%s lets nothing inline run and nothing in from elsewhere', async (path) => {
    const { headers } = await fetch(`${publicUrl}${path}`);
    // Where the page was asked for by another name, the websocket is elsewhere.
    const stream = path === '/docs/websocket' ? ` ${new URL(publicUrl).origin.replace('http', 'ws')}` : '';
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'${stream}; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`,
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
