import { networkInterfaces } from 'node:os';
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { Operator } from '../support/operator.ts';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { BasePathProxy } from './base-path-proxy.ts';
import {
  DESK,
  expectAccessibleInBoth,
  expectQuiet,
  overflowOf,
  PHONE,
  usePages,
  WEB_FOLDER,
} from './page-support.ts';

const PATIENCE_MS = 900_000;
/** An address of this machine that other machines reach. */
const LAN =
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address ?? '127.0.0.2';

/** The refusal of a wrong secret, and what Chromium says of a header that has no effect without TLS on a name beyond this machine. */
const EXPECTED = /401|Cross-Origin-Opener-Policy header has been ignored/;

const pages = usePages('none');
let ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
}, PATIENCE_MS);

async function start(options: TestServiceOptions): Promise<TestService> {
  const service = await startService({ webFolder: WEB_FOLDER, ...options });
  ends.push(() => service.close());
  return service;
}

const tryIt = (page: Page, what: string) => page.getByRole('link', { name: `Try it: ${what}`, exact: true });

async function signIn(page: Page, id: string, secret: string): Promise<void> {
  await page.getByLabel('Client id').fill(id);
  await page.getByLabel('Client secret').fill(secret);
  await page.keyboard.press('Enter');
}

/** Sends the route that is open and sees its answer. */
async function expectAnswer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await page.getByText('200 OK').waitFor();
  const body = page.getByRole('region', { name: 'Body of the response' });
  await expect.poll(() => body.textContent()).toContain('"name": "Bitcoin"');
}

/** Connects with the message that is filled in, and sees a tick. */
async function expectTicks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('Connected', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const frames = page.getByRole('region', { name: 'Messages of the websocket' });
  await expect.poll(() => frames.textContent()).toContain('"event":"INDEX_TICKER"');
}

describe('from the documentation to the console', { timeout: PATIENCE_MS }, () => {
  test('a reader signs in with a client, whatever the service is called, and stays signed in across both', async () => {
    const service = await start({ argv: ['--host', '0.0.0.0', '--no-demo'] });
    const added = await new Operator(service.folder).addClient();
    const { port } = new URL(service.baseUrl);
    for (const name of ['localhost', '127.0.0.1', LAN]) {
      const origin = `http://${name}:${port}`;
      const watched = await pages.watch(`${origin}/docs#listAssets`);
      const { page } = watched;
      await tryIt(page, 'GET /v3/asset').click();
      await page.getByLabel(/^Stay signed in/).check();
      await signIn(page, added.client.id, 'wrong');
      await expect.poll(() => page.getByRole('alert').textContent()).toContain('secret is wrong');
      await signIn(page, added.client.id, added.secret);
      await expectAnswer(page);
      await page.getByRole('link', { name: 'Docs', exact: true }).last().click();
      await page.locator('#listAssets[open]').waitFor();
      await page.getByRole('link', { name: 'Websocket', exact: true }).click();
      await tryIt(page, 'SUBSCRIBE_INDEX_TICKER').click();
      await expectTicks(page);
      const complaints = watched.complaints.filter((each) => !EXPECTED.test(each));
      expectQuiet({ ...watched, complaints }, origin);
    }
  });

  test('a reader uses a token that they have', async () => {
    const service = await start({ argv: ['--no-demo'] });
    const added = await new Operator(service.folder).addClient();
    const token = await service.token({ clientId: added.client.id, clientSecret: added.secret });
    const { page } = await pages.watch(`${service.baseUrl}/docs`);
    await tryIt(page, 'GET /v3/asset').click();
    await page.getByRole('button', { name: 'Token' }).click();
    await page.getByLabel('Token for REST').fill(token);
    await page.keyboard.press('Enter');
    await expectAnswer(page);
  });

  test('a visitor of a public page uses its token, for REST and the websocket', async () => {
    const service = await start({ argv: ['--no-demo', '--public-page'] });
    const watched = await pages.watch(`${service.baseUrl}/docs`);
    await tryIt(watched.page, 'GET /v3/asset').click();
    await expectAnswer(watched.page);
    await watched.page.goto(`${service.baseUrl}/docs/websocket`);
    await tryIt(watched.page, 'SUBSCRIBE_INDEX_TICKER').click();
    await expectTicks(watched.page);
    expect(watched.requests.filter((url) => url.includes('/oauth/'))).toEqual([]);
    expectQuiet(watched, service.baseUrl);
  });

  test('behind a proxy with a base path everything leads on, as the demo client; old links lead to the console', async () => {
    const inner = await freePort();
    const proxy = new BasePathProxy('/prices', () => inner);
    const publicUrl = await proxy.listen();
    ends.push(() => proxy.close());
    await start({ argv: ['--port', String(inner), '--base-url', publicUrl] });
    const watched = await pages.watch(`${publicUrl}/docs`);
    const { page } = watched;
    await tryIt(page, 'GET /v3/asset').click();
    await expectAnswer(page);
    const hash = () => page.evaluate<string>('location.pathname + location.hash');
    for (const [old, now] of [
      ['/docs#authorize', '/prices/#/try-it'],
      ['/docs/websocket#console', '/prices/#/try-it/websocket'],
      ['/docs/websocket#authorize', '/prices/#/try-it/websocket'],
    ]) {
      await page.goto('about:blank');
      await page.goto(`${publicUrl}${old}`);
      await expect.poll(hash).toBe(now);
    }
    await expectTicks(page);
    expectQuiet(watched, publicUrl);
  });
});

describe('the page and its documentation are one', { timeout: 2 * PATIENCE_MS }, () => {
  const header = (page: Page) =>
    page.evaluate(`(() => {
      const look = (selector) => {
        const { fontFamily, fontSize, color, backgroundColor } = getComputedStyle(document.querySelector(selector));
        const { left, top, height } = document.querySelector(selector).getBoundingClientRect();
        return { fontFamily, fontSize, color, backgroundColor, left, top, height };
      };
      return {
        views: [...document.querySelectorAll('.bar nav a')].map(({ textContent, pathname, hash }) => [textContent, pathname, hash]),
        looks: ['.bar', '.bar .brand', '.bar nav a:nth-child(2)', '.bar .source', '.bar #theme, .bar .tools button'].map((each) => {
          const { left, ...rest } = look(each);
          return each.includes('brand') ? { left, ...rest } : rest;
        }),
        body: getComputedStyle(document.body).backgroundColor,
      };
    })()`);

  test('their header is the same, and a choice of colours holds on both', async () => {
    const service = await start({});
    const { page } = await pages.watch(`${service.baseUrl}/#/system`);
    await page.locator('.bar nav').waitFor();
    const own = await header(page);
    await page.locator('.bar nav').getByRole('link', { name: 'Docs' }).click();
    await page.getByRole('button', { name: /^Colours: / }).waitFor();
    expect(await header(page)).toEqual(own);
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const dark = await ground();
    const colours = page.getByRole('button', { name: /^Colours: / });
    await colours.click();
    await colours.click();
    expect(await colours.getAttribute('aria-label')).toBe('Colours: Light. Change');
    const light = await ground();
    expect(light).not.toBe(dark);
    await page.getByRole('link', { name: 'Try it', exact: true }).click();
    await page.getByRole('heading', { name: 'Request' }).waitFor();
    expect(await ground()).toBe(light);
    await page.getByRole('button', { name: 'Colours: Light. Change' }).click();
    await page.locator('.bar nav').getByRole('link', { name: 'Docs' }).click();
    await expect.poll(ground).toBe(dark);
  });

  test('axe finds nothing in the documentation, in both colours, and on a phone nothing is too wide', async () => {
    const service = await start({});
    for (const path of [
      '/docs#listCandles',
      '/docs/websocket#SUBSCRIBE_TRADE',
      '/docs/start',
      '/docs/use/page',
    ]) {
      const watched = await pages.watch(`${service.baseUrl}${path}`);
      const { page } = watched;
      await page.getByRole('button', { name: /^Colours: / }).waitFor();
      await page.locator('main h1').waitFor();
      await expectAccessibleInBoth(page);
      await page.setViewportSize(PHONE);
      expect([path, await overflowOf(page)]).toEqual([path, 0]);
      await page.setViewportSize(DESK);
      expectQuiet(watched, service.baseUrl);
    }
  });
});
