import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS, SLOT_MS } from '../../../src/core/time.ts';
import { fineCpuMsOf } from '../../support/cpu-meter.ts';
import { median } from '../../support/statistics.ts';
import { DuckdbPeer } from '../peers/duckdb-peer.ts';
import type { Peer } from '../peers/peer.ts';
import { PostgresPeer } from '../peers/postgres-peer.ts';
import { PostgresServer } from '../peers/postgres-server.ts';
import { SyntheticTicks } from '../synthetic-ticks.ts';
import { DAY } from './synthetic-day.ts';

const TICKS = (2 * HOUR_MS) / SLOT_MS;
const LOT = 60;
const PAGES = 40;
const WARM_UP = 8;

export interface PeerPage {
  readonly name: string;
  readonly ms: number;
}

/** CPU time of a page of all series at an instant, of each peer that is installed. */
export async function peerPages(folder: string, series: number): Promise<PeerPage[]> {
  const own = mkdtempSync(join(folder, 'peers-'));
  chmodSync(folder, 0o755);
  chmodSync(own, 0o755);
  try {
    const duckdb = await pagesOf(await DuckdbPeer.open(own), series, () => []);
    const server = PostgresServer.start(own);
    if (!server) return [duckdb];
    return [duckdb, await pagesOf(await PostgresPeer.open(server), series, () => server.pids)];
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

async function pagesOf(peer: Peer, series: number, pids: () => readonly number[]): Promise<PeerPage> {
  const ticks = new SyntheticTicks(DAY / SLOT_MS + 1, series);
  for (let at = DAY + SLOT_MS; at <= DAY + TICKS * SLOT_MS; at += LOT * SLOT_MS)
    await peer.load(Array.from({ length: LOT }, (_, i) => ticks.next(at + i * SLOT_MS)));
  await peer.settle();
  const cpuMs = () => pids().reduce((sum, pid) => sum + fineCpuMsOf(pid), fineCpuMsOf(process.pid));
  const ms: number[] = [];
  for (let page = 0; page < PAGES; page++) {
    const before = cpuMs();
    const rows = await peer.readInstant(DAY + (1 + ((page * 37) % TICKS)) * SLOT_MS, series);
    ms.push(cpuMs() - before);
    if (rows.length !== series) throw new Error(`${peer.name} has ${rows.length} rows, not ${series}`);
  }
  await peer.close();
  return { name: peer.name, ms: median(ms.slice(WARM_UP)) };
}
