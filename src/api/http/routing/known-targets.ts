import type { Sent } from './call.ts';
import type { Match } from './routing.ts';

/** The route that a target leads to, and what it sends. */
export interface Routed {
  readonly match: Match;
  readonly query: Sent;
}

/** Longer ones are read each time. */
const MOST_CHARACTERS = 512;
/** Together less than a megabyte. */
const MOST_TARGETS = 512;

/**
 * Targets that were asked for lately, read: programs ask for the same ones again and again, and a reading that is the same object
 * lets a route remember what it made of it.
 */
export class KnownTargets {
  #lately = new Map<string, Routed>();
  #before = new Map<string, Routed>();

  find(target: string): Routed | undefined {
    const known = this.#lately.get(target);
    if (known) return known;
    const older = this.#before.get(target);
    if (older) this.keep(target, older);
    return older;
  }

  keep(target: string, routed: Routed): void {
    if (target.length > MOST_CHARACTERS) return;
    if (this.#lately.size >= MOST_TARGETS / 2) {
      this.#before = this.#lately;
      this.#lately = new Map();
    }
    this.#lately.set(target, routed);
  }
}
