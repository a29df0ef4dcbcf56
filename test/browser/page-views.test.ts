import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SeriesCoverage, ServiceStatus } from '../../sdk/src/contract.ts';
import { attacksIn } from '../../web/src/views/integrity/attacks.ts';
import { expectAccessibleInBoth, overflowOf, PATIENCE_MS, PHONE, usePages } from './page-support.ts';

const pages = usePages();
const { open, expectAllQuiet } = pages;

async function answerOf<T>(path: string): Promise<T> {
  const response = await pages.service.get(path);
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

/** Each view with what is there once it has loaded. */
const LOADED = [
  ['#/indices', '.path-graph'],
  ['#/exchanges', '.exchanges-share'],
  ['#/exchanges/Kraken', '.exchanges-strip'],
  ['#/integrity', '.integrity-spreads'],
  ['#/system', '.system-disk'],
] as const;

describe('indices', { timeout: PATIENCE_MS }, () => {
  test('have the constituents of each LX that the receipt has, with their shares', async () => {
    const page = await open('#/indices');
    // The page's own receipt: the service computes one at a time for each client.
    const answer = page.waitForResponse(
      async (response) =>
        response.url().includes('/constituents') && response.ok() && (await response.json()).name === 'ELX',
      { timeout: PATIENCE_MS },
    );
    await page.getByRole('button', { name: 'ELX Ether' }).click();
    const table = page.getByRole('region', { name: 'Constituents of ELX' });
    const { constituents } = (await (await answer).json()) as {
      constituents: { exchange: string; share: string; market: string; marketId: string }[];
    };
    await table.waitFor();
    expect(constituents.length).toBeGreaterThan(2);
    for (const { exchange, share, market, marketId } of constituents) {
      const row = table
        .getByRole('row')
        .filter({ has: page.getByRole('link', { name: exchange, exact: true }) });
      expect(await row.textContent()).toContain(`${(100 * Number(share)).toFixed(1)}%`);
      const link = row.getByRole('link', { name: market.replace('_', ' / '), exact: true });
      expect(await link.getAttribute('href')).toBe(`#/market/${marketId}`);
    }
    await expect.poll(() => page.evaluate<string>('location.hash')).toBe('#/indices/ELX%2FBTC');
    expectAllQuiet();
  });

  test('have the receipt of an LX: of its value and of the one before, verified here', async () => {
    const page = await open('#/indices');
    const receipt = page.locator('.receipt');
    await receipt.locator('.receipt-point').first().waitFor();
    expect(await receipt.locator('.mark text').allTextContents()).toEqual(expect.arrayContaining(['V', 'E']));
    expect(await receipt.locator('.pane-say').textContent()).toMatch(
      /traded [\d.,]+\S* BTC in \d+ trades?\./,
    );
    await receipt.getByRole('button', { name: 'Verify here' }).click();
    await page.locator('.verification').waitFor();
    expect(await page.locator('.verification-verdict').textContent()).toMatch(
      /^Verified in this browser: value, /,
    );
    const downloading = page.waitForEvent('download');
    await receipt.getByRole('button', { name: 'Save evidence' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^tidemark-BLX-.*\.html$/);
    await receipt.getByRole('button', { name: 'Attack it' }).click();
    await page.locator('.attack-results').waitFor();
    expectAllQuiet();
  });

  test('draw the path of the asset that is asked for, by keyboard', async () => {
    const page = await open('#/indices/BLX%2FETH');
    const field = page.getByLabel('Asset, by symbol, name or id');
    await page.getByRole('region', { name: 'Markets of ETH in the solution' }).waitFor();
    await field.focus();
    await field.fill('SOL');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Markets of SOL in the solution' }).waitFor();
    expect(await page.locator('.path-graph .box.end text').allTextContents()).toEqual(['SOL', 'USD']);
    expectAllQuiet();
  });

  test('say so if no asset has that name', async () => {
    const page = await open('#/indices/NOSUCHTHING');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('there is nothing with that name');
  });
});

describe('exchanges', { timeout: PATIENCE_MS }, () => {
  test('have the share of volume that the service gives, and lead to the page of one', async () => {
    const page = await open('#/exchanges');
    const table = page.getByRole('region', { name: 'Exchanges', exact: true });
    await table.waitFor();
    const { content } = await answerOf<{ content: { name: string; listings: string }[] }>(
      '/v3/quality/exchange',
    );
    expect(await table.locator('tbody tr').count()).toBe(content.length);
    for (const { name, listings } of content) {
      const row = table.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });
      expect(await row.textContent()).toContain(`of ${listings}`);
    }
    await page.getByLabel('Filter by name').fill('krak');
    await expect.poll(() => table.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: 'Kraken' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Kraken', exact: true }).waitFor();
    await page.getByRole('link', { name: 'BTC / USD', exact: true }).waitFor();
    expect(await page.title()).toBe('Kraken · Tidemark');
    // The list is as it was left.
    await page.getByRole('link', { name: 'All exchanges' }).click();
    await table.waitFor();
    expect(await page.getByLabel('Filter by name').inputValue()).toBe('krak');
    expect(await table.locator('tbody tr').count()).toBe(1);
    expect(await page.title()).toBe('Exchanges · Tidemark');
    expectAllQuiet();
  });
});

describe('integrity', { timeout: PATIENCE_MS }, () => {
  test('counts the values that the service has, and those with a quorum', async () => {
    const page = await open('#/integrity');
    await page.locator('.integrity-spreads').waitFor();
    const { content } = await answerOf<{ content: { indexType: string; spreadBps?: string }[] }>(
      '/v3/quality',
    );
    expect(await page.locator('.pane-facts').first().textContent()).toContain(`Values${content.length}`);
    const apart = content.filter(
      ({ indexType, spreadBps }) => indexType === 'MWA' && spreadBps !== undefined,
    );
    const pane = page.getByRole('region', { name: 'How far the medians are apart' });
    expect(await pane.textContent()).toContain(`${apart.length} markets with a quorum`);
    expectAllQuiet();
  });

  test('has the attack figures of the documentation', async () => {
    const page = await open('#/integrity');
    const pane = page.getByRole('region', { name: 'What it takes to move a price' });
    await pane.locator('figure').first().waitFor();
    const text = (await pane.textContent())!;
    const { majorities, others } = attacksIn(
      readFileSync(new URL('../../docs/reference/integrity-results.md', import.meta.url), 'utf8'),
    );
    for (const { worstBps, committedBps } of majorities)
      expect(text).toContain(`off by ${worstBps} bps or less (limit: ${committedBps})`);
    for (const { title, measured, version2, version3 } of others)
      expect(text).toContain(`${title}${measured}${version2}${version3}`);
    expect([majorities.length, others.length]).toEqual([3, 6]);
    expectAllQuiet();
  });
});

describe('the system', { timeout: PATIENCE_MS }, () => {
  test('is shown to the machine itself, with the series that the status has', async () => {
    const page = await open('#/system');
    await page.locator('.system-disk').waitFor();
    const status = await answerOf<ServiceStatus>('/v3/status');
    const textOf = (name: string) => page.getByRole('region', { name, exact: true }).textContent();
    const history = await textOf('History');
    expect(history).toContain(`MWA series${status.history.series.MWA}`);
    expect(history).toContain(`LX series${status.history.series.LX}`);
    const versions = await textOf('Versions');
    expect(versions).toContain(`Service${status.version}`);
    expect(versions).toContain(`Methodology${status.versions.methodology}`);
    expect(versions).toContain(`Node.js${status.versions.node}`);
    expect(versions).toContain(`Serving since${status.startedAt.slice(0, 19).replace('T', ' ')}`);
    expect(await textOf('Connections')).toMatch(/Websockets\d+Subscriptions\d+Waiting to be sent\d+/);
    const gib = Number(status.disk!.limit) / 1024 ** 3;
    expect(await textOf('Disk')).toContain(`of ${gib.toFixed(1)} GiB`);
    expectAllQuiet();
  });

  test('has the coverage of the index that is asked for', async () => {
    const page = await open('#/system');
    const pane = page.getByRole('region', { name: 'Coverage', exact: true });
    await pane.locator('.system-coverage').waitFor();
    await pane.getByLabel('Index: an asset, a market, BLX, or an id').fill('BLX');
    const coming = page.waitForResponse(/\/coverage\b/);
    await page.keyboard.press('Enter');
    const answer = await coming;
    const { days, gaps } = (await answer.json()) as SeriesCoverage;
    await expect.poll(() => pane.locator('.system-coverage g').count()).toBe(days.length);
    expect(days.length).toBeGreaterThan(0);
    const missing = days.reduce((sum, day) => sum + Number(day.missing), 0);
    expect(await pane.locator('.pane-facts').textContent()).toContain(
      `Missing${missing.toLocaleString('en')}`,
    );
    expect(await pane.textContent()).toContain(gaps.length === 0 ? 'Nothing is missing.' : 'Why');
    await pane.getByLabel('Index: an asset, a market, BLX, or an id').fill('NOSUCHTHING');
    await page.keyboard.press('Enter');
    await pane.getByRole('alert').waitFor();
    expect(await pane.getByRole('alert').textContent()).toContain('there is nothing with that name');
  });

  test('says in words that a client may not see it', async () => {
    const page = await open('');
    await page.route('**/v3/status*', (route) =>
      route.fulfill({
        status: 403,
        json: { status: 'FORBIDDEN', message: 'needs the scope read:operations' },
      }),
    );
    await page.evaluate("location.hash = '#/system'");
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('read:operations');
  });
});

test.each(LOADED)(
  'axe finds nothing at /%s in dark and in light colours',
  { timeout: PATIENCE_MS },
  async (hash, loaded) => {
    const page = await open(hash);
    await page.locator(loaded).first().waitFor();
    await expectAccessibleInBoth(page);
    expectAllQuiet();
  },
);

test.each(LOADED)(
  'on a phone nothing is wider than the screen at /%s',
  { timeout: PATIENCE_MS },
  async (hash, loaded) => {
    const page = await open(hash, { viewport: PHONE });
    await page.locator(loaded).first().waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    expect(
      await page.locator('#main').evaluate((main) => main.scrollWidth - main.clientWidth),
    ).toBeLessThanOrEqual(0);
  },
);
