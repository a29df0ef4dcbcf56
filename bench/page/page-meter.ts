import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Runs in the page, before its own scripts: records when the first price appears. */
const WATCH = `
  window.measured = {};
  window.measured.firstPriceMs = new Promise((resolve) => {
    const look = () => {
      const price = document.querySelector('.grid-body .price span');
      if (price && price.textContent) resolve(performance.now());
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
`;

export interface Load {
  readonly firstPriceMs: number;
  /** Bytes received over the network until then, as sent. */
  readonly bytes: number;
  readonly requests: number;
}

export interface Scroll {
  readonly framesPerSecond: number;
  /** The longest time between two frames. */
  readonly worstFrameMs: number;
  readonly frames: number;
  readonly ticks: number;
}

/** Runs in the page: scrolls the list for a while. It reads the layout before it writes. */
export const scrolling = (forMs: number) => `new Promise((resolve) => {
  const grid = document.querySelector('.grid');
  const end = grid.scrollHeight - grid.clientHeight;
  const began = performance.now();
  let frames = 0, worst = 0, before = began, at = grid.scrollTop, down = 1, ticks = 0, tick;
  const step = (now) => {
    frames++;
    worst = Math.max(worst, now - before);
    before = now;
    if (at >= end) down = -1;
    else if (at <= 0) down = 1;
    const seen = document.querySelector('.connection .tick')?.textContent;
    if (seen !== tick) { ticks++; tick = seen; }
    at += down * 24;
    grid.scrollTop = at;
    if (now - began < ${forMs}) return requestAnimationFrame(step);
    const seconds = (now - began) / 1000;
    resolve({ framesPerSecond: frames / seconds, worstFrameMs: worst, ticks, frames });
  };
  requestAnimationFrame(step);
})`;

export const plainList = (rows: number) =>
  `<div class="grid" style="height:100vh;overflow:auto">${'<div style="height:40px">1,234.56</div>'.repeat(rows)}</div>`;

/** A page in a separate context, so that nothing is cached. */
export class PageMeter {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #protocol: CDPSession;
  #bytes = 0;
  #requests = 0;

  private constructor(page: Page, context: BrowserContext, protocol: CDPSession) {
    this.page = page;
    this.#context = context;
    this.#protocol = protocol;
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
      this.#bytes += encodedDataLength;
      this.#requests++;
    });
  }

  static async open(browser: Browser): Promise<PageMeter> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    const protocol = await context.newCDPSession(page);
    await protocol.send('Network.enable');
    return new PageMeter(page, context, protocol);
  }

  async load(url: string): Promise<Load> {
    await this.page.goto(url, { waitUntil: 'commit' });
    const firstPriceMs = await this.page.evaluate<number>('window.measured.firstPriceMs');
    return { firstPriceMs, bytes: this.#bytes, requests: this.#requests };
  }

  /** Scrolls the whole list up and down while ticks arrive. */
  scroll(forMs: number): Promise<Scroll> {
    return this.page.evaluate(scrolling(forMs));
  }

  /** A list with as many rows that does nothing: the best that this machine can do. */
  async showPlainList(rows: number): Promise<void> {
    await this.page.setContent(plainList(rows));
  }

  /** Size of the script heap after garbage collection. */
  async heapBytes(): Promise<number> {
    await this.#protocol.send('HeapProfiler.collectGarbage');
    return this.page.evaluate('performance.memory.usedJSHeapSize');
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
