import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { IndexReceipt } from '../../sdk/src/contract.ts';
import {
  expectAccessibleInBoth,
  overflowOf,
  PATIENCE_MS,
  PHONE,
  usePages,
  type OpenOptions,
} from './page-support.ts';

/** Ticks come every five seconds. */
const SPEED = '6';
const IN_VERSION_3 = '2026-12-01T12:00:00Z';
/** By the clock of the market. */
const TICK_MS = 30_000;

// Without troubles of exchanges: an attack through one that is not counted at the moment moves nothing.
const pages = usePages({ argv: ['--speed', SPEED, '--fault-rate', '0', '--start', IN_VERSION_3] });
const { open, expectAllQuiet } = pages;
const points = (page: Page) => page.locator('.receipt-body .receipt-point');
const titleOf = (page: Page) => page.locator('#receipt-title').textContent();

/** Answers receipts of the service, changed. */
async function alter(route: Route, change: (receipt: IndexReceipt) => IndexReceipt): Promise<void> {
  const response = await route.fetch();
  const receipt = change((await response.json()) as IndexReceipt);
  await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(receipt) });
}

/** In basis points. */
async function moveOf(page: Page, average: string): Promise<number> {
  const text = await page.locator(`[data-average="${average}"]`).getAttribute('data-bps');
  return Math.abs(Number(text));
}

describe('the receipt as a picture', { timeout: PATIENCE_MS }, () => {
  test.each(['#/market/BTC_USD', '#/asset/BTC'])(
    'has a point for each that is in it, at %s',
    async (hash) => {
      const page = await open('');
      const answered = page.waitForResponse(/\/constituents\b/);
      await page.goto(`${pages.service.baseUrl}/${hash}`);
      const { exchanges, markets, refused = [] } = (await (await answered).json()) as IndexReceipt;
      const rows = [...(exchanges ?? []), ...(markets ?? []), ...refused];
      await points(page).first().waitFor();
      expect(rows.length).toBeGreaterThan(3);
      expect(await points(page).count()).toBe(rows.length);
      await page.locator('.receipt-numbers summary').click();
      expect(await page.locator('.receipt-numbers tbody tr').count()).toBe(rows.length);
      expectAllQuiet();
    },
  );

  test('draws the three quorums and the clamp, and says the numbers of what has the focus', async () => {
    const page = await open('#/market/BTC_USD');
    await points(page).first().waitFor();
    expect((await page.locator('.receipt-body .mark text').allTextContents()).sort()).toEqual([
      'E',
      'T',
      'V',
    ]);
    expect(await page.locator('.receipt-ground .clamp').count()).toBe(1);
    const facts = await page.locator('.receipt-facts dl > div').allTextContents();
    expect(facts.at(-1)).toMatch(/^Exchanges\d+(?: used, \d+ refused)?$/);
    await page.locator('.receipt-body .receipt-point[tabindex="0"]').focus();
    const readout = page.locator('.receipt-body .receipt-readout');
    const first = await readout.textContent();
    expect(first).toMatch(/tier .* USD, .* bps from the value .* weighs/);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readout.textContent()).not.toBe(first);
    expectAllQuiet();
  });

  test('goes back to the tick before by keyboard, and says so where inputs are not kept any more', async () => {
    const page = await open('#/market/BTC_USD');
    await points(page).first().waitFor();
    const slider = page.getByLabel('Tick of the last day');
    const chosen = async () => Number(await slider.inputValue());
    /** Until the receipt is of the tick that the slider is at. */
    const isShown = async (at: number) => {
      const words = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
      await expect.poll(() => titleOf(page), { timeout: PATIENCE_MS }).toContain(words);
      await points(page).first().waitFor();
    };
    // Two ticks after the first that is seen, so that both before it have inputs. The button stops there: ticks that come
    // meanwhile move nothing.
    const first = await chosen();
    await expect.poll(chosen, { timeout: PATIENCE_MS }).toBeGreaterThanOrEqual(first + 2 * TICK_MS);
    await page.getByRole('button', { name: 'Previous tick' }).click();
    await page.getByRole('button', { name: 'Newest', pressed: false }).waitFor();
    const held = await chosen();
    await isShown(held);
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    expect(await chosen()).toBe(held - TICK_MS);
    await isShown(held - TICK_MS);
    await page.route(/\/constituents\b/, (route) =>
      route.fulfill({
        status: 404,
        contentType: 'application/json',
        body: JSON.stringify({
          status: 'NOT_FOUND',
          message: 'the inputs of this value are no longer stored, so it cannot be explained',
          errors: [],
        }),
      }),
    );
    await page.getByRole('button', { name: 'Next tick' }).click();
    await page
      .getByText(
        'There is no receipt of this tick: the inputs of this value are no longer stored, so it cannot be explained',
      )
      .waitFor();
  });
});

describe('computed again in the browser', { timeout: PATIENCE_MS }, () => {
  test.each(['#/market/BTC_USD', '#/asset/ETH'])(
    'a value is verified, with its record and the signed head, at %s',
    async (hash) => {
      const page = await open(hash);
      await points(page).first().waitFor();
      await page.getByRole('button', { name: 'Verify here' }).click();
      await page.locator('.verification').waitFor();
      expect(await page.locator('.verification-verdict').textContent()).toMatch(
        /^Verified in this browser: value, published value, inputs, record,?(?: day)? and signed head\.$/,
      );
      const checks = await page.locator('.verification dl > div').allTextContents();
      expect(checks.join('\n')).toMatch(/every input of the receipt to the record of the tick/);
      expect(await page.locator('.verification').textContent()).toContain('This does not prove');
      expectAllQuiet();
    },
  );

  const ALTERED = [
    ['a value', (receipt) => ({ ...receipt, volume: '1' }), /volume: the service says 1, here it is \d/],
    [
      'a record that is not the signed one',
      (receipt) => ({ ...receipt, recordHash: 'ab'.repeat(32) }),
      /names a different record/,
    ],
  ] as const satisfies [string, (receipt: IndexReceipt) => IndexReceipt, RegExp][];

  test.each(ALTERED)('%s that was altered is named as differing', async (_, change, said) => {
    const page = await open('#/integrity');
    await page.route(/\/constituents\b/, (route) => alter(route, change));
    await page.goto(`${pages.service.baseUrl}/#/market/BTC_USD`);
    await points(page).first().waitFor();
    await page.getByRole('button', { name: 'Verify here' }).click();
    await page.locator('.verification').waitFor();
    expect(await page.locator('.verification-verdict').textContent()).toMatch(/^Verification failed: /);
    expect(await page.locator('.verification').textContent()).toMatch(said);
  });

  test('the evidence is saved, and checks itself when it is opened', async () => {
    const page = await open('#/market/BTC_USD');
    await points(page).first().waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save evidence' }).click();
    const saved = await downloading;
    expect(saved.suggestedFilename()).toMatch(/^tidemark-BTC_USD-\d{4}-\d\d-\d\dT\d{6}Z\.html$/);
    expectAllQuiet();
    const evidence = await page.context().newPage();
    const file = join(pages.service.folder, 'evidence.html');
    await saved.saveAs(file);
    await evidence.goto(pathToFileURL(file).href);
    await evidence.locator('#page[data-checked]').waitFor();
    expect(await evidence.locator('.verdict h1').textContent()).toMatch(
      /^This price is proven: BTC_USD was /,
    );
    expect(await evidence.locator('#page').textContent()).toMatch(/simulated/i);
  });
});

async function openAttack(hash: string, options: OpenOptions = {}): Promise<Page> {
  const page = await open(hash, options);
  await points(page).first().waitFor();
  await page.getByRole('button', { name: 'Attack it' }).click();
  await page.locator('.attack-results').waitFor();
  await page.locator('.attack .receipt-point').first().waitFor();
  return page;
}

describe('an attack', { timeout: PATIENCE_MS }, () => {
  test('of each kind moves an average, not the reference', async () => {
    const page = await openAttack('#/market/BTC_USD');
    for (const name of [
      'One exchange × 10',
      'Fake volume × 1000',
      'Two colluding exchanges',
      'Three collude',
    ]) {
      await expect.poll(() => moveOf(page, 'reference'), { message: name }).toBe(0);
      await page.getByRole('button', { name }).click();
      await expect.poll(() => moveOf(page, 'weighted'), { message: name }).toBeGreaterThan(50);
      expect(await moveOf(page, 'reference'), name).toBeLessThan((await moveOf(page, 'weighted')) / 5);
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect.poll(() => moveOf(page, 'weighted'), { message: name }).toBe(0);
    }
    expectAllQuiet();
  });

  test('by two colluding exchanges hardly moves the value, flags it and says why', async () => {
    const page = await openAttack('#/market/BTC_USD');
    await page.getByRole('button', { name: 'Two colluding exchanges' }).click();
    await expect.poll(() => moveOf(page, 'weighted')).toBeGreaterThan(50);
    const summary = await page.locator('.attack-summary').innerText();
    expect(summary).toMatch(/BTC\/USD published\s+[\d,.]+ USD\s+Moved\s+(?:no|hardly: [+−][\d.]+ bps from)/);
    expect(summary).toMatch(/Why\s+Only the median by volume \(\+\d+ bps\) moves far; .*middle one of three/);
    expect(summary).toMatch(/Flags\s+split\s+The exchanges disagree/i);
    expect(await page.locator('#attack-title').textContent()).toContain('version 3 of the rules');
    expectAllQuiet();
  });

  test('by a new exchange moves nothing: it is refused', async () => {
    const page = await openAttack('#/market/BTC_USD');
    await page.getByRole('button', { name: 'New exchange' }).click();
    await expect.poll(() => moveOf(page, 'weighted')).toBeGreaterThan(50);
    const summary = await page.locator('.attack-summary').innerText();
    expect(summary).toMatch(/Moved\s+no\s+Why\s+Hostile 1 is rejected: .* its trust is 0.*\s+Flags\s+none/);
    expectAllQuiet();
  });

  test('by keyboard: a price is raised, an exchange silenced, a hostile one added', async () => {
    const page = await openAttack('#/market/BTC_USD');
    const all = await page.locator('.attack .receipt-point').count();
    await page.getByRole('slider', { name: /^Price/ }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => moveOf(page, 'weighted')).toBeGreaterThan(100);
    await page.getByLabel('Silence it').focus();
    await page.keyboard.press('Space');
    await expect.poll(() => page.locator('.attack .receipt-point').count()).toBe(all - 1);
    await page.getByRole('button', { name: 'Add a hostile exchange' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.attack .receipt-point').count()).toBe(all);
    expect(await page.locator('.attack .receipt-readout').textContent()).toContain('Hostile 1 (tier NEW)');
    expectAllQuiet();
  });

  test('by pointer: a circle that is dragged says another price', async () => {
    const page = await openAttack('#/market/BTC_USD');
    const circle = page.locator('.attack .receipt-point.chosen');
    await circle.scrollIntoViewIfNeeded();
    const readout = page.locator('.attack .receipt-readout');
    const before = await readout.textContent();
    const { x, y, width, height } = (await circle.boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 350, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await expect.poll(() => moveOf(page, 'weighted')).toBeGreaterThan(0.1);
    // How far the reference moves depends on the weight that the exchange has in it, which is not that of its volume alone.
    expect(await readout.textContent()).not.toBe(before);
    expectAllQuiet();
  });

  test('on an asset goes through one of its markets, and moves the asset less', async () => {
    const page = await openAttack('#/asset/BTC');
    await page.getByRole('button', { name: 'Three collude' }).click();
    await expect.poll(() => moveOf(page, 'weighted')).toBeGreaterThan(50);
    expect(await moveOf(page, 'asset')).toBeLessThan(await moveOf(page, 'reference'));
    expectAllQuiet();
  });
});

test.each(['#/market/BTC_USD', '#/asset/BTC'])(
  'axe finds nothing at %s in dark and in light colours',
  async (hash) => {
    const page = await openAttack(hash);
    await page.getByRole('button', { name: 'One exchange × 10' }).click();
    await expect.poll(() => moveOf(page, 'weighted')).toBeGreaterThan(50);
    await page.locator('.receipt-numbers summary').click();
    await page.getByRole('button', { name: 'Verify here' }).click();
    await page.locator('.verification').waitFor();
    await expectAccessibleInBoth(page);
  },
  PATIENCE_MS,
);

test.each(['#/market/BTC_USD', '#/asset/BTC'])(
  'on a phone nothing is wider than the screen at %s',
  async (hash) => {
    const page = await openAttack(hash, { viewport: PHONE });
    await page.getByRole('button', { name: 'Verify here' }).click();
    await page.locator('.verification').waitFor();
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
    const picture = (await page.locator('.receipt-body .receipt-picture').boundingBox())!;
    const names = await page.locator('.receipt-body .receipt-name').all();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const { x, width } = (await name.boundingBox())!;
      expect(x).toBeGreaterThanOrEqual(picture.x);
      expect(x + width).toBeLessThanOrEqual(picture.x + picture.width);
    }
    expectAllQuiet();
  },
  PATIENCE_MS,
);
