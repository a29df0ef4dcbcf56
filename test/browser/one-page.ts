import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';
import {
  DESK,
  expectQuiet,
  launchBrowser,
  openPage,
  PATIENCE_MS,
  WEB_FOLDER,
  type OpenOptions,
  type WatchedPage,
} from './page-support.ts';

/** One page of one service for all tests of a file: to load it anew takes half the work of a context of its own. */
export interface OnePage {
  readonly service: TestService;
  /** For routes that are to be there when it loads; they end with the test. */
  readonly page: Page;
  /** Every request since it was loaded. */
  readonly requests: readonly string[];
  /** Loaded anew at an address behind `#`, without what it kept before. */
  open(hash: string, options?: OpenOptions): Promise<Page>;
  /** Since it was loaded. */
  expectQuiet(): void;
}

/** `options`: of the service. Called once a file, outside its tests. */
export function useOnePage(options: TestServiceOptions = {}): OnePage {
  let browser: Browser | undefined;
  let service: TestService | undefined;
  let watched: WatchedPage | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
    service = await startService({ webFolder: WEB_FOLDER, ...options });
    // Of the same origin, and next to nothing to load.
    watched = await openPage(browser, `${service.baseUrl}/healthz`);
  }, PATIENCE_MS);
  afterEach(() => watched?.page.unrouteAll({ behavior: 'ignoreErrors' }));
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });
  return {
    get service() {
      return service!;
    },
    get page() {
      return watched!.page;
    },
    get requests() {
      return watched!.requests;
    },
    open: async (hash, { colours = 'dark', viewport = DESK } = {}) => {
      const { page, complaints, requests } = watched!;
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: colours });
      // What was loaded before asks for nothing any more.
      await page.goto(`${service!.baseUrl}/healthz`);
      await page.evaluate('sessionStorage.clear(); localStorage.clear()');
      complaints.length = 0;
      requests.length = 0;
      await page.goto(`${service!.baseUrl}/${hash}`);
      return page;
    },
    expectQuiet: () => expectQuiet(watched!, service!.baseUrl),
  };
}
