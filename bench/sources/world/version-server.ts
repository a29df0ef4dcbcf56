// The serving side in a separate process: board, channels and their readers, while a thread produces ticks and versions.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { IndexChannel } from '../../../src/api/stream/channels/index-channel.ts';
import { TickerChannel } from '../../../src/api/stream/channels/ticker-channel.ts';
import { Board, type MarketBoard } from '../../../src/app/serve/board.ts';
import { InProcessBus } from '../../../src/bus/in-process-bus.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../../src/latest/market/market-topics.ts';
import { MarketVersions } from '../../../src/latest/market/market-versions.ts';
import type { FromWorld, VersionDelays, VersionInput } from './version-messages.ts';

const WARM_UP_MS = 5000;
const READ_EVERY_MS = 20;
const NS_PER_MS = 1e6;

const failed = (error: unknown) => {
  throw error;
};

function listenTo(input: VersionInput, bus: InProcessBus<MarketTopics>): Worker {
  const world = new Worker(new URL('./changing-world.js', import.meta.url), { workerData: input });
  world.on('message', (message: FromWorld) => {
    if (message.kind === 'reference') void bus.publish('reference', message.news);
    else {
      void bus.publish('tickers', message.tickers);
      void bus.publish('marketCaps', message.marketCaps);
      void bus.publish('indices', message.index);
    }
  });
  world.on('error', failed);
  return world;
}

/** What clients request: look-ups, and one page after the other. */
function readerOf({ tickers }: MarketBoard, versions: MarketVersions): () => void {
  let next: string | undefined;
  return () => {
    const after = next === undefined ? undefined : tickers.cursorOf(next);
    const page = tickers.find({}, { size: 500, after }, tickers.at).identity.bytes.toString('latin1');
    next = /"nextId":"([^"]+)"/.exec(page.slice(-60))?.[1];
    const { answers, data } = versions.current;
    answers.exchanges({});
    answers.markets({ baseAssetId: data.assets[0]!.id });
  };
}

async function run(input: VersionInput): Promise<VersionDelays> {
  const bus = new InProcessBus<MarketTopics>({ retained: RETAINED_TOPICS });
  const versions = new MarketVersions({ failed });
  const board = new Board({
    bus,
    versions,
    newestValues: () => Promise.resolve([]),
    storedBetween: async function* () {},
    failed,
  });
  const world = listenTo(input, bus);
  const shown = await board.ready;
  const tickerChannel = new TickerChannel(
    { versions, marketClock: new SystemClock() },
    shown.tickers.refresh,
  );
  const indexChannel = new IndexChannel(versions, shown.indexTickers);
  const counts = { ticks: 0, versions: 0 };
  board.subscribe('tickers', (refresh) => {
    const batch = tickerChannel.publish(refresh);
    for (let group = 0; group < 10; group++) batch.piecesOf(group);
    counts.ticks++;
  });
  board.subscribe('indices', (refresh) => void indexChannel.publish(refresh));
  bus.subscribe('reference', () => counts.versions++);
  const reading = setInterval(readerOf(shown, versions), READ_EVERY_MS);
  await pause(WARM_UP_MS);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const before = { ...counts };
  delay.enable();
  await pause(input.seconds * 1000);
  delay.disable();
  clearInterval(reading);
  await world.terminate();
  await board.close();
  return {
    ticks: counts.ticks - before.ticks,
    versions: counts.versions - before.versions,
    p50Ms: delay.percentile(50) / NS_PER_MS,
    p99Ms: delay.percentile(99) / NS_PER_MS,
    maxMs: delay.max / NS_PER_MS,
  };
}

process.once('message', (input: VersionInput) => {
  void run(input).then((delays) => process.send?.(delays));
});
