// Opens a history folder in a separate process, reads, and reports the opening time and the memory used.
//
// node dist/bench/history/store-process.js FOLDER [HOURS]
//
// Reads random values of the last HOURS (by default 10).
import { performance } from 'node:perf_hooks';
import { openStore } from './peers/embedded-peer.ts';

const [folder = '', hours = '10'] = process.argv.slice(2);
const before = process.memoryUsage().rss;
const start = performance.now();
const store = await openStore(folder);
const openMs = performance.now() - start;
const openRss = process.memoryUsage().rss;
const values = await store.newestValues(0);
for (let i = 0; i < 2000; i++) {
  const { indexType, indexId, at } = values[Math.floor(Math.random() * values.length)]!;
  const atOrBefore = at - Math.random() * Number(hours) * 3_600_000;
  await store.readSeries({
    series: { indexType, indexId },
    atOrBefore,
    notBefore: 0,
    limit: i % 20 ? 10 : 2000,
  });
}
const MiB = (bytes: number) => bytes / 2 ** 20;
console.log(
  JSON.stringify({
    openMs,
    openMiB: MiB(openRss - before),
    readMiB: MiB(process.memoryUsage().rss - before),
    series: values.length,
  }),
);
await store.close();
