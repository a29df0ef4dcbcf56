// Opens a history folder in a process of its own and measures reads from all over it: first of what nobody has read, and,
// once every block was read, as in bench:history.
//
//   node dist/bench/scale/reader-process.js FOLDER WORLD FIRST LAST
import { SeriesOrder } from '../../src/core/series-order.ts';
import { buildWorld, type WorldSize } from '../../src/sources/simulator/world.ts';
import { measureReads } from '../history/measure-peer.ts';
import { EmbeddedPeer, openStore } from '../history/peers/embedded-peer.ts';
import { measureFirstReads, readEverything } from './first-reads.ts';

const [folder = '', world, first, last] = process.argv.slice(2);
const order = new SeriesOrder(buildWorld(world as WorldSize).reference);
const store = await openStore(folder);
const newest = await store.newestValues(0);
await store.close();
const series = Uint32Array.from(newest, (value) => order.numberOf(value)!);
const peer = await EmbeddedPeer.open(folder, order);
const stored = { series, first: Number(first), last: Number(last) };
const firstReads = await measureFirstReads(peer, stored);
await readEverything(peer, stored);
const reads = await measureReads(peer, stored);
console.log(JSON.stringify({ ...firstReads, ...reads, readerMiB: process.memoryUsage().rss / 2 ** 20 }));
await peer.close();
