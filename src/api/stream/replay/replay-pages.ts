import type { SeriesId } from '../../../core/index-value.ts';
import { Lru } from '../../../core/lru.ts';
import { HOUR_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import { seriesColumns, type SeriesColumns } from '../../../core/value-columns.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import type { FrameTable } from '../frames/frame-sheet.ts';
import type { IndexChannel } from '../channels/index-channel.ts';

/** Some 60 kB of messages: read and written within a fraction of a millisecond. */
const PAGE_SLOTS = (2 * HOUR_MS) / SLOT_MS;
/** Pages of several series are shorter. Each length divides `PAGE_SLOTS`. */
const PAGE_LENGTHS = [PAGE_SLOTS, 120, 60, 30, 15, 10, 5, 2];
/** Maximum values in the pages of several series for the same slots: about 250 kB of messages. */
const MAX_VALUES = 1000;
/** Each page of a database costs a query and unpacks its hour, however short it is. */
const MIN_DATABASE_SLOTS = 60;
/** Size of the cache for other clients that missed the same: two hours of about 500 series. */
const MAX_KEPT_BYTES = 32 * 2 ** 20;

/** A time range of one series. */
export interface MissedRange {
  readonly series: SeriesId;
  /** Exclusive. */
  readonly after: Millis;
  readonly upTo: Millis;
}

/** The first part of a range: whole frames, oldest first. */
export interface MissedTicks {
  readonly frames: Buffer;
  readonly count: number;
  /** The rest of the range begins after this instant. */
  readonly upTo: Millis;
}

/** The first slots of a range with the values of several series. */
export interface MissedSlots {
  /** Ascending; those without any value are left out. */
  readonly slots: readonly MissedSlot[];
  /** The rest of the range begins after this instant. */
  readonly upTo: Millis;
}

interface MissedSlot {
  readonly at: Millis;
  /** A frame of each series that has a value, in their order. */
  readonly frames: readonly Buffer[];
}

export interface ReplayPage {
  readonly sheet: FrameTable;
  /** The instant of each frame, ascending. */
  readonly ats: Float64Array;
  readonly upTo: Millis;
}

/**
 * Missed ticks from history as their original messages, in pages. After an outage many clients have missed
 * the same: pages begin at the same instants for every client, and the most recently used are cached until
 * the next tick.
 */
export class ReplayPages {
  readonly #history: HistoryReader;
  readonly #channel: IndexChannel;
  /** By series and start. */
  readonly #kept = new Lru<string, ReplayPage>({
    maxWeight: MAX_KEPT_BYTES,
    weightOf: ({ sheet }) => sheet.bytes.length,
  });
  readonly #beingRead = new Map<string, Promise<ReplayPage>>();
  /** Free column buffers. */
  readonly #spare: SeriesColumns[] = [];
  #keptAt: Millis = Number.NaN;

  constructor(history: HistoryReader, channel: IndexChannel) {
    this.#history = history;
    this.#channel = channel;
  }

  /** The first page of a range; `upTo` must have been published. */
  async read({ series, after, upTo }: MissedRange): Promise<MissedTicks> {
    const page = await this.pageOf(series, after);
    const end = Math.min(page.upTo, upTo);
    const [first, last] = [countUpTo(page.ats, after), countUpTo(page.ats, end)];
    const { bytes, starts } = page.sheet;
    return { frames: bytes.subarray(starts[first], starts[last]), count: last - first, upTo: end };
  }

  /** The length of pages of several series. */
  slotsFor(seriesCount: number): number {
    const slots = pageSlots(seriesCount);
    return this.#history.mayBeUnavailable ? Math.max(slots, MIN_DATABASE_SLOTS) : slots;
  }

  /** The page of a series with the values after an instant. Pages begin at the same instants for every client. */
  pageOf(series: SeriesId, after: Millis, slots = PAGE_SLOTS): ReplayPage | Promise<ReplayPage> {
    const { at } = this.#channel;
    if (at !== this.#keptAt) this.#forgetAll(at);
    const length = slots * SLOT_MS;
    const start = Math.floor(after / length) * length;
    const key = `${series.indexType} ${series.indexId} ${start} ${slots}`;
    return this.#kept.get(key) ?? this.#beingRead.get(key) ?? this.#readAndKeep(key, series, start, slots);
  }

  /** The newest value of a series within a range. */
  async newestIn({ series, after, upTo }: MissedRange): Promise<Millis | undefined> {
    const columns = seriesColumns(1);
    const read = { series, atOrBefore: upTo, notBefore: after + 1, limit: 1 };
    return (await this.#history.readSeriesInto(read, columns)) > 0 ? columns.ats[0] : undefined;
  }

  async #read(series: SeriesId, start: Millis, slots: number): Promise<ReplayPage> {
    const upTo = Math.min(start + slots * SLOT_MS, this.#keptAt);
    const columns = this.#spare.pop() ?? seriesColumns(PAGE_SLOTS);
    const read = { series, atOrBefore: upTo, notBefore: start + 1, limit: slots };
    const count = await this.#history.readSeriesInto(read, columns);
    const sheet = this.#channel.framesOf(series, columns, count);
    const ats = columns.ats.subarray(0, count).toReversed();
    this.#spare.push(columns);
    return { sheet, ats, upTo };
  }

  /** Not cached if the next tick arrives meanwhile, or if the read fails: the next request reads it again. */
  #readAndKeep(key: string, series: SeriesId, start: Millis, slots: number): Promise<ReplayPage> {
    const reading = this.#read(series, start, slots);
    this.#beingRead.set(key, reading);
    const ended = () => this.#beingRead.get(key) === reading && this.#beingRead.delete(key);
    reading.then((page) => {
      if (ended()) this.#kept.set(key, page);
    }, ended);
    return reading;
  }

  #forgetAll(at: Millis): void {
    this.#kept.clear();
    this.#beingRead.clear();
    this.#keptAt = at;
  }
}

/**
 * The length of pages of which a client gets all values at once, slot by slot. It needs none of them again, so a crowd of
 * clients that missed different series reads each value once per client, however small the cache is.
 */
export function pageSlots(seriesCount: number): number {
  return PAGE_LENGTHS.find((slots) => slots * seriesCount <= MAX_VALUES) ?? 1;
}

/** The slots of a range that the pages of its series have. `upTo` must have been published. */
export function slotsOf(
  pages: readonly ReplayPage[],
  { after, upTo }: Omit<MissedRange, 'series'>,
): MissedSlots {
  // A tick that was published meanwhile is only in the later pages.
  const end = Math.min(upTo, ...pages.map((page) => page.upTo));
  const slots = new Map<Millis, Buffer[]>();
  for (const { sheet, ats } of pages) {
    const last = countUpTo(ats, end);
    for (let i = countUpTo(ats, after); i < last; i++) {
      const at = ats[i]!;
      const frames = slots.get(at);
      if (frames) frames.push(sheet.frame(i));
      else slots.set(at, [sheet.frame(i)]);
    }
  }
  const ascending = [...slots].toSorted(([a], [b]) => a - b);
  return { slots: ascending.map(([at, frames]) => ({ at, frames })), upTo: end };
}

/** Number of instants, ascending, at or before this one. */
function countUpTo(ats: Float64Array, at: Millis): number {
  let low = 0;
  let high = ats.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ats[middle]! <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
