// CPU time of a page of all series at an instant whose hour was not read before, beside rows in DuckDB and PostgreSQL.
//
//   npm run bench:history -- instants [--series 2000] [--folder DIR] [--peers]
//
// A day of random walks (bench/history/synthetic-ticks.ts), stored as the back-fill does; with `--folder` it is kept and used again, so
// that two revisions read the same files. "unchecked" reads blocks that were not read since the store was opened: their checksums are
// computed. "checked" reads them again, an hour at a time. "next" are the other instants of an hour that was read. The peers hold the
// first two hours only. CPU time of the process and of PostgreSQL's processes, medians; one thread does the work of DuckDB.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { HOUR_MS, SLOT_MS } from '../../src/core/time.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';
import { peerPages } from './instants/peer-pages.ts';
import { DAY, storeDay } from './instants/synthetic-day.ts';
import { openStore } from './peers/embedded-peer.ts';

const { values } = parseArgs({
  options: {
    series: { type: 'string', default: '2000' },
    folder: { type: 'string' },
    peers: { type: 'boolean', default: false },
  },
});
const WANTED_MS = 20;
const HOURS = 24;
const WARM_UP = 8;
const TYPES = ['MWA', 'GWA', 'LX'] as const;

const series = Number(values.series);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'tidemark-bench-instants-'));
const storeFolder = join(folder, 'store');

type Store = Awaited<ReturnType<typeof openStore>>;

async function pageMs(store: Store, at: number): Promise<number> {
  const before = process.cpuUsage();
  const page = await store.readAcross({ types: TYPES, atOrBefore: at, notBefore: at, limit: series });
  const { user, system } = process.cpuUsage(before);
  if (page.length < 0.5 * series) throw new Error(`${page.length} values, not ${series}`);
  return (user + system) / 1000;
}

const instantOf = (hour: number, slot: number) => DAY + hour * HOUR_MS + slot * SLOT_MS;

async function unchecked(): Promise<number> {
  const ms: number[] = [];
  for (let i = 0; i < HOURS + WARM_UP; i++) {
    const store = await openStore(storeFolder);
    ms.push(await pageMs(store, instantOf(i % HOURS, 61)));
    await store.close();
  }
  return median(ms.slice(WARM_UP));
}

async function checked(): Promise<{ readonly checkedMs: number; readonly nextMs: number }> {
  const [first, next]: [number[], number[]] = [[], []];
  const store = await openStore(storeFolder);
  for (let i = 0; i < HOURS + WARM_UP; i++) {
    first.push(await pageMs(store, instantOf(i % HOURS, 61)));
    for (let slot = 62; slot < 66; slot++) next.push(await pageMs(store, instantOf(i % HOURS, slot)));
  }
  await store.close();
  return { checkedMs: median(first.slice(WARM_UP)), nextMs: median(next.slice(4 * WARM_UP)) };
}

try {
  const [load = 0] = loadavg();
  if (!existsSync(storeFolder)) {
    mkdirSync(storeFolder, { recursive: true });
    await storeDay(storeFolder, series);
  }
  const uncheckedMs = await unchecked();
  const { checkedMs, nextMs } = await checked();
  const peers = values.peers ? await peerPages(folder, series) : [];
  const verdict = (ms: number) => (ms <= WANTED_MS ? 'reached' : 'MISSED');
  const rows = [
    ['unchecked', rounded(uncheckedMs, 1), `${WANTED_MS}`, verdict(uncheckedMs)],
    ['checked', rounded(checkedMs, 1), `${WANTED_MS}`, verdict(checkedMs)],
    ['next', rounded(nextMs, 2), '', ''],
    ...peers.map(({ name, ms }) => [name, rounded(ms, 1), '', '']),
  ];
  console.log(formatTable([`page of ${series} series`, 'CPU ms', 'wanted', ''], rows));
  console.log(
    JSON.stringify({
      bench: 'instants',
      node: process.version,
      load,
      series,
      uncheckedMs,
      checkedMs,
      nextMs,
      peers,
    }),
  );
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
