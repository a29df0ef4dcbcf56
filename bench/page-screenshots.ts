// Takes screenshots of the page, with simulated data.
//
//   node dist/bench/page-screenshots.js                 the two of the README, into docs/images
//   node dist/bench/page-screenshots.js --all FOLDER    every view in both colours at three widths, to look at
//
// Charts and sparklines need history, which takes minutes to fill in: `--data FOLDER` names a data directory that has it, or
// where it is kept for the next run.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { chromiumPath } from './support/chromium-path.ts';
import { startServiceProcess } from './support/service-process.ts';

const { values: args } = parseArgs({
  options: {
    all: { type: 'string' },
    /** Only views whose address contains this text. */
    only: { type: 'string', default: '' },
    /** By default the world of `npm start` for the README, otherwise a small one, whose past is filled in sooner. */
    world: { type: 'string' },
    data: { type: 'string' },
  },
});

const README_FOLDER = 'docs/images';
const README_SIZE = { width: 1280, height: 760 } as const;
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** Each view, with an element that appears once it has loaded. */
const VIEWS = [
  ['market', '', '.spark path[d^=M]'],
  ['asset', '#/asset/BTC', '.receipt-point'],
  ['pair', '#/market/BTC_USD', '.receipt-point'],
  ['indices', '#/indices', '.receipt-point'],
  ['exchanges', '#/exchanges', '.exchanges-share'],
  ['exchange', '#/exchanges/Kraken', '.exchanges-strip'],
  ['alerts', '#/alerts', '.alerts .note, .alerts-list'],
  ['derivatives', '#/derivatives', '.derivatives-chain, .derivatives table'],
  ['integrity', '#/integrity', '.integrity-spreads'],
  ['system', '#/system', '.system-coverage'],
  ['try-it', '#/try-it', '.tryit input'],
] as const;

const world = args.world ?? (args.all === undefined ? 'full' : 'small');
const service = await startServiceProcess({
  // The pictures of the README show no chart: sparklines are of seven days, and older changes come from end-of-day records.
  flags: ['--world', world, '--backfill', args.all === undefined ? '8d' : '31d'],
  ...(args.data !== undefined && { folder: args.data }),
});
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await filled();
  if (args.all === undefined) await takeForReadme();
  else await takeAll(args.all);
} finally {
  await browser.close();
  await service.stop();
}

/** Waits until sparklines and changes are available, and for charts until the whole past is. */
async function filled(): Promise<void> {
  const headers = { authorization: `Bearer ${await service.token()}` };
  const answerOf = async <T>(path: string): Promise<T> =>
    (await (await fetch(service.baseUrl + path, { headers })).json()) as T;
  const isFilled = async () => {
    const { backfill } = await answerOf<{ backfill?: { stage: string } }>('/v3/status');
    const { content = [] } = await answerOf<{ content?: readonly { closes: readonly string[] }[] }>(
      '/v3/sparklines?indexType=GWA',
    );
    const caps = await answerOf<{ content?: readonly { pricePercentChange?: { change30d?: string } }[] }>(
      '/v3/market-cap?top=1&percentChange=true',
    );
    const isDone = args.all === undefined || backfill === undefined || backfill.stage === 'done';
    const hasChanges = caps.content?.[0]?.pricePercentChange?.change30d !== undefined;
    return (
      isDone && hasChanges && content.some(({ closes }) => closes.filter((close) => close !== '').length > 30)
    );
  };
  while (!(await isFilled())) await setTimeout(1000);
}

/** Waits until animations have finished, fonts are loaded and all responses have arrived. */
async function settled(page: Page, loaded: string): Promise<void> {
  await page.locator(loaded).first().waitFor({ state: 'attached' });
  await page.waitForLoadState('networkidle').catch((error: unknown) => {
    // A view that polls is never idle, but its content is complete.
    if (!String(error).includes('Timeout')) throw error;
  });
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => document.fonts.ready).then(() => {})',
  );
}

async function shown(
  hash: string,
  loaded: string,
  viewport: { readonly width: number; readonly height: number },
  colorScheme: 'dark' | 'light',
): Promise<Page> {
  const context = await browser.newContext({ viewport, colorScheme });
  const page = await context.newPage();
  page.setDefaultNavigationTimeout(8000);
  await page.goto(`${service.baseUrl}/${hash}`);
  await settled(page, loaded);
  return page;
}

async function takeForReadme(): Promise<void> {
  mkdirSync(README_FOLDER, { recursive: true });
  const market = await shown('', '.spark path[d^=M]', README_SIZE, 'dark');
  await market.screenshot({ path: join(README_FOLDER, 'market.png') });
  await market.context().close();
  const receipt = await shown('#/market/BTC_USD', '.receipt-point', README_SIZE, 'dark');
  await receipt.getByRole('button', { name: 'Verify here' }).click();
  await receipt.locator('.verification').waitFor();
  // Below the header, which says that the data is simulated.
  await receipt.evaluate(`{
    const panel = document.querySelector('.receipt');
    const place = document.querySelector('main');
    place.scrollTop += panel.getBoundingClientRect().top - place.getBoundingClientRect().top - 12;
  }`);
  await receipt.screenshot({ path: join(README_FOLDER, 'receipt.png') });
  await receipt.context().close();
}

async function takeAll(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, hash, loaded] of VIEWS.filter(([, hash]) => hash.includes(args.only)))
    for (const colours of ['dark', 'light'] as const)
      for (const size of SIZES) {
        const page = await shown(hash, loaded, size, colours);
        const path = join(folder, `${name}-${colours}-${size.width}.png`);
        await page.screenshot({ path });
        // What is below the fold lies in a part that scrolls by itself.
        const height = await page.evaluate<number>("document.querySelector('main').scrollHeight");
        if (height > size.height) {
          await page.setViewportSize({ width: size.width, height: height + 60 });
          await settled(page, loaded);
          await page.screenshot({ path: path.replace('.png', '-whole.png') });
        }
        await page.context().close();
      }
}
