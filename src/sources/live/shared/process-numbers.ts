import { GONE_MS } from '../collector-loads.ts';
import type { Millis } from '../../../core/time.ts';

interface Numbered {
  readonly number: number;
  readonly heardAt: Millis;
}

/**
 * Processes of all collectors have numbers of their own here. Collectors have another name with each start: the numbers of those that are gone
 * are given to others.
 */
export class ProcessNumbers {
  readonly #byName = new Map<string, Numbered>();

  /** Of a process that is heard at an instant of the monotonic clock. */
  of(collector: string, process: number, now: Millis): number {
    for (const [name, { heardAt }] of this.#byName) if (heardAt < now - GONE_MS) this.#byName.delete(name);
    const name = `${collector} ${process}`;
    const number = this.#byName.get(name)?.number ?? this.#smallestFree();
    this.#byName.set(name, { number, heardAt: now });
    return number;
  }

  #smallestFree(): number {
    const taken = new Set([...this.#byName.values()].map(({ number }) => number));
    let free = 0;
    while (taken.has(free)) free++;
    return free;
  }
}
