import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { timed, type Stored } from '../history/measure-peer.ts';
import type { Peer } from '../history/peers/peer.ts';
import { median } from '../support/statistics.ts';

const READS = 1000;
/** Of these, so many are of 10 points. */
const SHORT_SHARE = 0.8;
const PAGE_SERIES = 2000;
const MOST_PAGES = 10;

/** Medians of reads that meet what nobody has read since the store was opened. */
export interface FirstReadTimes {
  readonly firstTenMs: number;
  readonly firstManyMs: number;
  /** All series at an instant of a day. */
  readonly firstPageMs: number;
}

/** To be asked of a store that was just opened. The system may have the files in memory. */
export async function measureFirstReads(peer: Peer, stored: Stored): Promise<FirstReadTimes> {
  const { series, first, last } = stored;
  const days = Math.round((last - first) / DAY_MS);
  // The runtime has compiled the code after as many reads of one block.
  for (let i = 0; i < READS; i++) await peer.readSeries(series[0]!, last - i * SLOT_MS, i % 4 ? 10 : 2000);
  const blocks = shuffled(days, series);
  const read = async (rounds: number, limit: number, fromEnd: Millis) => {
    const ms: number[] = [];
    for (const { number, day } of blocks.splice(0, rounds)) {
      const atOrBefore = last - day * DAY_MS - Math.floor(Math.random() * (fromEnd / SLOT_MS)) * SLOT_MS;
      ms.push(await timed(() => peer.readSeries(number, atOrBefore, limit), limit * 0.5));
    }
    return median(ms);
  };
  const firstTenMs = await read(SHORT_SHARE * blocks.length, 10, DAY_MS - 10 * SLOT_MS);
  const firstManyMs = await read(blocks.length, 2000, DAY_MS - 2000 * SLOT_MS);
  const pages: number[] = [];
  const wanted = Math.min(PAGE_SERIES, series.length);
  for (let i = 0; i < Math.min(MOST_PAGES, days); i++) {
    const at = last - Math.floor((i * days) / Math.min(MOST_PAGES, days)) * DAY_MS - 7 * SLOT_MS;
    pages.push(await timed(() => peer.readInstant(at, wanted), wanted * 0.5));
  }
  return { firstTenMs, firstManyMs, firstPageMs: median(pages) };
}

/** Reads a value of every series on every day. */
export async function readEverything(peer: Peer, { series, first, last }: Stored): Promise<void> {
  for (let at = last; at > first; at -= DAY_MS)
    for (const number of series) await peer.readSeries(number, at, 1);
}

/** As many blocks as are read, each another one. */
function shuffled(days: number, series: Uint32Array): { readonly number: number; readonly day: number }[] {
  const chosen = new Set<number>();
  const most = Math.min(READS, days * series.length);
  while (chosen.size < most) chosen.add(Math.floor(Math.random() * days * series.length));
  return [...chosen].map((block) => ({
    number: series[block % series.length]!,
    day: Math.floor(block / series.length),
  }));
}
