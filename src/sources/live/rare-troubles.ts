import type { Clock } from '../../core/clocks/clock.ts';
import { HOUR_MS, type Millis } from '../../core/time.ts';
import type { LiveTrouble } from './live-source.ts';

const REST_MS = HOUR_MS;
/** Names of troubles may come from exchanges: more are told under one name. */
const MOST_NAMES = 200;
const OTHERS = 'others';

/** Troubles that may come again and again: each is told once an hour, with how often it came since it was told before. */
export class RareTroubles {
  readonly #clock: Clock;
  readonly #onTrouble: (trouble: LiveTrouble) => void;
  readonly #byName = new Map<string, { toldAt: Millis; count: number }>();

  constructor(clock: Clock, onTrouble: (trouble: LiveTrouble) => void) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  tell(name: string, { what, details }: LiveTrouble): void {
    const now = this.#clock.monotonic();
    const known = this.#of(name);
    known.count += 1;
    if (now - known.toldAt < REST_MS) return;
    this.#onTrouble({ what, details: { ...details, count: known.count } });
    known.toldAt = now;
    known.count = 0;
  }

  #of(name: string) {
    const isOwn = this.#byName.has(name) || this.#byName.size < MOST_NAMES;
    const key = isOwn ? name : OTHERS;
    const known = this.#byName.get(key) ?? { toldAt: -Infinity, count: 0 };
    this.#byName.set(key, known);
    return known;
  }
}
