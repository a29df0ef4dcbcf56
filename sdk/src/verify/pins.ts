import { parseDatetime } from '../../../src/core/time.ts';
import { HistoryRewrittenError } from './errors.ts';

/** The record of a slot that the service has shown. */
export interface Pin {
  readonly slot: string;
  readonly recordHash: string;
  /** Whether it is the head of a day, which the service keeps showing. */
  readonly isOfDay?: boolean;
}

/** Number of slots kept besides the heads of days; the oldest are dropped first. */
const MAX_SLOTS = 10_000;

/**
 * Remembers what a service has shown of its history, to detect changes. Store it between runs, out of the
 * operator's reach: `new Pins(JSON.parse(kept))`, `JSON.stringify(pins)`.
 */
export class Pins {
  readonly #bySlot = new Map<string | number, Pin>();

  constructor(kept: Iterable<Pin> = []) {
    for (const pin of kept) this.see(pin);
  }

  /** Throws a HistoryRewrittenError if another record of the slot was seen before. */
  see({ slot, recordHash, isOfDay = false }: Pin): void {
    const seen = this.#bySlot.get(instantOf(slot));
    if (seen && seen.recordHash !== recordHash)
      throw new HistoryRewrittenError(
        `the record of ${slot} was ${seen.recordHash} and is ${recordHash}: history was rewritten`,
        { slot, recordHash },
        seen,
      );
    const isListed = isOfDay || seen?.isOfDay === true;
    this.#bySlot.set(instantOf(slot), { slot, recordHash, ...(isListed && { isOfDay: true }) });
    if (this.#bySlot.size > MAX_SLOTS) this.#dropOldest();
  }

  #dropOldest(): void {
    for (const [at, { isOfDay }] of this.#bySlot)
      if (isOfDay !== true) {
        this.#bySlot.delete(at);
        return;
      }
  }

  /** Throws if a known head of a day is no longer shown. */
  missing(shown: Iterable<{ readonly slot: string }>): void {
    const slots = new Set([...shown].map(({ slot }) => instantOf(slot)));
    const gone = [...this.#bySlot].find(([at, { isOfDay }]) => isOfDay === true && !slots.has(at))?.[1];
    if (gone)
      throw new HistoryRewrittenError(
        `the head of ${gone.slot} is no longer shown`,
        { slot: gone.slot },
        gone,
      );
  }

  toJSON(): readonly Pin[] {
    return [...this.#bySlot.values()];
  }
}

/** One instant can be written in several ways. */
function instantOf(slot: string): string | number {
  return parseDatetime(slot) ?? slot;
}
