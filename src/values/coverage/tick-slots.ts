import { Lru } from '../../core/lru.ts';
import { DAY_MS, dayStart, SLOT_MS, SLOTS_A_DAY, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';

/** More days than the window has. */
const MOST_KEPT_DAYS = 256;

/** Which slots of a day had a tick, whichever indices had a value in it: 1 where there was one. */
export class TickSlots {
  readonly #history: Pick<HistoryReader, 'records'>;
  readonly #kept = new Lru<Millis, Uint8Array>({ mostEntries: MOST_KEPT_DAYS });

  readonly #changes: () => number;
  #seenChanges: number;

  /** `changes`: another number once history is known to have changed. */
  constructor(history: Pick<HistoryReader, 'records'>, changes: () => number = () => 0) {
    this.#history = history;
    this.#changes = changes;
    this.#seenChanges = changes();
  }

  /** `at`: the last tick that is published. Days that are over do not change but by a loss: what is filled in later has no record. */
  async ofDay(day: Millis, at: Millis): Promise<Uint8Array> {
    const changes = this.#changes();
    if (changes !== this.#seenChanges) this.#kept.clear();
    this.#seenChanges = changes;
    const known = this.#kept.get(day);
    if (known) return known;
    const slots = new Uint8Array(SLOTS_A_DAY);
    const last = Math.min(day + DAY_MS, at);
    for await (const record of this.#history.records(day + 1, last))
      slots[(record.at - day) / SLOT_MS - 1] = 1;
    if (day + DAY_MS <= dayStart(at) && changes === this.#changes()) this.#kept.set(day, slots);
    return slots;
  }
}
