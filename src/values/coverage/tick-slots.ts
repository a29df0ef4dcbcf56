import { Lru } from '../../core/lru.ts';
import { DAY_MS, dayStart, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';

/** More than the number of days in the window. */
const MAX_CACHED_DAYS = 256;

/** Which slots of a day had a tick, of any index: 1 if there was one. */
export class TickSlots {
  readonly #history: Pick<HistoryReader, 'records'>;
  readonly #cache = new Lru<Millis, Uint8Array>({ maxEntries: MAX_CACHED_DAYS });

  readonly #changes: () => number;
  #seenChanges: number;

  /** `changes`: a number that changes when history is known to have changed. */
  constructor(history: Pick<HistoryReader, 'records'>, changes: () => number = () => 0) {
    this.#history = history;
    this.#changes = changes;
    this.#seenChanges = changes();
  }

  /** `at`: the last published tick. Completed days change only by a loss: values filled in later have no record. */
  async ofDay(day: Millis, at: Millis): Promise<Uint8Array> {
    const changes = this.#changes();
    if (changes !== this.#seenChanges) this.#cache.clear();
    this.#seenChanges = changes;
    const known = this.#cache.get(day);
    if (known) return known;
    const slots = new Uint8Array(SLOTS_PER_DAY);
    const last = Math.min(day + DAY_MS, at);
    for await (const record of this.#history.records(day + 1, last))
      slots[(record.at - day) / SLOT_MS - 1] = 1;
    if (day + DAY_MS <= dayStart(at) && changes === this.#changes()) this.#cache.set(day, slots);
    return slots;
  }
}
