import { beforeEach, expect, test } from 'vitest';
import type { IndexChannel } from '../../../../../src/api/stream/channels/index-channel.ts';
import { FrameTable } from '../../../../../src/api/stream/frames/frame-sheet.ts';
import { ReplayPages } from '../../../../../src/api/stream/replay/replay-pages.ts';
import type { SeriesId } from '../../../../../src/core/index-value.ts';
import { HOUR_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import type { SeriesColumns } from '../../../../../src/core/value-columns.ts';
import type { HistoryStore, SeriesRead } from '../../../../../src/history/history-store.ts';

const T = Date.UTC(2026, 2, 1, 12);
const BTC: SeriesId = { indexType: 'GWA', indexId: 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f' };
const MESSAGE_BYTES = 1000;

/** A value in every slot, except for gaps. */
class Slots {
  reads = 0;
  gap: readonly [Millis, Millis] = [0, 0];
  fails = false;

  readSeriesInto({ atOrBefore, notBefore, limit }: SeriesRead, into: SeriesColumns): Promise<number> {
    this.reads++;
    if (this.fails) return Promise.reject(new Error('the disk is gone'));
    let count = 0;
    const newest = Math.floor(atOrBefore / SLOT_MS) * SLOT_MS;
    for (let at = newest; at >= notBefore && count < limit; at -= SLOT_MS)
      if (at <= this.gap[0] || at > this.gap[1]) into.ats[count++] = at;
    return Promise.resolve(count);
  }
}

let slots: Slots;
let channel: { at: Millis };
let pages: ReplayPages;

beforeEach(() => {
  slots = new Slots();
  /** Frames with the instant of their value, all of equal length. */
  const framesOf = (_series: SeriesId, { ats }: SeriesColumns, count: number) =>
    FrameTable.joined(
      Array.from({ length: count }, (_, i) => Buffer.from(String(ats[count - 1 - i]).padEnd(MESSAGE_BYTES))),
    );
  channel = { at: T };
  const indices = Object.assign(channel, { framesOf }) as unknown as IndexChannel;
  pages = new ReplayPages(slots as unknown as HistoryStore, indices);
});

/** A whole range, page by page. */
async function all(after: Millis, upTo: Millis, series = BTC): Promise<Millis[]> {
  const ats: Millis[] = [];
  for (let from = after; from < upTo;) {
    const { frames, count, upTo: next } = await pages.read({ series, after: from, upTo });
    for (let i = 0; i < count; i++)
      ats.push(Number(frames.toString('latin1', i * MESSAGE_BYTES, (i + 1) * MESSAGE_BYTES)));
    expect(frames.length).toBe(count * MESSAGE_BYTES);
    expect(next).toBeGreaterThan(from);
    from = next;
  }
  return ats;
}

const slotsOf = (after: Millis, upTo: Millis) => {
  const ats: Millis[] = [];
  for (let at = Math.floor(after / SLOT_MS + 1) * SLOT_MS; at <= upTo; at += SLOT_MS) ats.push(at);
  return ats;
};

test.each([
  ['a day', T - 24 * HOUR_MS, T],
  ['a slot', T - SLOT_MS, T],
  ['from the beginning of a page', T - 2 * HOUR_MS, T],
  ['from the end of a page, and a millisecond', T - 2 * HOUR_MS - 1, T],
  ['between two slots, up to between two slots', T - 5 * HOUR_MS + 7, T - HOUR_MS - 7],
])('%s arrives complete, in order, once', async (_what, after, upTo) => {
  expect(await all(after, upTo)).toEqual(slotsOf(after, upTo));
});

test('a gap stays a gap, even if it is longer than a page', async () => {
  slots.gap = [T - 9 * HOUR_MS, T - 3 * HOUR_MS];
  expect(await all(T - 12 * HOUR_MS, T)).toEqual([
    ...slotsOf(T - 12 * HOUR_MS, T - 9 * HOUR_MS),
    ...slotsOf(T - 3 * HOUR_MS, T),
  ]);
});

test('stored values that are not published yet are not sent', async () => {
  channel.at = T - SLOT_MS;
  expect((await all(T - HOUR_MS, T - SLOT_MS)).at(-1)).toBe(T - SLOT_MS);
});

test('clients that missed the same values share the reads, at the same time and one after the other', async () => {
  await Promise.all([all(T - 24 * HOUR_MS, T), all(T - 23 * HOUR_MS, T), all(T - 24 * HOUR_MS + 1, T)]);
  await all(T - 24 * HOUR_MS, T);
  expect(slots.reads).toBe(12);
});

test('after a tick everything is read again, so that its value and filled gaps are included', async () => {
  slots.gap = [T - HOUR_MS, T];
  expect(await all(T - HOUR_MS, T)).toEqual([]);
  slots.gap = [0, 0];
  channel.at = T + SLOT_MS;
  expect(await all(T - HOUR_MS, T + SLOT_MS)).toEqual(slotsOf(T - HOUR_MS, T + SLOT_MS));
});

test('the cache has a limit: recently used pages stay', async () => {
  // 240 messages of a kilobyte on a page: some 140 pages fit.
  const other = (n: number): SeriesId => ({ indexType: 'GWA', indexId: `index ${n}` });
  for (let n = 0; n < 200; n++) {
    await all(T - 2 * HOUR_MS, T, other(n));
    await all(T - 2 * HOUR_MS, T);
  }
  expect(slots.reads).toBe(201);
  await all(T - 2 * HOUR_MS, T, other(199));
  expect(slots.reads).toBe(201);
  await all(T - 2 * HOUR_MS, T, other(0));
  expect(slots.reads).toBe(202);
});

test('a failed read is repeated for the next request', async () => {
  slots.fails = true;
  await expect(all(T - HOUR_MS, T)).rejects.toThrow('the disk is gone');
  slots.fails = false;
  expect(await all(T - HOUR_MS, T)).toEqual(slotsOf(T - HOUR_MS, T));
});

test('the newest value of a range is found, and absent if the range has none', async () => {
  const missed = { series: BTC, after: T - HOUR_MS, upTo: T - 7 };
  expect(await pages.newestIn(missed)).toBe(T - SLOT_MS);
  slots.gap = [T - 2 * HOUR_MS, T];
  expect(await pages.newestIn(missed)).toBeUndefined();
});
