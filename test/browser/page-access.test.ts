import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { Operator } from '../support/operator.ts';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { BasePathProxy } from './base-path-proxy.ts';
import { expectAccessible, expectQuiet, LIVE, usePages, WEB_FOLDER } from './page-support.ts';
import { useService } from './use-service.ts';

const PATIENCE_MS = 900_000;

const pages = usePages('none');
const open = (url: string) => pages.watch(url);
let ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.toReversed()) await end();
  ends = [];
}, PATIENCE_MS);

async function start(options: TestServiceOptions): Promise<TestService> {
  const service = await startService({ past: false, webFolder: WEB_FOLDER, ...options });
  ends.push(() => service.close());
  return service;
}

const storedIn = (page: Page) =>
  page.evaluate('JSON.stringify([{ ...sessionStorage }, { ...localStorage }])');
const priceOf = (page: Page) => page.locator('.grid-body .price').first().textContent();

describe('signing in', { timeout: PATIENCE_MS }, () => {
  const serving = useService('--no-demo');

  test('shows nothing before, says what is wrong, and keeps the secret only where the reader asks for it', async () => {
    const service = serving();
    const added = await new Operator(service.folder).addClient();
    const watched = await open(`${service.baseUrl}/`);
    const { page, requests } = watched;
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(requests.filter((url) => url.includes('/v3/'))).toEqual([]);
    await expectAccessible(page);
    const fill = async (secret: string) => {
      await page.getByLabel('Client id').fill(added.client.id);
      await page.getByLabel('Client secret').fill(secret);
      await page.keyboard.press('Enter');
    };
    await fill('wrong');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe('The client id or the secret is wrong.');
    // The browser itself notes the refusal; nothing else did.
    expect(watched.complaints.filter((text) => !text.includes('401'))).toEqual([]);
    await fill(added.secret);
    await page.locator(LIVE).waitFor();
    expect(await storedIn(page)).not.toContain(added.secret);
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('Stay signed in until this tab is closed').check();
    await fill(added.secret);
    await page.locator(LIVE).waitFor();
    await page.reload();
    await page.locator(LIVE).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await storedIn(page)).not.toContain(added.secret);
    expect(requests.every((url) => !url.includes(added.secret))).toBe(true);
  });

  test('with a token for REST alone shows values and says how they come', async () => {
    const service = serving();
    const added = await new Operator(service.folder).addClient();
    const token = await service.token({ clientId: added.client.id, clientSecret: added.secret });
    const { page } = await open(`${service.baseUrl}/`);
    await page.getByRole('button', { name: 'Token' }).click();
    await page.getByLabel('Token for REST').fill(token);
    await page.keyboard.press('Enter');
    await page.locator('.connection.polled').waitFor();
    expect(await priceOf(page)).toMatch(/^[\d,.]+$/);
  });
});

describe('a public page', { timeout: PATIENCE_MS }, () => {
  test('shows the market without sign-in, through a token of its own', async () => {
    const service = await start({ argv: ['--no-demo', '--public-page'] });
    const watched = await open(`${service.baseUrl}/`);
    await watched.page.locator(LIVE).waitFor();
    expect(await priceOf(watched.page)).toMatch(/^[\d,.]+$/);
    expect(watched.requests).toContain(`${service.baseUrl}/page/token`);
    expect(watched.requests.filter((url) => url.includes('/v3/oauth/'))).toEqual([]);
    await watched.page.getByRole('button', { name: 'Sign in' }).waitFor();
    expectQuiet(watched, service.baseUrl);
  });
});

test(
  'behind a proxy with a base path the page works, with and without a slash at the end',
  async () => {
    const inner = await freePort();
    const proxy = new BasePathProxy('/prices', () => inner);
    const publicUrl = await proxy.listen();
    ends.push(() => proxy.close());
    await start({ argv: ['--port', String(inner), '--base-url', publicUrl] });
    const watched = await open(publicUrl);
    await watched.page.locator(LIVE).waitFor();
    await watched.page.evaluate(`history.replaceState(null, '', '${publicUrl}/#/asset/BTC')`);
    await watched.page.reload();
    await watched.page.locator(LIVE).waitFor();
    expectQuiet(watched, publicUrl);
  },
  PATIENCE_MS,
);

test(
  'a restart of the service is told with its time, and the page catches up without a reload',
  async () => {
    const port = String(await freePort());
    const first = await startService({
      past: false,
      webFolder: WEB_FOLDER,
      argv: ['--port', port, '--speed', '20'],
    });
    let second: TestService | undefined;
    const { page, complaints } = await open(`${first.baseUrl}/`);
    try {
      await page.locator(LIVE).waitFor();
      await page.evaluate('window.isSamePage = true');
      await first.close();
      await page.locator('.connection.lost').waitFor();
      expect(await page.locator('.connection').textContent()).toMatch(
        /Lost since \d\d:\d\d:\d\d, reconnecting/,
      );
      const before = await priceOf(page);
      const styleOf = () =>
        page.evaluate("getComputedStyle(document.querySelector('.grid-row .price')).fontStyle");
      expect(await styleOf()).toBe('italic');
      second = await startService({
        past: false,
        webFolder: WEB_FOLDER,
        argv: ['--port', port, '--speed', '20'],
      });
      await page.locator(LIVE).waitFor({ timeout: PATIENCE_MS });
      await expect.poll(() => priceOf(page), { timeout: PATIENCE_MS }).not.toBe(before);
      expect(await page.evaluate('window.isSamePage')).toBe(true);
      expect(await styleOf()).toBe('normal');
      // What the browser notes of a service that is away; nothing of the page's own.
      expect(complaints.filter((text) => !/ERR_|WebSocket connection|401|503/.test(text))).toEqual([]);
    } finally {
      await second?.close();
    }
  },
  2 * PATIENCE_MS,
);
