import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessibleInBoth, LIVE, overflowOf, PATIENCE_MS, PHONE, usePages } from './page-support.ts';

/** Ticks come every second and a half. */
const SPEED = '20';

const pages = usePages({ argv: ['--speed', SPEED] });
const { open, expectAllQuiet } = pages;
const BTC = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
const firstPrice = (page: Page) => page.locator('.grid-body .price').first();

/** A cell of the first rows as they are seen: elements of rows are used again, so that their order in the page means nothing. */
function shownTop(page: Page, cell: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.grid-body .grid-row:not([hidden])')]
    .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
    .slice(0, 8).map((row) => row.querySelector('${cell}').textContent)`);
}

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
    await page.locator(LIVE).waitFor();
    const ranks = async () => (await shownTop(page, '.rank')).map(Number);
    expect(await ranks()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const head = page.locator('.grid-head .name');
    const names = async () => (await shownTop(page, '.name span')).map((name) => name.toLowerCase());
    const sorted = (list: readonly string[]) => list.toSorted((a, b) => (a < b ? -1 : 1));
    await page.getByRole('button', { name: 'Asset' }).click();
    expect(await head.getAttribute('aria-sort')).toBe('ascending');
    const first = await names();
    expect(first).toEqual(sorted(first));
    await page.getByRole('button', { name: 'Asset' }).click();
    expect(await head.getAttribute('aria-sort')).toBe('descending');
    const last = await names();
    expect(last).toEqual(sorted(last).toReversed());
    expect(last[0]! > first[0]!).toBe(true);
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

describe('what is not as it should be', { timeout: PATIENCE_MS }, () => {
  test('a value that was left behind by the others looks stale, and sound again with its next tick', async () => {
    const page = await open('');
    let isHeldBack = false;
    await page.routeWebSocket(/access_token/, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        if (!isHeldBack || !message.includes(BTC)) socket.send(message);
      });
    });
    await page.reload();
    await page.locator(LIVE).waitFor();
    const row = page.locator('.grid-body .grid-row').filter({ has: page.getByText('BTC', { exact: true }) });
    const styleOf = () =>
      row
        .locator('.price')
        .evaluate((price) => price.ownerDocument.defaultView!.getComputedStyle(price).fontStyle);
    await row.waitFor();
    expect(await styleOf()).toBe('normal');
    isHeldBack = true;
    await expect.poll(styleOf, { timeout: PATIENCE_MS }).toBe('italic');
    isHeldBack = false;
    await expect.poll(styleOf, { timeout: PATIENCE_MS }).toBe('normal');
    expectAllQuiet();
  });

  test('prices that could not be loaded are named with the reason, and come after another try', async () => {
    const page = await open('#/integrity');
    await page.route(/\/v3\/market-cap\b/, (route) =>
      route.fulfill({ status: 400, json: { status: 'BAD_REQUEST', message: 'no list today', errors: [] } }),
    );
    await page.goto(`${pages.service.baseUrl}/#/`);
    await page.reload();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/^Prices could not be loaded: .*no list today/);
    await page.unroute(/\/v3\/market-cap\b/);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await firstPrice(page).waitFor();
    await expect.poll(() => alert.count()).toBe(0);
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

  test('can be compared with up to five others', async () => {
    const page = await open('#/asset/BTC');
    const field = page.getByLabel('Compare with another asset, market or index');
    await page.locator('.legend').waitFor();
    const names = ['eth', 'xrp', 'sol', 'blx', 'btc_eur'];
    for (const name of names) {
      await field.fill(name);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: `${name.toUpperCase()}: stop comparing` }).waitFor();
      await expect.poll(() => page.locator('.legend').textContent()).toContain(name.toUpperCase());
    }
    expect(await field.count()).toBe(0);
    await page.getByText('A chart can show at most six names').waitFor();
    await expectAccessibleInBoth(page);
    // A link to the address shows the same.
    expect(await page.evaluate('location.hash')).toBe(`#/asset/BTC?compare=${names.join(',')}`);
    await page.reload();
    for (const name of names)
      await page.getByRole('button', { name: `${name.toUpperCase()}: stop comparing` }).waitFor();
    await page.locator('.legend').waitFor();
    const strokes = page.locator('.legend .stroke');
    const colours = await strokes.evaluateAll((all) =>
      all.map((each) => each.ownerDocument.defaultView!.getComputedStyle(each).backgroundColor),
    );
    expect(new Set(colours).size).toBe(names.length + 1);
    await page.getByRole('button', { name: 'SOL: stop comparing' }).click();
    await expect.poll(() => page.locator('.legend').textContent()).not.toContain('SOL');
    expect(await page.evaluate('location.hash')).toBe('#/asset/BTC?compare=eth,xrp,blx,btc_eur');
    await field.fill('ETH');
    await page.keyboard.press('Enter');
    await page.getByText('Already in the chart').waitFor();
    expectAllQuiet();
  });

  test('have changes where the history reaches back so far', async () => {
    const page = await open('');
    const price = { day: '1', week: '1000000000' } as const;
    await page.route(/\/v3\/index-ticker\?.*\bto=/, async (route) => {
      const answer = await route.fetch();
      const days =
        (Date.now() - Date.parse(new URL(route.request().url()).searchParams.get('to')!)) / 86_400_000;
      const newest = await (await pages.service.get('/v3/index-ticker?name=BLX&quantities=string')).json();
      const [tick] = (newest as { content: object[] }).content;
      if (days > 20) return route.fulfill({ json: { content: [] } });
      return route.fulfill({
        response: answer,
        json: { content: [{ ...tick, price: days < 2 ? price.day : price.week }] },
      });
    });
    await page.evaluate("location.hash = '#/market/BTC_USD'");
    const facts = page.locator('.facts');
    await expect.poll(() => facts.textContent(), { timeout: PATIENCE_MS }).toContain('24 h>999 %');
    expect(await facts.textContent()).toMatch(/7 d−(99|100)\.\d\d%/);
    // Older than anything that is stored.
    expect(await facts.textContent()).toContain('30 d–');
    expect(await facts.getByText('–', { exact: true }).getAttribute('title')).toContain('No price');
  });

  test('have changes that are being computed marked as such, and none where there is no past', async () => {
    const page = await open('#/integrity');
    let past = 'BACKFILL';
    await page.route(/\/v3\/market-cap\?.*percentChange/, async (route) => {
      const { content } = (await (await route.fetch()).json()) as { content: object[] };
      await route.fulfill({ json: { content: content.map((cap) => ({ ...cap, pricePercentChange: {} })) } });
    });
    await page.route(/\/v3\/index-ticker\?.*\bto=/, async (route) => {
      const query = new URL(route.request().url()).searchParams;
      const part = `${past};from="${query.get('from')}";to="${query.get('to')}"`;
      await route.fulfill({ json: { content: [] }, headers: { 'tidemark-incomplete': part } });
    });
    await page.evaluate("location.hash = '#/'");
    const change = page.getByRole('row').nth(1).locator('.change7d');
    await expect.poll(() => change.textContent()).toBe('…');
    expect(await change.getAttribute('title')).toBe('Being computed');
    past = 'BEFORE_FIRST';
    await expect.poll(() => change.textContent(), { timeout: PATIENCE_MS }).toBe('–');
    expect(await change.getAttribute('title')).toContain('No price');
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
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    expect(await isThere()).toBe(true);
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
    // How charts are drawn stays with the next market.
    await page.getByRole('button', { name: '1W', exact: true }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('btc_usd');
    await page.getByRole('option', { name: 'BTC_USD market', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'BTC / USD' }).waitFor();
    await page.getByRole('button', { name: '1W', exact: true, pressed: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expectAllQuiet();
  });
});

test.each(['', '#/asset/BTC', '#/market/BTC_USD'])(
  'axe finds nothing at /%s in dark and in light colours',
  { timeout: PATIENCE_MS },
  async (hash) => {
    const page = await open(hash);
    await page.locator(LIVE).waitFor();
    await page.locator('.grid-body .price, .heading-price').first().waitFor();
    await expectAccessibleInBoth(page);
    await page.keyboard.press('/');
    await page.keyboard.type('bt');
    await page.getByRole('option').first().waitFor();
    await expectAccessibleInBoth(page);
  },
);

test.each(['', '#/asset/BTC', '#/market/BTC_USD'])(
  'on a phone nothing is wider than the screen at /%s',
  async (hash) => {
    const page = await open(hash, { viewport: PHONE });
    await page.locator(LIVE).waitFor();
    await page.locator('.grid-body .price, .heading-price').first().waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(await page.locator('.bar .source').isVisible()).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.type('bt');
    const found = (await page.getByRole('option').first().boundingBox())!;
    expect(found.x).toBeGreaterThanOrEqual(0);
    expect(found.x + found.width).toBeLessThanOrEqual(PHONE.width);
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
