import type { SeriesId } from '../../core/index-value.ts';
import type { Damage, OnDamage } from '../history-backend.ts';
import { Lru } from '../../core/lru.ts';

export type { Damage, OnDamage };

const MAX_KNOWN = 10_000;

/**
 * Reports each damage once, however often it is found. Beyond a limit it forgets those that were not found for the longest time.
 */
export class DamageReports {
  readonly #onDamage: OnDamage;
  readonly #known = new Lru<string, true>({ maxEntries: MAX_KNOWN });

  constructor(onDamage: OnDamage) {
    this.#onDamage = onDamage;
  }

  report(file: string, reason: string, series?: SeriesId): void {
    const key = `${file} ${series?.indexType} ${series?.indexId} ${reason}`;
    if (this.#known.get(key)) return;
    this.#known.set(key, true);
    this.#onDamage({ file, series, reason });
  }
}
