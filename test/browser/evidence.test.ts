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

const PATIENCE_MS = 900_000;

let browser: Chromium;
let service: TestService;
let folder: string;
let tidemark: Tidemark;
let head: IntegrityHead;
let keys: IntegrityKeys;
/** Receipts have proofs from methodology 3 on. */
const IN_VERSION_3 = '2026-12-01T12:00:00Z';
/** As they are served, and without what binds them to their record. */
let bound: Record<'MWA' | 'GWA' | 'LX', IndexReceipt>;
let receipts: typeof bound;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-evidence-'));
  [browser, service] = await Promise.all([
    Chromium.launch(),
    startService({ argv: ['--start', IN_VERSION_3] }),
  ]);
  tidemark = new Tidemark({ url: service.baseUrl, clientId: 'demo', clientSecret: 'demo' });
  keys = await tidemark.integrityKeys();
  // Of one tick: a new one may come in between.
  do {
    head = await tidemark.read('getIntegrityHead', {});
    const [MWA, GWA, LX] = await Promise.all(
      ['BTC_USD', 'BTC', 'BLX'].map((index) => tidemark.receipt(index)),
    );
    bound = { MWA: MWA!, GWA: GWA!, LX: LX! };
  } while (Object.values(bound).some(({ timestamp }) => timestamp !== head.slot));
  const unbound = (receipt: IndexReceipt): IndexReceipt => {
    const copy: { proof?: unknown } & IndexReceipt = { ...receipt };
    delete copy.proof;
    return copy;
  };
  receipts = { MWA: unbound(bound.MWA), GWA: unbound(bound.GWA), LX: unbound(bound.LX) };
}, PATIENCE_MS);
afterAll(async () => {
  await browser?.close();
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The file, opened from disk, once it has checked itself. */
async function open(content: Evidence, forge = (text: string) => text): Promise<BrowserPage> {
  const file = join(folder, 'evidence.html');
  writeFileSync(file, forge(evidence(content)));
  const page = await browser.visit(pathToFileURL(file).href);
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

interface Whole {
  readonly receipt: IndexReceipt;
  readonly head: IntegrityHead;
  readonly keys: IntegrityKeys;
}

const partsIn = (page: BrowserPage) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('.checked li')].map(({ textContent }) => textContent)`,
  );

const rowsIn = (page: BrowserPage) =>
  page.evaluate<string[]>(
    `[...document.querySelectorAll('#what-differs tr')].map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))`,
  );

describe('a file of evidence, opened from disk', () => {
  test.each(['MWA', 'GWA', 'LX'] as const)('shows that a real receipt of %s is equal', async (type) => {
    const page = await open({ receipt: bound[type], keys });
    const { price, timestamp } = receipts[type];
    const answer = await page.text('.verdict.right h1');
    expect(answer).toMatch(/^This price is proven: (?:BTC|BTC_USD|BLX) was [\d,.]+ USD at /);
    expect(answer.replaceAll(',', '')).toContain(` was ${price} USD at ${timestamp.slice(0, 10)} `);
    expect(await page.text('.verdict')).toContain(`Signed by the key ${head.keyId}.`);
    expect(await page.text('.verdict .limits')).toBe(
      'What this does not prove: that the exchanges really reported these prices; whose key it is.',
    );
    expect(await page.evaluate(`document.querySelector('#page').firstElementChild.className`)).toBe(
      'verdict right',
    );
    expect(await partsIn(page)).toEqual([
      '✓ value: recomputed from its inputs: equal to the last digit',
      '✓ inputs: the value and every input in this file are part of the record of the tick',
      `✓ signed head: valid, by the key ${head.keyId} in this file`,
      '✓ record: the signed head is of this tick and names the same record',
    ]);
    expect(await page.evaluate(`document.querySelectorAll('#what-this-does-not-prove li').length`)).toBe(
      type === 'MWA' ? 5 : 6,
    );
    const shares = await page.evaluate<number[]>(`(() => {
      const [head, ...rows] = [...document.querySelectorAll('section:nth-of-type(4) tr')];
      const share = [...head.children].findIndex(({ textContent }) => textContent === 'Share');
      return rows.map((row) => Number(row.children[share].title));
    })()`);
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    const headings = await page.evaluate<string[]>(
      `[...document.querySelectorAll('section:nth-of-type(4) th')].map(({ textContent }) => textContent)`,
    );
    for (const heading of headings) expect(heading).toMatch(/^[A-Z][a-z]+(?:[ ,]+\w+)*$/);
    expect(await page.text('#page')).toContain('The file does not say which service it came from.');
    await expectNoRequest(page);
  });

  test('of which a name was altered, which nothing is computed from, does not hold', async () => {
    const receipt = { ...bound.MWA, market: 'BTC_EUR' };
    const page = await open({ receipt, keys });
    expect(await page.text('.verdict.wrong h1')).toMatch(
      /^This price is not proven: the file says that BTC_EUR /,
    );
    expect(await page.text('.verdict.wrong p')).toMatch(/^Failed: value, inputs/);
  });

  test('says which field of an altered one differs', async () => {
    const receipt = { ...receipts.MWA, volume: '1' };
    const page = await open({ receipt, head: { ...head, slot: '2020-01-01T00:00:00.000Z' }, keys });
    const said = await page.text('.verdict.wrong');
    expect(said).toContain('Failed: value, signed head.');
    expect(said).toContain('Not proven: inputs, record.');
    expect((await partsIn(page))[0]).toBe('✗ value: recomputed from its inputs: different in 1 field(s)');
    expect((await partsIn(page))[2]).toMatch(/^✗ signed head: INVALID: the key ".+" has not signed it$/);
    expect(await rowsIn(page)).toEqual([
      'Field | The receipt says | Recomputed',
      `volume | 1 | ${receipts.MWA.volume}`,
    ]);
    expect(await page.text('#page')).toContain('Either this file was altered after it was made');
    expect(page.complaints).toEqual([]);
  });

  test.each<[string, 'wrong' | 'doubt', (whole: Whole) => Evidence]>([
    ['no head', 'doubt', ({ receipt }) => ({ receipt })],
    ['no keys', 'doubt', ({ receipt, head: signed }) => ({ receipt, head: signed })],
    [
      'a bad signature',
      'wrong',
      ({ head: signed, ...rest }) => ({ ...rest, head: { ...signed, signature: 'A'.repeat(86) } }),
    ],
    ['a key that is not there', 'wrong', (whole) => ({ ...whole, keys: { keys: [] } })],
    [
      'a head of another record',
      'wrong',
      ({ receipt, ...rest }) => ({ ...rest, receipt: { ...receipt, recordHash: '0'.repeat(64) } }),
    ],
  ])('is not green with %s, though the value is equal', async (_, state, alter) => {
    const page = await open(alter({ receipt: receipts.MWA, head, keys }));
    expect(await page.evaluate(`document.querySelector('.verdict').className`)).toBe(`verdict ${state}`);
    expect((await partsIn(page))[0]).toMatch(/^✓ value: /);
    expect(await page.text('.verdict h1')).toMatch(
      /^This price is (?:not|only partly) proven: the file says that BTC_USD was /,
    );
    expect(await page.text('.verdict p')).toMatch(/^(?:Failed|Not proven): /);
  });

  test('rounds what it shows, and shows and keeps every digit when asked', async () => {
    const page = await open({ receipt: receipts.MWA, head, keys });
    const cell = `[...document.querySelectorAll('td.number')].find(({ textContent }) => textContent.endsWith('%'))`;
    const exact = await page.evaluate<string>(`${cell}.title`);
    expect(await page.evaluate(`${cell}.textContent`)).toBe(`${(Number(exact) * 100).toFixed(2)}%`);
    expect(receipts.MWA.exchanges?.map(({ share }) => share)).toContain(exact);
    await page.click('button');
    const texts = await page.evaluate<string[]>(
      `[...document.querySelectorAll('td.number')].map(({ textContent }) => textContent)`,
    );
    expect(texts).toContain(exact);
    expect(texts.filter((text) => text.includes('%'))).toEqual([]);
    await page.click('button');
    expect(await page.evaluate(`${cell}.title`)).toBe(exact);
  });

  test.each(['MWA', 'GWA', 'LX'] as const)(
    'of %s fits a phone: wide tables scroll by themselves, reached by keyboard',
    async (type) => {
      const page = await open({ receipt: receipts[type], head, keys, url: service.baseUrl });
      await page.resize(390, 844);
      const widths = await page.evaluate(`({
        page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        body: document.body.scrollWidth - document.body.clientWidth,
        out: [...document.querySelectorAll('#page > *, section > *')].filter((each) => each.getBoundingClientRect().right > innerWidth).map((each) => each.outerHTML.slice(0, 80)),
        scrolling: [...document.querySelectorAll('.wide')].filter((each) => each.scrollWidth > each.clientWidth).every((each) => each.tabIndex === 0 && each.getAttribute('aria-label')),
        tables: [...document.querySelectorAll('.wide')].some((each) => each.scrollWidth > each.clientWidth),
      })`);
      expect(widths).toEqual({ page: 0, body: 0, out: [], scrolling: true, tables: true });
      await page.evaluate(`document.querySelector('details').open = true`);
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0);
    },
  );

  test('says where it came from, and that the market was simulated', async () => {
    const page = await open({ receipt: receipts.MWA, head, keys, url: service.baseUrl, source: 'simulator' });
    expect(await page.text('h1')).toMatch(/ UTC in a simulated market\.$/);
    expect(await page.text('.verdict')).toContain(`The file says that it came from ${service.baseUrl}.`);
    await expectNoRequest(page);
  });

  test('runs nothing that a receipt brings along', async () => {
    const market = '</script><img src="http://elsewhere.example/x" onerror="document.title = 1">';
    const page = await open({ receipt: { ...receipts.MWA, market } });
    expect(await page.text('h1')).toContain(market);
    expect(await page.evaluate(`document.images.length`)).toBe(0);
    expect(await page.text('.checked')).toContain('recomputed');
    await expectNoRequest(page);
  });
});

test.each([
  ['in which a key appears twice', '"price":"1"', 'the key "price" is repeated or reserved'],
  [
    'with 100,000 levels',
    `"more":${'['.repeat(1e5)}${']'.repeat(1e5)}`,
    'it is nested deeper than 64 levels',
  ],
])('a file %s proves nothing', async (_what, member, why) => {
  const page = await open({ receipt: bound.MWA, head, keys }, (text) =>
    text.replace('"indexId"', `${member},"indexId"`),
  );
  const shown = await page.evaluate(`document.querySelector('#page').textContent`);
  expect(shown).toBe(`This file proves nothingIts data cannot be used: ${why}.`);
});
