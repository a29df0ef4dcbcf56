// Opens a history folder in a separate process and measures reads from all over it: first of blocks that were not read before, then,
// once every block has been read, as in bench:history.
//
//   node dist/bench/history/growth/reader-process.js FOLDER WORLD FIRST LAST
import { SeriesOrder } from '../../../src/core/ids/series-order.ts';
import { buildWorld, type WorldSize } from '../../../src/simulator/world.ts';
import { measureReads } from '../measure-peer.ts';
import { EmbeddedPeer, openStore } from '../peers/embedded-peer.ts';
import { measureFirstPages, measureFirstReads, readEverything } from './first-reads.ts';

const [folder = '', world, first, last] = process.argv.slice(2);
const order = new SeriesOrder(buildWorld(world as WorldSize).reference);
const store = await openStore(folder);
const newest = await store.newestValues(0);
await store.close();
const series = Uint32Array.from(newest, (value) => order.numberOf(value)!);
const stored = { series, first: Number(first), last: Number(last) };

async function opened<Result>(work: (peer: EmbeddedPeer) => Promise<Result>): Promise<Result> {
  const peer = await EmbeddedPeer.open(folder, order);
  try {
    return await work(peer);
  } finally {
    await peer.close();
  }
}

// A warm-up that is not measured: the runtime compiles hot code.
await opened(async (peer) => {
  await measureFirstPages(peer, stored);
  await measureFirstReads(peer, stored);
});
const firstPageMs = await opened((peer) => measureFirstPages(peer, stored));
const times = await opened(async (peer) => {
  const firstReads = await measureFirstReads(peer, stored);
  await readEverything(peer, stored);
  return { ...firstReads, firstPageMs, ...(await measureReads(peer, stored)) };
});
console.log(JSON.stringify({ ...times, readerMiB: process.memoryUsage().rss / 2 ** 20 }));
