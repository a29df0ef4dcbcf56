import { median } from '../support/statistics.ts';
import { BareBrowser, type BarePage } from './bare-browser.ts';
import { plainList, scrolling, type Scroll } from './page-meter.ts';

/** One scrolling of a list. */
export interface Round extends Scroll {
  /** Time of the processor that all processes of the browser took for a frame. */
  readonly browserMs: number;
}

export interface FrameRounds {
  readonly page: readonly Round[];
  readonly plain: readonly Round[];
}

/** Ticks and sparklines have come, and nothing is loaded any more. */
const SETTLED = `new Promise((resolve) => {
  const look = () => document.querySelector('.connection.live .tick') && document.querySelector('.spark path[d^=M]')
    ? setTimeout(resolve, 3000) : setTimeout(look, 100);
  look();
})`;

/** The page and a plain list in turn, so that both have the machine as it is: other work comes and goes. */
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
  const found = { page: [] as Round[], plain: [] as Round[] };
  try {
    for (let round = 0; round < rounds; round++) {
      found.plain.push(
        await browser.inPage('about:blank', async (page) => {
          await page.evaluate(`document.body.innerHTML = ${JSON.stringify(plainList(rows))}; undefined`);
          return measure(page);
        }),
      );
      found.page.push(
        await browser.inPage(url, async (page) => {
          await page.evaluate(SETTLED);
          return measure(page);
        }),
      );
    }
  } finally {
    await browser.close();
  }
  return found;
}

export const medianOf = (rounds: readonly Round[], of: (round: Round) => number) => median(rounds.map(of));
