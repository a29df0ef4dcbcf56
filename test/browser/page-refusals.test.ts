import { describe, expect, test } from 'vitest';
import { Operator } from '../support/operator.ts';
import { LIVE, usePages } from './page-support.ts';
import { useService } from './use-service.ts';

const PATIENCE_MS = 900_000;

const pages = usePages('none');
const isSocket = (url: string) => url.startsWith('ws');
/** Of the origin of the page, and next to nothing to load: routes are to be there before the page is. */
const watchBefore = (baseUrl: string) => pages.watch(`${baseUrl}/healthz`);

describe('a client', { timeout: PATIENCE_MS }, () => {
  const service = useService('--no-demo');

  test('that may not read values connects once, and the header says why there are none', async () => {
    const { baseUrl, folder } = service();
    const added = await new Operator(folder).addClient(['read:market-cap']);
    const { page, requests } = await pages.watch(`${baseUrl}/`);
    await page.getByLabel('Client id').fill(added.client.id);
    await page.getByLabel('Client secret').fill(added.secret);
    await page.keyboard.press('Enter');
    await page.locator('.connection.forbidden').waitFor();
    expect(await page.locator('.connection').textContent()).toContain('may not read them');
    // The list has come meanwhile, and a client that connects in a loop would have done so many times.
    await page.locator('.grid-body .price').first().waitFor();
    expect(requests.filter(isSocket)).toHaveLength(1);
  });

  test('that was kept and is not let in any more is asked to sign in, at once and without a loop', async () => {
    const { baseUrl } = service();
    const { page, requests } = await watchBefore(baseUrl);
    const identity = { kind: 'client', clientId: 'tm-gone', clientSecret: 'gone' };
    await page.evaluate(
      `sessionStorage.setItem('tidemark.identity', ${JSON.stringify(JSON.stringify(identity))})`,
    );
    await page.goto(`${baseUrl}/`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('no longer accepts this client');
    expect(await page.evaluate('({ ...sessionStorage })')).toEqual({});
    expect(requests.filter(isSocket)).toEqual([]);
  });
});

describe('the demo', { timeout: PATIENCE_MS }, () => {
  const service = useService();

  test('has a view that cannot be drawn, which says so, others are there, and so is it after another try', async () => {
    const { baseUrl } = service();
    const { page } = await watchBefore(baseUrl);
    const broken = { content: [{ indexId: 'x', indexType: 'GWA' }] };
    await page.route(/\/v3\/quality\b/, (route) => route.fulfill({ json: broken }));
    await page.goto(`${baseUrl}/#/integrity`);
    const alert = page.locator('#main').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('This view could not be shown');
    await page.getByRole('link', { name: 'Indices' }).click();
    await page.getByRole('heading', { name: 'Indices' }).waitFor();
    await page.goBack();
    await alert.waitFor();
    await page.unroute(/\/v3\/quality\b/);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Integrity' }).waitFor();
    expect(await alert.count()).toBe(0);
  });

  test('has no market caps, says so, and does not seem to load them for ever', async () => {
    const { baseUrl } = service();
    const { page } = await watchBefore(baseUrl);
    await page.route(/\/v3\/market-cap\b/, (route) => route.fulfill({ json: { content: [] } }));
    await page.goto(`${baseUrl}/`);
    await page.getByText('No asset has a market cap').waitFor();
    expect(await page.getByText('Loading prices').count()).toBe(0);
  });
});

describe('a public page', { timeout: PATIENCE_MS }, () => {
  const service = useService('--no-demo', '--public-page');

  test.each([429, 503])('is live after a token was refused with %i', async (status) => {
    const { baseUrl } = service();
    const { page } = await watchBefore(baseUrl);
    let refused = 0;
    await page.route('**/page/token', (route) => {
      const isRefused = (route.request().postData() ?? '').includes('stream') && refused++ === 0;
      return isRefused
        ? route.fulfill({ status, headers: { 'retry-after': '1' }, body: '{}' })
        : route.continue();
    });
    await page.goto(`${baseUrl}/`);
    await page.locator(LIVE).waitFor();
    expect(refused).toBeGreaterThan(0);
  });

  test('leaves out what visitors may not read, and says so', async () => {
    const { baseUrl } = service();
    const { page, requests, complaints } = await pages.watch(`${baseUrl}/#/market/BTC_USD`);
    const exchanges = page.getByRole('region', { name: 'Exchanges' });
    await exchanges.waitFor();
    expect(await exchanges.textContent()).toContain('clients that have signed in');
    await page.getByRole('combobox').fill('kraken');
    await page.getByText('Nothing found').waitFor();
    expect(requests.filter((url) => /\/v3\/exchange(-ticker)?(\?|$)/.test(url))).toEqual([]);
    expect(complaints.filter((text) => text.includes('403'))).toEqual([]);
  });
});
