import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { amountText, priceText } from '../../web/src/format/number.ts';
import { useOnePage } from './one-page.ts';
import { expectAccessibleInBoth, overflowOf, PATIENCE_MS, PHONE } from './page-support.ts';

// Without faults, so that every exchange has tickers from the first tick on.
const one = useOnePage({ argv: ['--fault-rate', '0'] });

interface Contract {
  readonly id: string;
  readonly marketId: string;
  readonly exchangeName: string;
  readonly optionStrike?: string;
  readonly optionType?: string;
}

interface Ticker {
  readonly contractId: string;
  readonly timestamp: string;
  readonly markPrice?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly openInterestUsd?: string;
  readonly fundingRate?: string;
}

async function contentOf<T>(path: string): Promise<readonly T[]> {
  const response = await one.service.get(path);
  expect(response.status).toBe(200);
  return ((await response.json()) as { content: readonly T[] }).content;
}

async function exchangeId(name: string): Promise<string> {
  const [exchange] = await contentOf<{ id: string }>(`/v3/exchange?name=${name}`);
  return exchange!.id;
}

/** Contracts of an exchange on bitcoin in US dollars. */
async function contractsOf(type: string, exchange: string): Promise<readonly Contract[]> {
  const [market] = await contentOf<{ id: string }>(`/v3/market?marketName=BTC_USD`);
  return contentOf<Contract>(
    `/v3/derivatives/contract/${type}?exchangeId=${await exchangeId(exchange)}&marketId=${market!.id}`,
  );
}

/** Serves tickers as the service does, changed if a test needs it. Returns the last ticker served for each contract. */
async function serveTickers(
  change: (ticker: Ticker) => Ticker = (ticker) => ticker,
): Promise<ReadonlyMap<string, Ticker>> {
  const served = new Map<string, Ticker>();
  await one.page.route('**/derivatives/ticker/*', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const content = (await contentOf<Ticker>(pathname + search)).map(change);
    for (const ticker of content) served.set(ticker.contractId, ticker);
    await route.fulfill({ json: { content } });
  });
  return served;
}

const rowOf = (page: Page, table: string, contract: string) =>
  page
    .getByRole('region', { name: table })
    .getByRole('row')
    .filter({ has: page.getByText(contract, { exact: true }) });

describe('derivatives', { timeout: PATIENCE_MS }, () => {
  test('show every contract of every exchange, with its mark price and open interest', async () => {
    const served = await serveTickers();
    const page = await one.open('#/derivatives/BTC');
    const table = page.getByRole('region', { name: 'Futures and perpetuals on BTC' });
    await table.getByText('BTC-PERPETUAL', { exact: true }).waitFor();
    const contracts = [
      ...(await contractsOf('perpetuals', 'Deribit')),
      ...(await contractsOf('futures', 'Kraken')),
    ];
    expect(contracts.length).toBeGreaterThan(3);
    for (const { id, exchangeName } of contracts) {
      const row = rowOf(page, 'Futures and perpetuals on BTC', exchangeName);
      await expect
        .poll(async () => {
          const { markPrice, openInterestUsd } = served.get(id) ?? {};
          const text = (await row.textContent()) ?? '';
          return (
            markPrice !== undefined &&
            text.includes(priceText(Number(markPrice))) &&
            text.includes(amountText(Number(openInterestUsd)))
          );
        })
        .toBe(true);
    }
    one.expectQuiet();
  });

  test('show the basis to the spot price in the same row, annualised for contracts that expire', async () => {
    const page = await one.open('#/derivatives');
    const table = page.getByRole('region', { name: 'Futures and perpetuals on BTC' });
    const [{ exchangeName }] = (await contractsOf('futures', 'Deribit')).slice(-1) as [Contract];
    const row = rowOf(page, 'Futures and perpetuals on BTC', exchangeName);
    await expect.poll(() => row.textContent()).toMatch(/%/);
    const cells = await row.locator('td').allTextContents();
    const titles = await table.locator('th').allTextContents();
    const cell = (title: string) => {
      const text = cells[titles.indexOf(title)]!;
      return Number(text.replaceAll(/[,%+]/g, '').replace('\u2212', '-'));
    };
    const basis = cell('Mark') / cell('Spot') - 1;
    expect(cell('Basis, bps')).toBeCloseTo(basis * 10_000, 0);
    const days = Number(/(\d+) d$/.exec(cells[titles.indexOf('Expires')]!)![1]);
    // The page shows whole days, but annualises with fractions of days.
    expect(cell('Per year')).toBeGreaterThan((100 * basis * 365) / (days + 1) - 0.1);
    expect(cell('Per year')).toBeLessThan((100 * basis * 365) / days + 0.1);
    one.expectQuiet();
  });

  test('show the funding rates, and say that there are no past ones', async () => {
    const served = await serveTickers();
    const page = await one.open('#/derivatives/BTC');
    const [{ id, exchangeName }] = (await contractsOf('perpetuals', 'Deribit')) as [Contract];
    const row = rowOf(page, 'Funding of perpetuals on BTC', exchangeName);
    await expect
      .poll(async () => {
        const rate = Number(served.get(id)?.fundingRate);
        return ((await row.textContent()) ?? '').includes(`${(100 * Math.abs(rate)).toFixed(4)}%`);
      })
      .toBe(true);
    const pane = page.getByRole('region', { name: 'Funding', exact: true });
    expect(await pane.textContent()).toContain('payment is unknown');
  });

  test('show the option chain, and the volatility implied by mark prices', async () => {
    const served = await serveTickers();
    const page = await one.open('#/derivatives/BTC');
    const choice = page.getByLabel('Exchange and market of the options');
    await choice.waitFor();
    const labels = await choice.getByRole('option').allTextContents();
    await choice.selectOption({ index: labels.findIndex((label) => label.startsWith('Deribit BTC_USD (')) });
    const chain = page.getByRole('region', { name: /^Options of Deribit on BTC_USD, / });
    await chain.waitFor();
    const options = (await contractsOf('options', 'Deribit')).filter(
      ({ optionType }) => optionType === 'CALL',
    );
    const titled = await chain
      .locator('td[title]')
      .evaluateAll((cells) => cells.map((cell) => (cell as unknown as { title: string }).title));
    const shown = options.find(({ exchangeName }) => titled.includes(exchangeName))!;
    const cells = chain.locator(`td[title="${shown.exchangeName}"]`);
    await expect
      .poll(async () => {
        const { bid = '\u2013', ask = '\u2013', markPrice = '\u2013' } = served.get(shown.id) ?? {};
        const [, , ...texts] = await cells.allTextContents();
        return texts.join(' ') === [bid, markPrice, ask].join(' ');
      })
      .toBe(true);
    const volatilities = (await chain.locator('td:nth-child(2)').allTextContents()).filter((text) =>
      text.includes('%'),
    );
    expect(volatilities.length).toBeGreaterThan(3);
    for (const text of volatilities) {
      expect(Number.parseFloat(text)).toBeGreaterThan(5);
      expect(Number.parseFloat(text)).toBeLessThan(400);
    }
    expect(await page.locator('.derivatives-smile circle').count()).toBeGreaterThan(3);
    expect(await page.getByRole('region', { name: 'Options', exact: true }).textContent()).toContain(
      'The service has no volatilities',
    );
    one.expectQuiet();
  });

  test('show missing values as missing, and old ones as old', async () => {
    const [perpetual] = await contractsOf('perpetuals', 'Deribit');
    const [future] = await contractsOf('futures', 'Deribit');
    await serveTickers((ticker) => {
      if (ticker.contractId === future!.id) return { ...ticker, timestamp: '2026-01-01T00:00:00.000Z' };
      if (ticker.contractId !== perpetual!.id) return ticker;
      const { markPrice: _, bid: __, ask: ___, openInterestUsd: ____, fundingRate: _____, ...rest } = ticker;
      return rest;
    });
    const page = await one.open('#/derivatives/BTC');
    const row = rowOf(page, 'Futures and perpetuals on BTC', perpetual!.exchangeName);
    await expect.poll(() => row.textContent()).toMatch(/\d,\d{3}/);
    const titles = await page
      .getByRole('region', { name: 'Futures and perpetuals on BTC' })
      .locator('th')
      .allTextContents();
    const cells = await row.locator('td').allTextContents();
    for (const title of ['Mark', 'Per year', 'Open, USD'])
      expect(cells[titles.indexOf(title)]).toBe('\u2013');
    const old = rowOf(page, 'Futures and perpetuals on BTC', future!.exchangeName);
    expect(await old.locator('.pale').count()).toBeGreaterThan(3);
    expect(await row.locator('.pale').count()).toBe(0);
  });

  test('are shown without an exchange that does not respond, and say so', async () => {
    const kraken = await exchangeId('Kraken');
    await one.page.route(`**/derivatives/ticker/futures*${kraken}*`, (route) =>
      route.fulfill({ status: 500, json: { status: 'INTERNAL_SERVER_ERROR', message: 'internal error' } }),
    );
    const page = await one.open('#/derivatives/BTC');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('futures of Kraken are missing');
    await page.locator('.derivatives-curve circle').first().waitFor();
  });

  test('explain that a client may not read them', async () => {
    await one.page.route('**/derivatives/**', (route) =>
      route.fulfill({ status: 403, json: { status: 'FORBIDDEN', message: 'needs a scope' } }),
    );
    const page = await one.open('#/derivatives');
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').first().textContent()).toContain('this client may not read it');
  });

  test('can be used by keyboard: another expiry, the curve by price, another asset', async () => {
    const page = await one.open('#/derivatives');
    await page.locator('.derivatives-chain').waitFor();
    const before = await page.locator('.derivatives-chain').getAttribute('aria-label');
    const expiries = page.getByRole('group', { name: 'Expiry' }).getByRole('button');
    await expiries.first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.derivatives-chain').getAttribute('aria-label')).not.toBe(before);
    await page.getByRole('button', { name: 'Price', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.locator('.derivatives-curve path[class^="venue-"]').first().waitFor();
    await page
      .getByRole('group', { name: 'Assets with most contracts' })
      .getByRole('button', { name: 'ETH' })
      .focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Futures and perpetuals on ETH' }).waitFor();
    expect(await page.evaluate<string>('location.hash')).toBe('#/derivatives/ETH');
    // The choice keeps the focus, so that the next one is a Tab away.
    expect(await page.evaluate('document.activeElement.textContent')).toBe('ETH');
    one.expectQuiet();
  });

  test('say so if there is no contract on the asset in the address', async () => {
    const page = await one.open('#/derivatives/NOSUCHTHING');
    await page.getByText('No contract is on NOSUCHTHING.').waitFor();
    one.expectQuiet();
  });
});

test('axe finds nothing, in dark and in light colours', { timeout: 2 * PATIENCE_MS }, async () => {
  const page = await one.open('#/derivatives');
  await page.locator('.derivatives-chain').waitFor();
  await expectAccessibleInBoth(page);
  one.expectQuiet();
});

test('on a phone nothing is wider than the screen', { timeout: PATIENCE_MS }, async () => {
  const page = await one.open('#/derivatives', { viewport: PHONE });
  await page.locator('.derivatives-chain').waitFor();
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const main = page.locator('#main');
  expect(await main.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
});

test('the list of assets loads no code or data of derivatives', { timeout: PATIENCE_MS }, async () => {
  const page = await one.open('#/');
  await page.getByRole('grid').waitFor();
  expect(one.requests.filter((url) => /derivatives-view|try-it-view|\/derivatives\//.test(url))).toEqual([]);
});
