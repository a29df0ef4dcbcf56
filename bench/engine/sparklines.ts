// Cost of preparing sparklines: all of them, as at the start, and one more candle, as at the last tick of a candle.
//
//   node dist/bench/engine/sparklines.js [--filled DIR]
//
// DIR is a data directory of the full world with eight complete days. Without it, the service fills one in, which takes a few
// minutes. CPU is the CPU time of this process, which does nothing else.
import { rmSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { embeddedHistory } from '../../src/app/directory/backends.ts';
import { SparklineKeeper } from '../../src/app/serve/sparkline-keeper.ts';
import { monotonicMs } from '../../src/core/clocks/clock.ts';
import { INDEX_TYPES } from '../../src/core/index-value.ts';
import { EVENT_LOOP } from '../../src/core/async/loop.ts';
import { SeriesOrder } from '../../src/core/ids/series-order.ts';
import { HOUR_MS, type Millis } from '../../src/core/time.ts';
import type { HistoryReader } from '../../src/history/history-store.ts';
import type { IndexTickers } from '../../src/latest/indices/index-tickers.ts';
import { filledDirectory } from '../support/filled-directory.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';

/** A full tick of the engine, as `npm run bench:engine` measures it. */
const TICK_MS = 89;
const CANDLE_MS = 4 * HOUR_MS;
const DAYS = 8;
const CANDLES = 12;

const { values: args } = parseArgs({ options: { filled: { type: 'string' } } });

/** The last tick as the board has it. */
async function tickersAt(history: HistoryReader, order: SeriesOrder, at: Millis) {
  const read = { types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit: Infinity };
  const values = await history.readAcross(read);
  const numbered = values
    .map((value) => ({ ...value, number: order.numberOf(value)! }))
    .toSorted((a, b) => a.number - b.number);
  return {
    at,
    market: { series: order },
    refresh: {
      at,
      series: Uint32Array.from(numbered, ({ number }) => number),
      prices: Float64Array.from(numbered, ({ price }) => price),
      flags: Uint16Array.from(numbered, ({ flags }) => flags),
    },
  } as unknown as IndexTickers;
}

async function orderOf(history: HistoryReader): Promise<SeriesOrder> {
  const all = await history.series();
  const ofType = (type: string) => all.filter(({ indexType }) => indexType === type);
  return new SeriesOrder({
    markets: ofType('MWA').map(({ indexId }) => ({ id: indexId })),
    assets: ofType('GWA').map(({ indexId }) => ({ id: indexId })),
  });
}

async function measured(run: () => Promise<void>): Promise<{ cpuMs: number; wallMs: number }> {
  const [cpu, wall] = [process.cpuUsage(), monotonicMs()];
  await run();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: monotonicMs() - wall };
}

const folder = args.filled ?? (await filledDirectory(DAYS, []));
const history = await embeddedHistory(folder).openReader(({ reason }) => console.error(reason));
const order = await orderOf(history);
const { lastTick = 0 } = await history.summary();
const newest = Math.floor(lastTick / CANDLE_MS) * CANDLE_MS;
const before = newest - CANDLES * CANDLE_MS;
let tickers = await tickersAt(history, order, before);
const keeper = new SparklineKeeper({
  history,
  indexTickers: {
    get at() {
      return tickers.at;
    },
    get refresh() {
      return tickers.refresh;
    },
    get market() {
      return tickers.market;
    },
  },
  order: () => order,
  settledFrom: () => -Infinity,
  pastRevision: () => 0,
  loop: EVENT_LOOP,
  failed: (error) => console.error(error),
});
const delays = monitorEventLoopDelay({ resolution: 1 });
delays.enable();
const start = await measured(() => keeper.update());
const startDelayMs = delays.max / 1e6;
const more = [];
let candleDelayMs = 0;
for (let endAt = before + CANDLE_MS; endAt <= newest; endAt += CANDLE_MS) {
  tickers = await tickersAt(history, order, endAt);
  delays.reset();
  more.push((await measured(() => keeper.update())).cpuMs);
  candleDelayMs = Math.max(candleDelayMs, delays.max / 1e6);
}
const { bytes } = keeper.lines.ofTypes(INDEX_TYPES).identity;
const lines = (JSON.parse(bytes.toString()) as { content: { closes: string[] }[] }).content;
const closes = lines.reduce((sum, line) => sum + line.closes.filter((close) => close !== '').length, 0);
const result = {
  series: order.series.length,
  lines: lines.length,
  closes,
  answerMb: rounded(bytes.length / 1e6, 1),
  startCpuMs: rounded(start.cpuMs, 0),
  startMs: rounded(start.wallMs, 0),
  candleCpuMs: rounded(median(more), 1),
  candleCpuMostMs: rounded(Math.max(...more), 1),
  ofTick: rounded(median(more) / TICK_MS, 2),
  startDelayMs: rounded(startDelayMs, 1),
  candleDelayMs: rounded(candleDelayMs, 1),
};
await history.close();
if (args.filled === undefined) rmSync(folder, { recursive: true });
console.log(JSON.stringify(result));
console.log(formatTable(['measured', 'value'], Object.entries(result)));
