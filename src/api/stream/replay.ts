import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { HistoryStore, StoredValue } from '../../history/history-store.ts';
import type { IndexChannel } from './index-channel.ts';

/** A day of ticks, and those that come while they are read. */
const MOST_VALUES = (2 * DAY_MS) / SLOT_MS;

/** A stretch of one series. */
export interface Stretch {
  readonly series: SeriesId;
  /** Exclusive. */
  readonly after: Millis;
  readonly upTo: Millis;
  /** Since when the connection has got the series anyway: its current value then, and every one since. */
  readonly coveredFrom: Millis | undefined;
}

/** Missed ticks, out of history, as the messages that they were. */
export class Replay {
  readonly #history: HistoryStore;
  readonly #channel: IndexChannel;

  constructor(history: HistoryStore, channel: IndexChannel) {
    this.#history = history;
    this.#channel = channel;
  }

  /** Oldest first, without what the connection has got. */
  async read({ series, after, upTo, coveredFrom }: Stretch): Promise<Buffer[]> {
    const read = { series, atOrBefore: upTo, notBefore: after + 1, limit: MOST_VALUES };
    const values = (await this.#history.readSeries(read)).toReversed();
    const missed = coveredFrom === undefined ? values : before(values, coveredFrom);
    return missed.map((value) => this.#channel.frameOf(value));
  }
}

/** Without those that came live, and without the one that was current when they began. */
function before(values: readonly StoredValue[], coveredFrom: Millis): StoredValue[] {
  return values.filter(({ at }) => at <= coveredFrom).slice(0, -1);
}
