import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { CollectedMessage } from './collect-link.ts';

/** After so long without a word of the newest reader of a unit, any other is heard: a database that was restored counts from less. */
const SILENT_MS = MINUTE_MS;

interface Newest {
  readonly lease: number;
  readonly heardAt: Millis;
}

/**
 * Of two collectors that read the same unit, the one with the newer lease is heard, whatever the order in which their messages arrive:
 * what the other one says is out of date.
 */
export class NewestReader {
  readonly #newest = new Map<string, Newest>();

  /** Whether the message counts, at an instant of the monotonic clock. */
  accepts({ unit, lease }: Pick<CollectedMessage, 'unit' | 'lease'>, now: Millis): boolean {
    const known = this.#newest.get(unit);
    if (known && lease < known.lease && now - known.heardAt <= SILENT_MS) return false;
    this.#newest.set(unit, { lease, heardAt: now });
    return true;
  }
}
