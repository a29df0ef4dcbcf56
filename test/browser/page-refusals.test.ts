import { afterEach, describe, expect, test } from 'vitest';
import { Operator } from '../support/operator.ts';
import { startService, type TestService } from '../support/service.ts';
import { LIVE, usePages, WEB_FOLDER } from './page-support.ts';

const PATIENCE_MS = 90_000;

const pages = usePages('none');
let service: TestService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
}, PATIENCE_MS);

async function start(...argv: string[]): Promise<TestService> {
  service = await startService({ webFolder: WEB_FOLDER, argv: ['--no-demo', ...argv] });
  return service;
}

const isSocket = (url: string) => url.startsWith('ws');

test(
  'a client that may not read values connects once, and the header says why there are none',
  async () => {
    const { baseUrl, folder } = await start();
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
  },
  PATIENCE_MS,
);

describe('a public page', { timeout: PATIENCE_MS }, () => {
  test.each([429, 503])('is live after a token was refused with %i', async (status) => {
    const { baseUrl } = await start('--public-page');
    const { page } = await pages.watch(`${baseUrl}/docs`);
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
    const { baseUrl } = await start('--public-page');
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
