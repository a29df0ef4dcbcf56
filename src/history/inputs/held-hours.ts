import { HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';

const MAX_HOURS = 256;
/** A free slot: there are no inputs from 1970. */
const FREE = 0;

/** Hours of recorded inputs that are still needed and must not be dropped. Shared between threads. */
export class HeldHours {
  /** Hours since 1970. A held hour keeps its slot, so that another thread never misses it. */
  readonly #slots: Int32Array<SharedArrayBuffer>;

  /** `memory`: the memory of another `HeldHours`, to share its content. */
  constructor(memory = new SharedArrayBuffer(MAX_HOURS * Int32Array.BYTES_PER_ELEMENT)) {
    this.#slots = new Int32Array(memory);
  }

  get memory(): SharedArrayBuffer {
    return this.#slots.buffer;
  }

  /** Holds exactly the hours of these ticks; if there are too many, the oldest ones. */
  holdOnly(ticks: Iterable<Millis>): void {
    const hours = [...new Set([...ticks].map((at) => numberOf(hourOfTick(at))))];
    const wanted = new Set(hours.toSorted((a, b) => a - b).slice(0, MAX_HOURS));
    for (let slot = 0; slot < MAX_HOURS; slot++) {
      const hour = Atomics.load(this.#slots, slot);
      if (!wanted.delete(hour)) Atomics.store(this.#slots, slot, FREE);
    }
    for (const hour of wanted) Atomics.store(this.#slots, this.#slots.indexOf(FREE), hour);
  }

  has(hour: Millis): boolean {
    const number = numberOf(hour);
    for (let slot = 0; slot < MAX_HOURS; slot++) if (Atomics.load(this.#slots, slot) === number) return true;
    return false;
  }
}

function numberOf(hour: Millis): number {
  return hour / HOUR_MS;
}
