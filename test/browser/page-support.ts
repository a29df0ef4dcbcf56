import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';
import { chromiumPath } from './chromium.ts';

/** How long a test waits for a service and a browser that share a machine with others. */
export const PATIENCE_MS = 240_000;
export const LIVE = '.connection.live';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where the build leaves the page. */
export const WEB_FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));
export const PHONE = { width: 390, height: 844 } as const;
export const DESK = { width: 1280, height: 800 } as const;

export interface OpenOptions {
  readonly colours?: 'dark' | 'light';
  readonly viewport?: { readonly width: number; readonly height: number };
}

/** A page with everything that it complained about and asked for. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors and warnings of the console, and exceptions. */
  readonly complaints: string[];
  /** Every request, with those of websockets. */
  readonly requests: string[];
  close(): Promise<void>;
}

let shared: Promise<Browser> | undefined;

/** One browser for all test files of this process, with which it ends. A file closes its contexts. */
export async function sharedBrowser(): Promise<Browser> {
  if (shared && !(await shared).isConnected()) shared = undefined;
  // A page of a site that is open already is loaded by the same process, in half the time of a new one.
  const args = ['--no-sandbox', '--disable-gpu', '--process-per-site'];
  return (shared ??= chromium.launch({ executablePath: chromiumPath(), args }));
}

/** A new page in a context of its own, loaded. The caller closes it. */
export async function openPage(
  browser: Browser,
  url: string,
  options: OpenOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext();
  return { ...(await openIn(context, url, options)), close: () => context.close() };
}

async function openIn(context: BrowserContext, url: string, options: OpenOptions): Promise<WatchedPage> {
  const { colours = 'dark', viewport = DESK } = options;
  const page = await context.newPage();
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: colours });
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('request', (request) => requests.push(request.url()));
  page.on('websocket', (socket) => requests.push(socket.url()));
  await page.goto(url);
  return { page, complaints, requests, close: () => page.close() };
}

/** What a browser writes down of a service that was busy, which the page asks again, and of tests that look at a canvas. */
const EXPECTED = ['status of 503', 'Canvas2D: Multiple readback'];

/** Nothing went wrong, and nothing was asked for anywhere but from the service. */
export function expectQuiet({ complaints, requests }: WatchedPage, url: string): void {
  const { host } = new URL(url);
  expect(complaints.filter((each) => !EXPECTED.some((part) => each.includes(part)))).toEqual([]);
  expect(requests.filter((each) => new URL(each).host !== host)).toEqual([]);
}

/** What axe finds wrong, as it is now. Axe is brought in past the policy of content; the page itself is under it all the same. */
export async function expectAccessible(page: Page): Promise<void> {
  await findNothing(page, {});
}

/** Those of the category `cat.color` that axe runs unless told otherwise. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The same in dark and in light colours, one after the other. Only rules about colours can tell the second from the first. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await expectAccessible(page);
  const dark = await ground();
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(ground).not.toBe(dark);
  await findNothing(page, { runOnly: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: 'dark' });
}

async function findNothing(page: Page, options: object): Promise<void> {
  // Colours on their way are no colours of the design.
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().map((each) => each.finished)).then(() => {})',
  );
  await page.evaluate(`globalThis.axe ?? (() => { ${AXE} })(); undefined`);
  const found = `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + (failureSummary ?? ''))))`;
  expect(await page.evaluate(found)).toEqual([]);
}

/** Whether the page is wider than its window: then it would have to be pushed about on a phone. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Pages of one service, which begins before the first test of a file and ends after the last. */
export interface Pages {
  readonly service: TestService;
  /** A page at an address behind `#`, closed after the test. It finds nothing that a page of another test has kept. */
  open(hash: string, options?: OpenOptions): Promise<Page>;
  /** As `openPage`, of any address, closed after the test. */
  watch(url: string, options?: OpenOptions): Promise<WatchedPage>;
  /** Of all pages that the test has opened. */
  expectAllQuiet(): void;
}

/** `options`: of the service; `none` where tests start their own. Called once a file, outside its tests. */
export function usePages(options: TestServiceOptions | 'none' = {}): Pages {
  let browser: Browser | undefined;
  let service: TestService | undefined;
  let context: BrowserContext | undefined;
  let opened: WatchedPage[] = [];
  const serviceOf = () => service!;
  /** Stays open beside those of the tests, so that they share its process; it has storage, and nothing that moves. */
  let still: Page | undefined;
  beforeAll(async () => {
    browser = await sharedBrowser();
    if (options === 'none') return;
    service = await startService({ webFolder: WEB_FOLDER, ...options });
    context = await browser.newContext();
    still = await context.newPage();
    await still.goto(`${service.baseUrl}/page/config.json`);
  }, PATIENCE_MS);
  afterAll(async () => {
    await context?.close();
    await service?.close();
  });
  afterEach(async () => {
    for (const each of opened) {
      await each.page.unrouteAll({ behavior: 'ignoreErrors' });
      await each.close();
    }
    opened = [];
    await still?.evaluate('localStorage.clear()');
  });
  const kept = async (opening: Promise<WatchedPage>) => {
    const watched = await opening;
    opened.push(watched);
    return watched;
  };
  return {
    get service() {
      return serviceOf();
    },
    watch: (url, wanted) => kept(openPage(browser!, url, wanted)),
    open: async (hash, wanted = {}) =>
      (await kept(openIn(context!, `${serviceOf().baseUrl}/${hash}`, wanted))).page,
    expectAllQuiet: () => opened.forEach((each) => expectQuiet(each, serviceOf().baseUrl)),
  };
}
