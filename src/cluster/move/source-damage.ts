import { OperatorError } from '../../core/errors.ts';
import type { Damage } from '../../history/history-backend.ts';

/** Collects the damage found while a place is read. */
export class SourceDamage {
  readonly #found: Damage[] = [];
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  readonly add = (damage: Damage): void => {
    this.#found.push(damage);
  };

  /** Throws if damage was found since the last call. */
  throwIfFound(what: string): void {
    const [first, ...others] = this.#found.splice(0);
    if (!first) return;
    const { file, series, reason } = first;
    const of = series ? `, ${series.indexType} ${series.indexId}` : '';
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new OperatorError(
      `${what} of ${this.#place} is damaged: ${file}${of}: ${reason}${more}. Restore it from a backup, and run the command again`,
    );
  }
}
