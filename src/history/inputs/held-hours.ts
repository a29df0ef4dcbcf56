import { HOUR_MS, hourOfTick, type Millis } from '../../core/time.ts';

const MAX_HOURS = 256;
/** 1970 has no inputs. */
const FREE = 0;

/** Hours of recorded inputs that are still needed and must not be dropped. Shared by threads. */
export class HeldHours {
  /** Hours since 1970. An hour keeps its place while it is held, so that another thread never misses it. */
  readonly #places: Int32Array<SharedArrayBuffer>;

  /** `memory`: of another `HeldHours`, to see what that one holds. */
  constructor(memory = new SharedArrayBuffer(MAX_HOURS * Int32Array.BYTES_PER_ELEMENT)) {
    this.#places = new Int32Array(memory);
  }

  get memory(): SharedArrayBuffer {
    return this.#places.buffer;
  }

  /** Holds the hours of these ticks, the oldest first if they are too many, and no others. */
  holdOf(ticks: Iterable<Millis>): void {
    const hours = [...new Set([...ticks].map((at) => numberOf(hourOfTick(at))))];
    const wanted = new Set(hours.toSorted((a, b) => a - b).slice(0, MAX_HOURS));
    for (let place = 0; place < MAX_HOURS; place++) {
      const hour = Atomics.load(this.#places, place);
      if (!wanted.delete(hour)) Atomics.store(this.#places, place, FREE);
    }
    for (const hour of wanted) Atomics.store(this.#places, this.#places.indexOf(FREE), hour);
  }

  has(hour: Millis): boolean {
    const number = numberOf(hour);
    for (let place = 0; place < MAX_HOURS; place++)
      if (Atomics.load(this.#places, place) === number) return true;
    return false;
  }
}

function numberOf(hour: Millis): number {
  return hour / HOUR_MS;
}
