// Opens a history folder in a process of its own and measures reads from all over it.
//
//   node dist/bench/scale/reader-process.js FOLDER WORLD FIRST LAST
import { SeriesOrder } from '../../src/core/series-order.ts';
import { buildWorld, type WorldSize } from '../../src/sources/simulator/world.ts';
import { measureReads } from '../history/measure-peer.ts';
import { EmbeddedPeer, openStore } from '../history/peers/embedded-peer.ts';

const [folder = '', world, first, last] = process.argv.slice(2);
const order = new SeriesOrder(buildWorld(world as WorldSize).reference);
const store = await openStore(folder);
const newest = await store.newestValues(0);
await store.close();
const series = Uint32Array.from(newest, (value) => order.numberOf(value)!);
const peer = await EmbeddedPeer.open(folder, order);
console.log(JSON.stringify(await measureReads(peer, { series, first: Number(first), last: Number(last) })));
await peer.close();
