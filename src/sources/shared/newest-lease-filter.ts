import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { CollectedMessage } from './collect-link.ts';

/**
 * If the newest reader of a unit has been silent for this long, messages of any other are accepted: lease numbers of a
 * restored database start lower.
 */
const SILENT_MS = MINUTE_MS;

interface Newest {
  readonly lease: number;
  readonly receivedAt: Millis;
}

/**
 * If two collectors read the same unit, only messages of the one with the newer lease are accepted, in whatever order
 * they arrive: those of the other are out of date.
 */
export class NewestLeaseFilter {
  readonly #newest = new Map<string, Newest>();

  /** Whether to accept the message, received at `now` of the monotonic clock. */
  accepts({ unit, lease }: Pick<CollectedMessage, 'unit' | 'lease'>, now: Millis): boolean {
    const known = this.#newest.get(unit);
    if (known && lease < known.lease && now - known.receivedAt <= SILENT_MS) return false;
    this.#newest.set(unit, { lease, receivedAt: now });
    return true;
  }
}
