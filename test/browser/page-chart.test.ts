import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { Candle } from '../../sdk/src/contract.ts';
import { useOnePage } from './one-page.ts';
import { DESK, expectAccessibleInBoth, PATIENCE_MS, PHONE } from './page-support.ts';

const one = useOnePage({ argv: ['--speed', '20'] });

const HOUR_MS = 3_600_000;
/** Number of candles that the page requests at once. */
const PAGE_SIZE = 1000;
const CANDLES = /\/v3\/candles\b/;
const NEWEST = Date.parse('2026-03-01T00:00:00Z');

interface Shape {
  readonly price: number;
  readonly volume?: string;
}

/** A candle of one hour that has risen. */
function candleAt(start: number, { price, volume }: Shape): Candle {
  const text = String(price);
  return {
    id: crypto.randomUUID(),
    indexId: crypto.randomUUID(),
    indexType: 'GWA',
    interval: '1h',
    open: String(price * 0.98),
    high: text,
    low: String(price * 0.98),
    close: text,
    ...(volume !== undefined && { volume }),
    vwap: text,
    twap: text,
    startTimestamp: new Date(start).toISOString(),
    endTimestamp: new Date(start + HOUR_MS).toISOString(),
    timestamp: new Date(start).toISOString(),
    ticks: '120',
    carried: '0',
    expected: '120',
    complete: true,
  };
}

/** Hourly candles before an instant, newest first; `shapeOf` returns the shape of the candle `back` hours before it. */
function hoursBefore(
  to: number,
  count: number,
  shapeOf: (back: number) => Shape | undefined,
): readonly Candle[] {
  return Array.from({ length: count }, (_, back) => back + 1).flatMap((back) => {
    const shape = shapeOf(back);
    return shape ? [candleAt(to - back * HOUR_MS, shape)] : [];
  });
}

/** Opens the chart of an asset with candles from the test. `asked`: the ends of the requested ranges. */
async function openChart(
  candlesBefore: (to: number | undefined) => readonly Candle[],
  headers: () => Record<string, string> = () => ({}),
) {
  const { page } = one;
  const asked: (number | undefined)[] = [];
  await page.unroute(CANDLES);
  await page.route(CANDLES, async (route) => {
    const text = new URL(route.request().url()).searchParams.get('to');
    const to = text === null ? undefined : Date.parse(text);
    asked.push(to);
    await route.fulfill({ json: { content: candlesBefore(to) }, headers: headers() });
  });
  // Block current values, which would lie far from the candles of another date.
  await page.routeWebSocket(/access_token/, () => undefined);
  await page.route(/\/v3\/market-cap\b/, (route) => route.fulfill({ json: { content: [] } }));
  await one.open('#/asset/BTC');
  await page.getByRole('button', { name: '1h', exact: true }).click();
  await expect.poll(() => page.locator('.legend').textContent()).toContain(dayText(NEWEST - HOUR_MS));
  return { page, asked };
}

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** For each pixel column of the price canvas: the lowest y at which it has a theme colour, or -1. */
function lowestPoints(page: Page, colour: string): Promise<number[]> {
  return page.evaluate(`(() => {
    const wanted = getComputedStyle(document.documentElement).getPropertyValue('${colour}').trim();
    const [r, g, b] = [1, 3, 5].map((i) => parseInt(wanted.slice(i, i + 2), 16));
    const [canvas] = [...document.querySelectorAll('.chart-canvas canvas')]
      .toSorted((x, y) => y.width * y.height - x.width * x.height);
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return Array.from({ length: width }, (_, x) => {
      for (let y = height - 1; y >= 0; y--) {
        const i = (y * width + x) * 4;
        const away = Math.abs(data[i] - r) + Math.abs(data[i + 1] - g) + Math.abs(data[i + 2] - b);
        if (away < 24 && data[i + 3] > 128) return y;
      }
      return -1;
    });
  })()`);
}

/** Columns with more than the line of the last price, which is at the top because prices have risen. */
async function drawnColumns(page: Page, colour: string): Promise<{ x: number; y: number }[]> {
  const lowest = await lowestPoints(page, colour);
  const top = Math.min(...lowest.filter((y) => y >= 0));
  return lowest.flatMap((y, x) => (y > top + 3 ? [{ x, y }] : []));
}

const isDrawn = (page: Page, colour: string) => async () => (await drawnColumns(page, colour)).length > 20;

async function widestGap(page: Page): Promise<number> {
  await expect.poll(isDrawn(page, '--up'), { timeout: PATIENCE_MS }).toBe(true);
  const columns = await drawnColumns(page, '--up');
  return Math.max(...columns.slice(1).map(({ x }, i) => x - columns[i]!.x));
}

describe('a chart', { timeout: PATIENCE_MS }, () => {
  test('survives quick navigation between views, and is shown once on the last one', async () => {
    const page = await one.open('#/asset/BTC');
    await page.locator('.legend').waitFor();
    await page.evaluate(`(async () => {
      for (let i = 0; i < 48; i++) {
        location.hash = ['#/', '#/asset/BTC', '#/indices', '#/market/BTC_USD'][i % 4];
        await new Promise((done) => setTimeout(done, 20 + ((i * 37) % 90)));
      }
      location.hash = '#/asset/BTC';
    })()`);
    await page.locator('.legend').waitFor();
    expect(await page.locator('.chart-canvas').count()).toBe(1);
    one.expectQuiet();
  });

  test('that could not be loaded shows the error, and loads when tried again', async () => {
    await one.page.route(CANDLES, (route) =>
      route.fulfill({ status: 400, json: { status: 'BAD_REQUEST', message: 'no such candles', errors: [] } }),
    );
    const page = await one.open('#/asset/BTC');
    const alert = page.locator('.chart').getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toContain('no such candles');
    await page.unroute(CANDLES);
    await alert.getByRole('button', { name: 'Try again' }).click();
    // Move the pointer off the chart: the legend shows the candle below it, and there may be none.
    await page.mouse.move(0, 0);
    await page.locator('.legend').waitFor();
    expect(await alert.count()).toBe(0);
  });
});

describe('the chart of a liquid index', { timeout: PATIENCE_MS }, () => {
  test('is in the view of the indices, and changes with the chosen index', async () => {
    const page = await one.open('#/indices');
    await page.getByRole('region', { name: 'Chart of BLX' }).locator('.legend').waitFor();
    await page.getByRole('button', { name: 'XRPLX XRP' }).click();
    const chart = page.getByRole('region', { name: 'Chart of XRPLX' });
    await chart.locator('.legend').waitFor();
    // Its candles have a volume at every interval.
    await expect.poll(() => chart.locator('.legend').textContent()).toContain('Vol');
    expect(await chart.getByText('No volume bars').count()).toBe(0);
    one.expectQuiet();
  });
});

// Last, because these tests stop the live values of the page.
describe('a chart of given candles', { timeout: PATIENCE_MS }, () => {
  test('has gaps and bars of volume where candles are missing and have a volume, and none elsewhere', async () => {
    const barsOf = async (page: Page) =>
      (await lowestPoints(page, '--line-strong')).filter((y) => y >= 0).length;
    const whole = await openChart(() => hoursBefore(NEWEST, 60, (back) => ({ price: 1000 - back })));
    const usual = await widestGap(whole.page);
    expect(await barsOf(whole.page)).toBe(0);
    expect(await whole.page.locator('.legend').textContent()).not.toContain('Vol');
    one.expectQuiet();
    const isMissing = (back: number) => back > 20 && back <= 40;
    const { page } = await openChart(() =>
      hoursBefore(NEWEST, 60, (back) =>
        isMissing(back) ? undefined : { price: 1000 - back, volume: String(10 + back) },
      ),
    );
    expect(await widestGap(page)).toBeGreaterThan(15 * usual);
    await expect.poll(() => barsOf(page), { timeout: PATIENCE_MS }).toBeGreaterThan(60);
    expect(await page.locator('.legend').textContent()).toContain('Vol 11');
    one.expectQuiet();
  });

  test('of two candles draws them at the usual width, at the end of the requested range', async () => {
    const { page } = await openChart(() => hoursBefore(NEWEST, 2, (back) => ({ price: 1000 - back })));
    const width = await page.locator('.chart-canvas').evaluate((place) => place.clientWidth);
    for (const range of ['All', '1D', '1W']) {
      // Wait for the candles of this range: until they arrive, the chart may show those of the previous one.
      const answered = page.waitForResponse(CANDLES);
      await page.getByRole('button', { name: range, exact: true }).click();
      await answered;
      let columns: { x: number }[] = [];
      const drawn = async () => (columns = await drawnColumns(page, '--up')).length;
      await expect.poll(drawn, { message: range, timeout: PATIENCE_MS }).toBeGreaterThan(0);
      expect(columns.length, range).toBeLessThan(2 * 24);
      expect(columns[0]!.x, range).toBeGreaterThan(width / 2);
    }
    one.expectQuiet();
  });

  test('says why it has no bars of volume', async () => {
    const { page } = await openChart(() => hoursBefore(NEWEST, 60, (back) => ({ price: 1000 - back })));
    const foot = page.getByRole('list', { name: 'What the chart does not show' });
    expect(await foot.textContent()).toContain('No volume bars: candles shorter than 1d');
    await openChart(() => hoursBefore(NEWEST, 60, (back) => ({ price: 1000 - back, volume: '5' })));
    expect(await foot.count()).toBe(0);
  });

  test(
    'hatches the time that is still being filled in, names it, and draws its candles when they arrive',
    { timeout: 3 * PATIENCE_MS },
    async () => {
      let isFilled = false;
      const all = hoursBefore(NEWEST, 60, (back) => ({ price: 1000 - back }));
      const part = `BACKFILL;from="${new Date(NEWEST - 60 * HOUR_MS).toISOString()}";to="${new Date(NEWEST - 10 * HOUR_MS).toISOString()}"`;
      const { page } = await openChart(
        () => (isFilled ? all : all.slice(0, 10)),
        () => (isFilled ? {} : { 'tidemark-incomplete': part, 'access-control-expose-headers': '*' }),
      );
      const foot = page.getByRole('list', { name: 'What the chart does not show' });
      await expect.poll(() => foot.textContent()).toContain('Not yet filled in');
      const hatched = async () => (await lowestPoints(page, '--line-strong')).filter((y) => y >= 0).length;
      await expect.poll(hatched, { timeout: PATIENCE_MS }).toBeGreaterThan(100);
      await expectAccessibleInBoth(page);
      isFilled = true;
      await expect.poll(hatched, { timeout: PATIENCE_MS }).toBe(0);
      await expect.poll(() => foot.textContent()).not.toContain('Not yet filled in');
      await expect
        .poll(async () => (await drawnColumns(page, '--up')).length, { timeout: PATIENCE_MS })
        .toBeGreaterThan(100);
    },
  );

  test('without any value yet shows the requested range, and requests it again', async () => {
    const { page } = one;
    const { now } = Date;
    let asked = 0;
    await page.route(CANDLES, async (route) => {
      asked++;
      const from = new URL(route.request().url()).searchParams.get('from');
      const part = `BACKFILL;from="${from}";to="${new Date(now()).toISOString()}"`;
      await route.fulfill({ json: { content: [] }, headers: { 'tidemark-incomplete': part } });
    });
    await page.routeWebSocket(/access_token/, () => undefined);
    await page.route(/\/v3\/market-cap\b/, (route) => route.fulfill({ json: { content: [] } }));
    await one.open('#/asset/BTC');
    await page.getByText('Past values are being filled in').waitFor();
    /** How many hours ago the axis begins and ends. */
    const seen = async () => {
      const label = await page.locator('.chart-canvas').getAttribute('aria-label');
      const [, ...ends] = /, (\S+ \S+) to (\S+ \S+) UTC$/.exec(label ?? '') ?? [];
      return ends.map((end) => Math.round((now() - Date.parse(`${end.replace(' ', 'T')}Z`)) / HOUR_MS));
    };
    // The tolerance is the length of a candle.
    for (const [range, hours, leeway] of [
      ['1D', 24, 1],
      ['1H', 1, 1],
      ['1M', 30 * 24, 5],
      ['1D', 24, 1],
    ] as const) {
      await page.getByRole('button', { name: range, exact: true }).click();
      const isRight = async () => {
        const [begin = Infinity, end = Infinity] = await seen();
        return Math.abs(begin - hours) <= leeway && end <= leeway;
      };
      await expect.poll(isRight, { message: range }).toBe(true);
    }
    const before = asked;
    await expect.poll(() => asked, { timeout: PATIENCE_MS }).toBeGreaterThan(before + 1);
    expect(await seen()).toEqual([24, 0]);
    await expectAccessibleInBoth(page);
  });

  test('is drawn below the numbers of its legend, at every width', async () => {
    const { page } = await openChart(() => hoursBefore(NEWEST, 60, (back) => ({ price: 1000 - back })));
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport);
      const legend = (await page.locator('.legend').boundingBox())!;
      const canvas = (await page.locator('.chart-canvas').boundingBox())!;
      expect(legend.y + legend.height).toBeLessThanOrEqual(canvas.y);
      expect(canvas.height).toBeGreaterThan(200);
    }
  });

  test('shows exponential growth as a straight line on the logarithmic scale', async () => {
    const tenfold = (back: number) => ({ price: 10_000 / 10 ** (back / 15) });
    const { page } = await openChart(() => hoursBefore(NEWEST, 61, tenfold));
    /** Height of the middle candle between the first and the last, 0 to 1. */
    const middle = async () => {
      await expect.poll(isDrawn(page, '--up'), { timeout: PATIENCE_MS }).toBe(true);
      const columns = await drawnColumns(page, '--up');
      const [first, half, last] = [columns[0]!, columns[columns.length >> 1]!, columns.at(-1)!];
      return (first.y - half.y) / (first.y - last.y);
    };
    expect(await middle()).toBeLessThan(0.15);
    await page.getByRole('button', { name: 'Log', exact: true }).click();
    await expect.poll(middle).toBeGreaterThan(0.4);
    expect(await middle()).toBeLessThan(0.6);
    one.expectQuiet();
  });

  test('loads older candles when the reader scrolls back to the oldest', async () => {
    const { page, asked } = await openChart((to) =>
      hoursBefore(to ?? NEWEST, PAGE_SIZE, (back) => ({ price: 1000 - back / 2 })),
    );
    const oldest = NEWEST - PAGE_SIZE * HOUR_MS;
    const box = (await page.locator('.chart-canvas').boundingBox())!;
    const y = box.y + box.height / 2;
    const pullRight = async () => {
      await page.mouse.move(box.x + 60, y);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width - 120, y, { steps: 4 });
      await page.mouse.up();
      return asked.includes(oldest);
    };
    await expect.poll(pullRight, { timeout: PATIENCE_MS }).toBe(true);
    const legend = page.locator('.legend .quiet');
    const isOlder = async () => {
      await pullRight();
      await page.mouse.move(box.x + 60, y);
      return Date.parse(`${(await legend.textContent())!.replace(' ', 'T')}Z`) < oldest;
    };
    await expect.poll(isOlder, { timeout: PATIENCE_MS }).toBe(true);
    one.expectQuiet();
  });
});
