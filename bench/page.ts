// What a user of the page waits for: the first price after a cold load and the bytes until then, frames while scrolling with
// all GWA ticking, long tasks of a tick, and memory over time.
//
//   node dist/bench/page.js [--loads 5] [--rounds 5] [--seconds 20] [--speed 10] [--minutes 0] [--world full]
//
// Debian's Chromium runs on this machine beside the service, and both share its processors with other work. Frames are therefore
// counted alternately with those of a plain list that does nothing, and the work of a frame is measured in CPU time.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { frameRounds, medianOf, type FrameRounds, type Round } from './page/frame-rounds.ts';
import { mainThreadOf, TRACED, type MainThread } from './page/main-thread.ts';
import { PageMeter, type Load, type Scroll } from './page/page-meter.ts';
import { chromiumPath } from './support/chromium-path.ts';
import { startServiceProcess } from './support/service-process.ts';
import { median } from './support/statistics.ts';
import { formatTable, rounded } from './support/table.ts';

const { values: args } = parseArgs({
  options: {
    loads: { type: 'string', default: '5' },
    /** How often the page and the plain list are scrolled for their frames. */
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '20' },
    /** How fast market time runs while scrolling: at 10 a tick of all GWA comes every three seconds. */
    speed: { type: 'string', default: '10' },
    /** How long memory is watched. */
    minutes: { type: 'string', default: '0' },
    world: { type: 'string', default: 'full' },
  },
});

const WANTED = { firstPriceMs: 1500, kilobytes: 150, framesPerSecond: 60, longTaskMs: 50 } as const;
const MINUTE_MS = 60_000;
const FRAME_MS = 16.67;
const ROUND_MS = 5000;
/** Of the full world, about. */
const ROWS = 1700;

const service = await startServiceProcess({ flags: ['--world', args.world, '--speed', args.speed] });
const browser = await chromium.launch({
  executablePath: await chromiumPath(),
  args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
});
try {
  const loads: Load[] = [];
  for (let i = 0; i < Number(args.loads); i++) {
    const meter = await PageMeter.open(browser);
    loads.push(await meter.load(service.baseUrl));
    await meter.close();
  }
  const plain = await PageMeter.open(browser);
  await plain.showPlainList(ROWS);
  const limit = await scrolled(plain);
  await plain.close();
  const meter = await PageMeter.open(browser);
  await meter.load(service.baseUrl);
  await meter.page.locator('.connection.live .tick').waitFor();
  const page = await scrolled(meter);
  const heap = await heapOverTime(meter);
  await meter.close();
  const rounds = await frameRounds(service.baseUrl, {
    rounds: Number(args.rounds),
    forMs: ROUND_MS,
    rows: ROWS,
  });
  report(loads, { page, limit }, rounds, heap);
} finally {
  await browser.close();
  await service.stop();
}

interface Scrolled extends Scroll, MainThread {}

async function scrolled(meter: PageMeter): Promise<Scrolled> {
  await browser.startTracing(meter.page, { categories: TRACED });
  const scroll = await meter.scroll(Number(args.seconds) * 1000);
  return { ...scroll, ...mainThreadOf(await browser.stopTracing()) };
}

/** One value at the beginning and one after each minute. */
async function heapOverTime(meter: PageMeter): Promise<number[]> {
  const heap = [await meter.heapBytes()];
  for (let minute = 0; minute < Number(args.minutes); minute++) {
    await meter.page.waitForTimeout(MINUTE_MS);
    heap.push(await meter.heapBytes());
  }
  return heap;
}

function report(
  loads: readonly Load[],
  { page, limit }: { readonly page: Scrolled; readonly limit: Scrolled },
  rounds: FrameRounds,
  heap: readonly number[],
): void {
  const megabytes = heap.map((bytes) => rounded(bytes / 1e6, 1));
  const priceMs = loads.map(({ firstPriceMs }) => firstPriceMs);
  const both = (what: string, of: (scrolled: Scrolled) => number, decimals: number, wanted?: number) =>
    [what, rounded(of(page), decimals), wanted, rounded(of(limit), decimals)] as const;
  const inTurn = (what: string, of: (round: Round) => number, decimals: number, wanted?: number) =>
    [
      what,
      rounded(medianOf(rounds.page, of), decimals),
      wanted,
      rounded(medianOf(rounds.plain, of), decimals),
    ] as const;
  const rows = [
    ['first price, ms, median', rounded(median(priceMs), 0), WANTED.firstPriceMs],
    ['first price, ms, best', rounded(Math.min(...priceMs), 0)],
    ['kB until then', rounded(median(loads.map(({ bytes }) => bytes)) / 1000, 1), WANTED.kilobytes],
    ['requests until then', median(loads.map(({ requests }) => requests))],
    inTurn(
      'frames a second while scrolling',
      ({ framesPerSecond }) => framesPerSecond,
      1,
      WANTED.framesPerSecond,
    ),
    inTurn('longest frame, ms', ({ worstFrameMs }) => worstFrameMs, 0),
    inTurn('CPU of the browser a frame, ms', ({ browserMs }) => browserMs, 1),
    both('CPU of the main thread a frame, ms', ({ cpuMs, frames }) => cpuMs / frames, 2, FRAME_MS),
    both('tasks of more than 50 ms of CPU', ({ longTasks }) => longTasks, 0, 0),
    both('longest task, ms of CPU', ({ longestMs }) => longestMs, 1, WANTED.longTaskMs),
    ['ticks meanwhile', page.ticks],
    ['heap, MB, first', megabytes[0]],
    ['heap, MB, last', megabytes.at(-1)],
  ] as const;
  console.log(JSON.stringify({ loads, page, limit, rounds, heapMegabytes: megabytes }));
  console.log(formatTable(['what', 'measured', 'wanted', 'a plain list'], rows));
}
