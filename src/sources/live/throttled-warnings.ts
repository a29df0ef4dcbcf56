import type { Clock } from '../../core/clocks/clock.ts';
import { HOUR_MS, type Millis } from '../../core/time.ts';
import type { OperatorWarning } from './live-source.ts';

const REST_MS = HOUR_MS;
/** Names may come from exchanges: any further ones share one name. */
const MAX_NAMES = 200;
const OTHERS = 'others';

/** Logs warnings that may repeat: each at most once an hour, with the number of occurrences since the last time. */
export class ThrottledWarnings {
  readonly #clock: Clock;
  readonly #onTrouble: (trouble: OperatorWarning) => void;
  readonly #byName = new Map<string, { loggedAt: Millis; count: number }>();

  constructor(clock: Clock, onTrouble: (trouble: OperatorWarning) => void) {
    this.#clock = clock;
    this.#onTrouble = onTrouble;
  }

  warn(name: string, { what, details }: OperatorWarning): void {
    const now = this.#clock.monotonic();
    const known = this.#of(name);
    known.count += 1;
    if (now - known.loggedAt < REST_MS) return;
    this.#onTrouble({ what, details: { ...details, count: known.count } });
    known.loggedAt = now;
    known.count = 0;
  }

  #of(name: string) {
    const isOwn = this.#byName.has(name) || this.#byName.size < MAX_NAMES;
    const key = isOwn ? name : OTHERS;
    const known = this.#byName.get(key) ?? { loggedAt: -Infinity, count: 0 };
    this.#byName.set(key, known);
    return known;
  }
}
