import { performance } from 'node:perf_hooks';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { median } from '../support/statistics.ts';
import type { Peer, PeerRow } from './peers/peer.ts';

const PAGE_SERIES = 2000;
const PAGES = 10;
const SCANNED_SERIES = 60;
const SLOTS_AN_HOUR = HOUR_MS / SLOT_MS;
const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

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
  /** All series at an instant of an hour that was not read before, and at the next instants. */
  readonly pageMs: number;
  readonly nextPageMs: number;
  /** A day of a series, or all of its values, repeated up to a million points. */
  readonly scanMs: number;
}

/** Milliseconds to read at least this many rows; fewer are an error. */
export async function timed(work: () => Promise<readonly PeerRow[]>, expected: number): Promise<number> {
  const start = performance.now();
  const rows = await work();
  const ms = performance.now() - start;
  if (rows.length < expected) throw new Error(`${rows.length} rows, not ${expected}`);
  return ms;
}

/** Medians, after every series and every day was read once: warm. */
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
  for (let at = last; at > first; at -= DAY_MS) await peer.readSeries(series[0]!, at, 1);
  const pageSeries = Math.min(PAGE_SERIES, series.length);
  const page = (at: Millis) => timed(() => peer.readInstant(at, pageSeries), pageSeries * 0.5);
  const [pages, nextPages]: [number[], number[]] = [[], []];
  const hours = Math.floor(slots / SLOTS_AN_HOUR);
  const hoursApart = Math.max(1, Math.floor(hours / PAGES));
  for (let i = 0; i < Math.min(PAGES, hours); i++) {
    const at = last - (i * hoursApart * SLOTS_AN_HOUR + 7) * SLOT_MS;
    pages.push(await page(at));
    for (let next = 1; next <= 3; next++) nextPages.push(await page(at - next * SLOT_MS));
  }
  const scanned = Math.min(slots, SLOTS_PER_DAY);
  const scans: number[] = [];
  for (let i = 0; i < SCANNED_SERIES; i++)
    scans.push(await timed(() => peer.readSeries(anySeries(), anyTime(scanned), scanned), scanned * 0.5));
  return {
    tenMs: await read(10, 1200),
    manyMs: slots > 2000 ? await read(2000, 200) : Number.NaN,
    pageMs: median(pages),
    nextPageMs: median(nextPages),
    scanMs: (median(scans) / scanned) * 1e6,
  };
}
