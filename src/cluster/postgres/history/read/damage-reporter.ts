import type { SeriesId } from '../../../../core/index-value.ts';
import type { OnDamage } from '../../../../history/history-backend.ts';

/** Reports each damage once. */
export class DamageReporter {
  readonly #reported = new Set<string>();
  readonly #onDamage: OnDamage;

  constructor(onDamage: OnDamage) {
    this.#onDamage = onDamage;
  }

  report(file: string, series: SeriesId | undefined, reason: string): void {
    const key = `${file} ${series?.indexType} ${series?.indexId}`;
    if (this.#reported.has(key)) return;
    this.#reported.add(key);
    this.#onDamage({ file, series, reason });
  }
}
