import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startService, type TestService, type TestServiceOptions } from '../support/service.ts';
import {
  DESK,
  expectQuiet,
  openPage,
  PATIENCE_MS,
  sharedBrowser,
  WEB_FOLDER,
  type OpenOptions,
  type WatchedPage,
} from './page-support.ts';

/** One page of one service for all tests of a file: reloading it takes half the time of a new context. */
export interface OnePage {
  readonly service: TestService;
  /** For adding routes before it loads; they are removed after the test. */
  readonly page: Page;
  /** Every request since the last `open`. */
  readonly requests: readonly string[];
  /** Loads the page at `hash`, with empty storage. */
  open(hash: string, options?: OpenOptions): Promise<Page>;
  /** Checks that nothing was reported since the last `open`. */
  expectQuiet(): void;
}

/** Call once per file, outside of tests. `options` are those of the service. */
export function useOnePage(options: TestServiceOptions = {}): OnePage {
  let service: TestService | undefined;
  let watched: WatchedPage | undefined;
  beforeAll(async () => {
    service = await startService({ webFolder: WEB_FOLDER, ...options });
    // A page of the same origin that loads almost nothing.
    watched = await openPage(await sharedBrowser(), `${service.baseUrl}/healthz`);
  }, PATIENCE_MS);
  afterEach(() => watched?.page.unrouteAll({ behavior: 'ignoreErrors' }));
  afterAll(async () => {
    await watched?.close();
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
      // Leave the previous page, so that it sends no more requests.
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
