import { DAY_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import { timed, type Stored } from '../measure-peer.ts';
import type { Peer } from '../peers/peer.ts';
import { median } from '../../support/statistics.ts';

const READS = 1000;
/** Share of the indices with 10 points only. */
const SHORT_SHARE = 0.8;
const PAGE_SERIES = 2000;

/** Medians of first reads since the store was opened. The system may have the files in its cache. */
export interface FirstReadTimes {
  readonly firstTenMs: number;
  readonly firstManyMs: number;
  /** All series at an instant of a day. */
  readonly firstPageMs: number;
}

/** Reads for a store that was just opened: from all over it, each in a different block. */
export async function measureFirstReads(
  peer: Peer,
  { series, first, last }: Stored,
): Promise<Omit<FirstReadTimes, 'firstPageMs'>> {
  const days = Math.round((last - first) / DAY_MS);
  const blocks = someBlocks(days, series);
  const read = async (rounds: number, limit: number, fromEnd: Millis) => {
    const ms: number[] = [];
    for (const { number, day } of blocks.splice(0, rounds)) {
      const atOrBefore = last - day * DAY_MS - Math.floor(Math.random() * (fromEnd / SLOT_MS)) * SLOT_MS;
      ms.push(await timed(() => peer.readSeries(number, atOrBefore, limit), limit * 0.5));
    }
    return median(ms);
  };
  return {
    firstTenMs: await read(SHORT_SHARE * blocks.length, 10, DAY_MS - 10 * SLOT_MS),
    firstManyMs: await read(blocks.length, 2000, DAY_MS - 2000 * SLOT_MS),
  };
}

/** Reads for a store that was just opened: a page of its newest day and one of its oldest. */
export async function measureFirstPages(peer: Peer, { series, first, last }: Stored): Promise<number> {
  const wanted = Math.min(PAGE_SERIES, series.length);
  const pages: number[] = [];
  for (const at of [last - 7 * SLOT_MS, first + 7 * SLOT_MS])
    pages.push(await timed(() => peer.readInstant(at, wanted), wanted * 0.5));
  return median(pages);
}

/** Reads a value of every series on every day. */
export async function readEverything(peer: Peer, { series, first, last }: Stored): Promise<void> {
  for (let at = last; at > first; at -= DAY_MS)
    for (const number of series) await peer.readSeries(number, at, 1);
}

function someBlocks(days: number, series: Uint32Array): { readonly number: number; readonly day: number }[] {
  const chosen = new Set<number>();
  const most = Math.min(READS, days * series.length);
  while (chosen.size < most) chosen.add(Math.floor(Math.random() * days * series.length));
  return [...chosen].map((block) => ({
    number: series[block % series.length]!,
    day: Math.floor(block / series.length),
  }));
}
