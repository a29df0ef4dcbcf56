import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATA_SCOPES } from '../../src/contract/scopes.ts';
import { Operator } from '../support/operator.ts';
import { startService, type TestService } from '../support/service.ts';
import { STANDING_WORLD } from '../support/standing-world.ts';
import { Chromium, type BrowserPage } from './chromium.ts';

const PAGE = pathToFileURL('examples/tradingview/chart.html').href;

let browser: Chromium;
let service: TestService;
let feed: string;
let page: BrowserPage;

beforeAll(async () => {
  browser = await Chromium.launch();
  service = await startService({ argv: [...STANDING_WORLD.argv, '--no-demo', '--backfill', '2d'] });
  const operator = new Operator(service.folder);
  const { client } = await operator.addClient(DATA_SCOPES);
  const { token } = await operator.makeUrlToken(client.id);
  feed = `${service.baseUrl}/t/${token}/udf`;
  page = await browser.open(
    `${PAGE}#${new URLSearchParams({ url: feed, symbol: 'BTC_USD', resolution: '5' })}`,
  );
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

const count = (selector: string) => page.evaluate<number>(`document.querySelectorAll('${selector}').length`);
const choose = async (symbol: string, resolution: string) => {
  await page.evaluate(`document.getElementById('resolution').value = '${resolution}'`);
  await page.fill('#symbol', symbol);
  await page.click('button');
};

interface History {
  readonly t: readonly number[];
  readonly c: readonly number[];
  readonly h: readonly number[];
  readonly tidemark_flags?: readonly unknown[];
}

test('the page draws the bars of the feed, and what is to be known about them', async () => {
  await page.until(`document.getElementById('state').textContent === 'up to date'`);
  const to = Date.parse(STANDING_WORLD.slot) / 1000 + 6;
  const path = `/history?symbol=BTC_USD&resolution=5&to=${to}&countback=120`;
  const bars = (await (await fetch(feed + path)).json()) as History;
  expect(await count('.bar')).toBe(bars.t.length);
  expect(bars.t.length).toBe(120);
  expect(await count('.bar:has(.flagged)')).toBe(bars.tidemark_flags?.length);
  expect(await page.text('#name')).toBe('BTC_USD');
  expect(await page.text('#description')).toBe('Bitcoin / United States Dollar (simulated)');
  expect(await page.text('#currency')).toBe('USD');
  expect(Number(await page.text('#price'))).toBe(bars.c.at(-1));
  expect(Number(await page.text('#high'))).toBe(Math.max(...bars.h));
  expect(await page.text('#first')).toBe(
    `${new Date(bars.t[0]! * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
  );
  expect(await page.text('#marks')).toContain('MODELLED');
  expect(await count('.mark')).toBe(await count('#marks li'));
  // The newest bar is on the right edge.
  const [x, width] = await page.evaluate<number[]>(
    `[Number([...document.querySelectorAll('.bar line')].at(-1).getAttribute('x1')), document.querySelector('svg').viewBox.baseVal.width]`,
  );
  expect(width! - x!).toBe(5);
  expect(page.complaints).toEqual([]);
  const hosts = await page.evaluate<string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).host)`,
  );
  expect(new Set(hosts)).toEqual(new Set([new URL(feed).host]));
});

test('another symbol and another length of bars can be chosen', async () => {
  const resolutions = await page.evaluate<string[]>(
    `[...document.getElementById('resolution').options].map(({ value }) => value)`,
  );
  expect(resolutions).toEqual(['1', '5', '15', '30', '60', '240', '1D']);
  await choose('GWA:ETH', '60');
  await page.until(`document.getElementById('name').textContent === 'ETH'`);
  expect(await page.until<string>(`document.querySelector('#found option').value`)).toBe('GWA:ETH');
  await page.until(`document.getElementById('description').textContent.includes('(simulated)')`);
  expect(page.complaints).toEqual([]);
});

test('an error of the feed is shown', async () => {
  await choose('NO_SUCH', '5');
  await page.until(`document.getElementById('state').textContent.includes('is called NO_SUCH')`);
});
