import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useOnePage } from './one-page.ts';
import { expectAccessibleInBoth, LIVE, overflowOf, PATIENCE_MS, PHONE } from './page-support.ts';

const one = useOnePage({ argv: ['--speed', '20'] });
const WIDTHS = [320, 390, 480, 640, 700, 900, 1024, 1200, 1280, 1600, 1920];
const MARKET_CAPS = /\/v3\/market-cap\?/;
const TOTAL = /\/v3\/market-cap\/total\b/;

/** Assets whose numbers and names are as long as they get. */
const EXTREMES = [
  ['BTC', 'Bitcoin', '123456789012345678', '1e3', '5000'],
  ['LONGESTSYMBOL', 'An asset whose name is much too long for any column', '99999999.99', '1e9', '-100'],
  ['TINY', 'Tiny', '0.00000000001234567', '1e15', '1234567'],
  ['MID', 'Middle', '87531.44', '20000000', '-12.34'],
].map(([symbol, name, price, supply, change], i) => ({
  id: crypto.randomUUID(),
  assetId: crypto.randomUUID(),
  symbol,
  name,
  marketCapRank: String(i === 3 ? 1368 : i + 1),
  volumeRank: '1',
  price,
  volume: supply,
  freeFloatSupply: String(Number(supply)),
  timestamp: '2026-03-01T12:00:00.000Z',
  pricePercentChange: { change24h: change, change7d: change, change30d: change },
}));

/** Cells of the list whose contents touch, and those whose contents leave the row. */
function collisions(page: Page): Promise<string[]> {
  return page.evaluate(`(() => {
    const boxOf = (cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      const text = range.getBoundingClientRect();
      const own = cell.getBoundingClientRect();
      // A clipped cell ends at its own edge, whatever its text would take.
      const isCut = getComputedStyle(cell).overflow === 'hidden';
      const [left, right] = isCut ? [Math.max(text.left, own.left), Math.min(text.right, own.right)] : [text.left, text.right];
      return { name: cell.className, left, right, top: text.top, bottom: text.bottom };
    };
    const found = [];
    for (const row of document.querySelectorAll('.grid-row:not([hidden])')) {
      const place = row.getBoundingClientRect();
      const boxes = [...row.children]
        .filter((cell) => getComputedStyle(cell).display !== 'none' && cell.textContent !== '')
        .map(boxOf);
      for (const [i, a] of boxes.entries()) {
        if (a.left < place.left - 0.5 || a.right > place.right + 0.5) found.push('outside: ' + a.name);
        for (const b of boxes.slice(i + 1)) {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
          if (across > 0.5 && down > 2.5) found.push(a.name + ' and ' + b.name);
        }
      }
    }
    return found;
  })()`);
}

describe('the list', { timeout: PATIENCE_MS }, () => {
  test('has columns that do not overlap at any width, however long names and numbers are', async () => {
    await one.page.route(MARKET_CAPS, (route) => route.fulfill({ json: { content: EXTREMES } }));
    const page = await one.open('');
    await page.getByText('LONGESTSYMBOL').waitFor();
    expect(await page.locator('.grid-body').textContent()).toContain('>999 %');
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => collisions(page), { message: `at ${width} px` }).toEqual([]);
      expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    }
  });

  test('has the market cap of each asset and all tabs on a phone', async () => {
    const page = await one.open('', { viewport: PHONE });
    await page.locator(LIVE).waitFor();
    const cap = page.locator('.grid-body .grid-row:not([hidden]) .cap').first();
    expect(await cap.isVisible()).toBe(true);
    expect(await cap.textContent()).toMatch(/^[\d.]+[KMBT]$/);
    for (const link of await page.getByRole('navigation', { name: 'Views' }).getByRole('link').all()) {
      const box = (await link.boundingBox())!;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    }
    one.expectQuiet();
  });

  test('shows no totals where the service has none', async () => {
    await one.page.route(TOTAL, (route) => route.fulfill({ status: 404, json: { status: 'NOT_FOUND' } }));
    const page = await one.open('');
    await page.locator(LIVE).waitFor();
    await page.locator('.spark path[d]').first().waitFor({ state: 'attached' });
    expect(await page.locator('.totals').count()).toBe(0);
  });

  test('shows the totals that the service computes', async () => {
    await one.page.route(TOTAL, (route) =>
      route.fulfill({
        json: {
          marketCap: '3440000000000',
          volumeUsd: '525000000000',
          btcShare: '51.02',
          assets: 1201,
          excluded: 167,
          timestamp: '2026-03-01T12:00:00.000Z',
        },
      }),
    );
    const page = await one.open('');
    await page.locator('.totals').waitFor();
    expect(await page.locator('.totals').textContent()).toBe(
      'Market cap$3.44TVolume 24 h$525BBTC share51.0%Assets counted1,201',
    );
  });
});

describe('an address that names nothing', { timeout: PATIENCE_MS }, () => {
  test.each([
    ['#/nosuch', 'This page has no view at "nosuch".', 'All assets'],
    ['#/asset/NOSUCHTHING', 'There is no asset named "NOSUCHTHING".', 'All assets'],
    ['#/market/NOSUCH_THING', 'There is no market named "NOSUCH_THING".', 'All assets'],
    [
      '#/market/11111111-1111-4111-8111-111111111111',
      'There is no market named "11111111-1111-4111-8111-111111111111".',
      'All assets',
    ],
    ['#/exchanges/Nosuch', 'There is no exchange named "Nosuch".', 'All exchanges'],
  ])('shows "Not found" at %s, with a way back and the search', async (hash, text, back) => {
    const page = await one.open(hash);
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await page.getByText(text).waitFor();
    expect(await page.locator('.connection').textContent()).toBe('Not live');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.evaluate("document.activeElement.getAttribute('role')")).toBe('combobox');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: back }).click();
    await page.getByRole('heading', { name: 'Not found' }).waitFor({ state: 'detached' });
  });

  test('has nothing that axe finds', async () => {
    const page = await one.open('#/asset/NOSUCHTHING');
    await page.getByRole('heading', { name: 'Not found' }).waitFor();
    await expectAccessibleInBoth(page);
  });
});

test('an answer of 403 is not asked for again with each tick', { timeout: PATIENCE_MS }, async () => {
  let asked = 0;
  await one.page.route(/\/v3\/quality\b/, (route) => {
    asked++;
    return route.fulfill({ status: 403, json: { status: 'FORBIDDEN', message: 'no' } });
  });
  const page = await one.open('#/integrity');
  await page.getByRole('alert').waitFor();
  const tick = page.locator('.connection .tick');
  // Three ticks: each would have asked once more.
  for (let i = 0; i < 3; i++) {
    const before = await tick.textContent();
    await expect.poll(() => tick.textContent(), { timeout: PATIENCE_MS }).not.toBe(before);
  }
  expect(asked).toBe(1);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked).toBe(2);
});

test.each([
  ['#/exchanges', 390],
  ['#/exchanges', 1280],
  ['#/exchanges/Kraken', 390],
  ['#/exchanges/Kraken', 1280],
] as const)(
  'labels of the pictures at /%s do not overlap at %i px',
  { timeout: PATIENCE_MS },
  async (hash, width) => {
    const page = await one.open(hash, { viewport: { width, height: 800 } });
    await page.locator('.exchanges-refusals text').first().waitFor();
    await page.locator('.exchanges-points text, .exchanges-strip text').first().waitFor();
    const overlaps = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('.picture svg')].flatMap((picture) => {
      const texts = [...picture.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
      return texts.flatMap(([name, a], i) => texts.slice(i + 1)
        .filter(([, b]) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2)
        .map(([other]) => name + ' and ' + other));
    })`);
    await expect.poll(overlaps).toEqual([]);
    if (hash === '#/exchanges')
      expect(await page.locator('.exchanges-points').textContent()).toContain(
        'Distance from the reference price, bps',
      );
  },
);
