import type { SeriesId } from '../../core/index-value.ts';
import type { Damage, OnDamage } from '../history-backend.ts';
import { Lru } from '../../core/lru.ts';

export type { Damage, OnDamage };

const MOST_KNOWN = 10_000;

/** Reports each damage once, however often it is met; of very many it forgets those that were not met for long. */
export class DamageReports {
  readonly #onDamage: OnDamage;
  readonly #known = new Lru<string, true>({ mostEntries: MOST_KNOWN });

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
