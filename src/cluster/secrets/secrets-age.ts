import type { SecretsWatch } from '../../auth/secrets-watch.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { Millis } from '../../core/time.ts';

/** How long ago this process last knew all changes of other processes, by its monotonic clock. */
export class SecretsAge implements SecretsWatch {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #maxMs: Millis;
  readonly #onTooOld: (isTooOld: boolean) => void;
  /** By topic: when the last successful look started. */
  readonly #looks = new Map<string, Millis>();
  #wasTooOld = false;

  /** `onTooOld`: called by `check` when the state changes. */
  constructor(clock: Pick<Clock, 'monotonic'>, maxMs: Millis, onTooOld: (isTooOld: boolean) => void) {
    this.#clock = clock;
    this.#maxMs = maxMs;
    this.#onTooOld = onTooOld;
  }

  get ageMs(): Millis {
    if (this.#looks.size === 0) return 0;
    return this.#clock.monotonic() - Math.min(...this.#looks.values());
  }

  get isTooOld(): boolean {
    return this.ageMs > this.#maxMs;
  }

  /** All changes before this instant are known. */
  recordLook(topic: string, beganAt: Millis): void {
    this.#looks.set(topic, beganAt);
  }

  check(): void {
    const { isTooOld } = this;
    if (isTooOld === this.#wasTooOld) return;
    this.#wasTooOld = isTooOld;
    this.#onTooOld(isTooOld);
  }
}
