import { COLLECTOR_GONE_MS } from '../collector-loads.ts';
import type { Millis } from '../../../core/time.ts';

interface Numbered {
  readonly number: number;
  readonly lastMessageAt: Millis;
}

/**
 * Assigns a unique number to each process of all collectors. The name of a collector differs with each start; numbers
 * of processes that are gone are reused.
 */
export class ProcessNumbers {
  readonly #byName = new Map<string, Numbered>();

  /** The number of a process that sent a message at `now` of the monotonic clock. */
  of(collector: string, process: number, now: Millis): number {
    for (const [name, { lastMessageAt }] of this.#byName)
      if (lastMessageAt < now - COLLECTOR_GONE_MS) this.#byName.delete(name);
    const name = `${collector} ${process}`;
    const number = this.#byName.get(name)?.number ?? this.#smallestFree();
    this.#byName.set(name, { number, lastMessageAt: now });
    return number;
  }

  #smallestFree(): number {
    const taken = new Set([...this.#byName.values()].map(({ number }) => number));
    let free = 0;
    while (taken.has(free)) free++;
    return free;
  }
}
