import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { evidence, type Evidence } from '../../sdk/src/evidence/index.ts';
import { Tidemark } from '../../sdk/src/node.ts';
import type { IntegrityKeys } from '../../sdk/src/verify/index.ts';
import type { IndexReceipt, IntegrityHead } from '../../sdk/src/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { Chromium, type BrowserPage } from './chromium.ts';

const PATIENCE_MS = 60_000;

let browser: Chromium;
let service: TestService;
let folder: string;
let tidemark: Tidemark;
let head: IntegrityHead;
let keys: IntegrityKeys;
let receipts: Record<'MWA' | 'GWA' | 'LX', IndexReceipt>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-evidence-'));
  [browser, service] = await Promise.all([Chromium.launch(), startService()]);
  tidemark = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
  keys = await tidemark.integrityKeys();
  // Of one tick: a new one may come in between.
  do {
    head = await tidemark.read('getIntegrityHead', {});
    const [MWA, GWA, LX] = await Promise.all(
      ['BTC_USD', 'BTC', 'BLX'].map((index) => tidemark.receipt(index)),
    );
    receipts = { MWA: MWA!, GWA: GWA!, LX: LX! };
  } while (Object.values(receipts).some(({ timestamp }) => timestamp !== head.slot));
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The file, opened from disk, once it has checked itself. */
async function open(content: Evidence): Promise<BrowserPage> {
  const file = join(folder, 'evidence.html');
  writeFileSync(file, evidence(content));
  const page = await browser.open(pathToFileURL(file).href);
  expect(page.complaints).toEqual([]);
  await page.until(`document.querySelector('#page').dataset.checked`);
  return page;
}

/** The browser itself asks its maker this and that; the page asks for nothing, and is refused nothing. */
async function expectNoRequest(page: BrowserPage): Promise<void> {
  const asked = `performance.getEntriesByType('resource').map(({ name }) => name)`;
  expect(await page.evaluate(asked)).toEqual([]);
  expect(browser.askedElsewhere.filter((url) => !/google|gstatic|chromium/.test(url))).toEqual([]);
  expect(page.complaints).toEqual([]);
}

const rowsIn = (page: BrowserPage) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('section:nth-of-type(1) tr')].map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))`,
  );

describe('a file of evidence, opened from disk', () => {
  test.each(['MWA', 'GWA', 'LX'] as const)('shows that a real receipt of %s is equal', async (type) => {
    const page = await open({ receipt: receipts[type], head, keys });
    expect(await page.text('.verdict')).toBe('computed here: equal');
    expect(await page.text('.price')).toBe(receipts[type].price);
    const text = await page.text('#page');
    expect(text).toContain('signature: good, by the key in this file');
    expect(text).toContain('the head is of this tick and names the same record');
    await expectNoRequest(page);
  });

  test('says which field of an altered one differs', async () => {
    const receipt = { ...receipts.MWA, volume: '1' };
    const page = await open({ receipt, head: { ...head, slot: '2020-01-01T00:00:00.000Z' }, keys });
    expect(await page.text('.verdict')).toBe('computed here: different in 1 field(s)');
    expect(await rowsIn(page)).toEqual([
      'field | the receipt says | computed here',
      `volume | 1 | ${receipts.MWA.volume}`,
    ]);
    expect(await page.text('#page')).toContain('signature: NOT good');
    expect(page.complaints).toEqual([]);
  });

  test('runs nothing that a receipt brings along', async () => {
    const market = '</script><img src="http://elsewhere.example/x" onerror="document.title = 1">';
    const page = await open({ receipt: { ...receipts.MWA, market } });
    expect(await page.text('h1')).toContain(market);
    expect(await page.evaluate(`document.images.length`)).toBe(0);
    expect(await page.text('.verdict')).toContain('computed here');
    await expectNoRequest(page);
  });
});
