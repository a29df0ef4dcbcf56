import { median } from '../support/statistics.ts';
import { BareBrowser, type BarePage } from './bare-browser.ts';
import { plainList, scrolling, type Scroll } from './page-meter.ts';

/** The result of scrolling a list once. */
export interface Round extends Scroll {
  /** CPU time per frame of all processes of the browser. */
  readonly browserMs: number;
}

export interface FrameRounds {
  readonly page: readonly Round[];
  readonly plain: readonly Round[];
}

/** Resolves when ticks and sparklines have arrived and nothing is loading. */
const SETTLED = `new Promise((resolve) => {
  const check = () => document.querySelector('.connection.live .tick') && document.querySelector('.spark path[d^=M]')
    ? setTimeout(resolve, 3000) : setTimeout(check, 100);
  check();
})`;

/** Measures the page and a plain list alternately, so that other load on the machine affects both equally. */
export async function frameRounds(
  url: string,
  { rounds, forMs, rows }: { readonly rounds: number; readonly forMs: number; readonly rows: number },
): Promise<FrameRounds> {
  const browser = await BareBrowser.launch();
  const measure = async (page: BarePage): Promise<Round> => {
    const before = await browser.cpuMs();
    const scroll = await page.evaluate<Scroll>(scrolling(forMs));
    return { ...scroll, browserMs: ((await browser.cpuMs()) - before) / scroll.frames };
  };
  const results = { page: [] as Round[], plain: [] as Round[] };
  try {
    for (let round = 0; round < rounds; round++) {
      results.plain.push(
        await browser.inPage('about:blank', async (page) => {
          await page.evaluate(`document.body.innerHTML = ${JSON.stringify(plainList(rows))}; undefined`);
          return measure(page);
        }),
      );
      results.page.push(
        await browser.inPage(url, async (page) => {
          await page.evaluate(SETTLED);
          return measure(page);
        }),
      );
    }
  } finally {
    await browser.close();
  }
  return results;
}

export const medianOf = (rounds: readonly Round[], of: (round: Round) => number) => median(rounds.map(of));
