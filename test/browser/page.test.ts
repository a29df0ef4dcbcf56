import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.ts';
import {
  expectAccessible,
  expectQuiet,
  launchBrowser,
  openPage,
  overflowOf,
  PHONE,
  WEB_FOLDER,
  type WatchedPage,
} from './page-support.ts';

const PATIENCE_MS = 60_000;
/** Ticks come every second and a half. */
const SPEED = '20';

let browser: Browser;
let service: TestService;
let opened: WatchedPage[] = [];

beforeAll(async () => {
  [browser, service] = await Promise.all([
    launchBrowser(),
    startService({ argv: ['--speed', SPEED], webFolder: WEB_FOLDER }),
  ]);
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await service?.close();
});
afterEach(async () => {
  for (const each of opened) await each.close();
  opened = [];
});

async function open(hash: string, options: Parameters<typeof openPage>[2] = {}): Promise<Page> {
  const watched = await openPage(browser, `${service.baseUrl}/${hash}`, options);
  opened.push(watched);
  return watched.page;
}

const expectAllQuiet = () => opened.forEach((each) => expectQuiet(each, service.baseUrl));
const firstPrice = (page: Page) => page.locator('.grid-body .price').first();
const LIVE = '.connection.live';

describe('the list of assets', { timeout: PATIENCE_MS }, () => {
  test('is there without asking, is marked as simulated, and moves with the ticks', async () => {
    const page = await open('');
    await page.locator(LIVE).waitFor();
    expect(await page.locator('.bar .source').textContent()).toBe('simulated');
    const before = await firstPrice(page).textContent();
    expect(before).toMatch(/^[\d,.]+$/);
    await expect.poll(() => firstPrice(page).textContent(), { timeout: PATIENCE_MS }).not.toBe(before);
    expectAllQuiet();
  });

  test('is in the order of rank, then of the column whose title is clicked', async () => {
    const page = await open('');
    const ranks = page.locator('.grid-body .grid-row:not([hidden]) .rank');
    await page.locator(LIVE).waitFor();
    const read = async () => (await ranks.allTextContents()).map(Number).sort((a, b) => a - b);
    expect((await read())[0]).toBe(1);
    await page.getByRole('button', { name: 'Asset' }).click();
    const head = page.locator('.grid-head .name');
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Asset' }).click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    expectAllQuiet();
  });

  test('is filtered by what is typed', async () => {
    const page = await open('');
    await page.locator(LIVE).waitFor();
    await page.getByLabel('Filter by name or symbol').fill('bitcoin');
    const rows = page.locator('.grid-body .grid-row:not([hidden]) .name');
    await expect
      .poll(async () => (await rows.allTextContents()).every((text) => /bitcoin/i.test(text)))
      .toBe(true);
    expect(await rows.count()).toBeGreaterThan(0);
    // Ticks go on for the rows that were filtered out: nothing is painted for them.
    const before = await firstPrice(page).textContent();
    await expect.poll(() => firstPrice(page).textContent(), { timeout: PATIENCE_MS }).not.toBe(before);
    expect(await rows.allTextContents()).toSatisfy((texts: string[]) =>
      texts.every((text) => /bitcoin/i.test(text)),
    );
    expectAllQuiet();
  });
});

describe('one asset and one market', { timeout: PATIENCE_MS }, () => {
  test('have a live price, a chart that is drawn, and their markets', async () => {
    const page = await open('#/asset/BTC');
    await expect.poll(() => page.locator('.heading-price .live-price').textContent()).toMatch(/^[\d,.]+$/);
    await page.getByRole('button', { name: 'Line', exact: true }).click();
    await expect.poll(() => drawnPoints(page), { timeout: PATIENCE_MS }).toBeGreaterThan(50);
    expect(await page.locator('.legend').textContent()).toMatch(/\d{4}-\d\d-\d\d/);
    await page.getByRole('link', { name: 'BTC / USD', exact: true }).click();
    await page.getByRole('heading', { name: 'BTC / USD' }).waitFor();
    await page.locator('.panel td').first().waitFor();
    expect(await page.title()).toBe('BTC_USD · Tidemark');
    expectAllQuiet();
  });

  test('can be compared with another', async () => {
    const page = await open('#/asset/BTC');
    await page.getByLabel('Compare with another asset, market or index').fill('eth');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'ETH: stop comparing' }).waitFor();
    await expect.poll(() => page.locator('.legend').textContent()).toContain('ETH');
    expectAllQuiet();
  });

  test('that nothing bears the name of say so', async () => {
    const page = await open('#/asset/NOSUCHTHING');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('nothing bears that name');
  });
});

/** How many points of the chart's canvas are neither empty nor of its grid: those in the colour of the line. */
function drawnPoints(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    let count = 0;
    for (const canvas of document.querySelectorAll('.chart-canvas canvas')) {
      const { width, height } = canvas;
      if (width === 0 || height === 0) continue;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128 && data[i + 1] - data[i] > 60) count++;
    }
    return count;
  })()`);
}

describe('with the keyboard alone', { timeout: PATIENCE_MS }, () => {
  test('a reader gets to an asset by arrows, to another by the search, and to the help and back', async () => {
    const page = await open('');
    await page.locator(LIVE).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.className')).toBe('skip');
    await page.keyboard.press('Enter');
    const grid = page.getByRole('grid');
    const isThere = () => page.evaluate("document.activeElement.role === 'grid'");
    for (let i = 0; i < 30 && !(await isThere()); i++) await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const marked = page.locator('.grid-row[aria-selected="true"]');
    expect(await grid.getAttribute('aria-activedescendant')).toBe(await marked.getAttribute('id'));
    const symbol = await marked.locator('strong').textContent();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toBe(`${symbol} · Tidemark`);
    await page.keyboard.press('/');
    await page.keyboard.type('eth_usd');
    await page.getByRole('option', { name: 'ETH_USD market', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'ETH / USD' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expectAllQuiet();
  });
});

describe.each(['dark', 'light'] as const)('in %s colours', { timeout: PATIENCE_MS }, (colours) => {
  test.each(['', '#/asset/BTC', '#/market/BTC_USD'])('axe finds nothing at /%s', async (hash) => {
    const page = await open(hash, { colours });
    await page.locator(LIVE).waitFor();
    await page.locator('.grid-body .price, .heading-price').first().waitFor();
    await expectAccessible(page);
    await page.keyboard.press('/');
    await page.keyboard.type('bt');
    await page.getByRole('option').first().waitFor();
    await expectAccessible(page);
  });
});

test.each(['', '#/asset/BTC', '#/market/BTC_USD'])(
  'on a phone nothing is wider than the screen at /%s',
  async (hash) => {
    const page = await open(hash, { viewport: PHONE });
    await page.locator(LIVE).waitFor();
    await page.locator('.grid-body .price, .heading-price').first().waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await page.locator('.bar .source').isVisible()).toBe(true);
    expectAllQuiet();
  },
);

test('the colours that a reader has chosen are there after a reload', async () => {
  const page = await open('', { colours: 'dark' });
  const button = page.getByRole('button', { name: /^Colours/ });
  await button.click();
  await button.click();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  await page.reload();
  await page.locator(LIVE).waitFor();
  expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
  expectAllQuiet();
});
