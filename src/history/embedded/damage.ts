import type { SeriesId } from '../../core/index-value.ts';
import type { Damage, OnDamage } from '../history-backend.ts';

export type { Damage, OnDamage };

/** Reports each damage once, however often it is met; it forgets after so many, so that it stays small. */
export class DamageReports {
  readonly #onDamage: OnDamage;
  readonly #known = new Set<string>();
  readonly #mostKnown = 10_000;

  constructor(onDamage: OnDamage) {
    this.#onDamage = onDamage;
  }

  report(file: string, reason: string, series?: SeriesId): void {
    const key = `${file} ${series?.indexType} ${series?.indexId} ${reason}`;
    if (this.#known.has(key)) return;
    if (this.#known.size >= this.#mostKnown) this.#known.clear();
    this.#known.add(key);
    this.#onDamage({ file, series, reason });
  }
}
