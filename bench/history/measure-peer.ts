import { performance } from 'node:perf_hooks';
import { SLOT_MS, type Millis } from '../../src/core/time.ts';
import { median } from '../support/statistics.ts';
import type { Peer, PeerRow } from './peers/peer.ts';

const PAGE_SERIES = 2000;
const SCANNED_SERIES = 60;

/** What is stored: ticks of slots from `first` to `last`. */
export interface Stored {
  /** Numbers of series that have values. */
  readonly series: Uint32Array;
  readonly first: Millis;
  readonly last: Millis;
}

export interface ReadTimes {
  readonly tenMs: number;
  /** NaN where there are fewer points. */
  readonly manyMs: number;
  /** All series at an instant of an hour that nobody asked for before, and at the next instants. */
  readonly pageMs: number;
  readonly nextPageMs: number;
  /** Whole series, for a million points. */
  readonly scanMs: number;
}

async function timed(work: () => Promise<readonly PeerRow[]>, expected: number): Promise<number> {
  const start = performance.now();
  const rows = await work();
  const ms = performance.now() - start;
  if (rows.length < expected) throw new Error(`${rows.length} rows, not ${expected}`);
  return ms;
}

/** Medians, after every series was read once: warm. */
export async function measureReads(peer: Peer, stored: Stored): Promise<ReadTimes> {
  const { series, first, last } = stored;
  const slots = (last - first) / SLOT_MS + 1;
  const anySeries = () => series[Math.floor(Math.random() * series.length)]!;
  const anyTime = (points: number) => last - Math.floor(Math.random() * (slots - points)) * SLOT_MS;
  const read = async (limit: number, rounds: number) => {
    const ms: number[] = [];
    for (let i = 0; i < rounds; i++)
      ms.push(await timed(() => peer.readSeries(anySeries(), anyTime(limit), limit), limit * 0.5));
    return median(ms.slice(rounds >> 2));
  };
  for (const number of series) await peer.readSeries(number, last, 1);
  const page = (at: Millis) => timed(() => peer.readInstant(at, PAGE_SERIES), PAGE_SERIES * 0.5);
  const [pages, nextPages]: [number[], number[]] = [[], []];
  for (let i = 0; i < Math.min(10, Math.floor(slots / 120)); i++) {
    const at = last - (i * 120 + 7) * SLOT_MS;
    pages.push(await page(at));
    for (let next = 1; next <= 3; next++) nextPages.push(await page(at - next * SLOT_MS));
  }
  const scans: number[] = [];
  for (let i = 0; i < SCANNED_SERIES; i++)
    scans.push(await timed(() => peer.readSeries(anySeries(), last, slots), slots * 0.5));
  return {
    tenMs: await read(10, 1200),
    manyMs: slots > 2000 ? await read(2000, 200) : Number.NaN,
    pageMs: median(pages),
    nextPageMs: median(nextPages),
    scanMs: (median(scans) / slots) * 1e6,
  };
}
