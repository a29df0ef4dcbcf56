import type { CycleOutcome } from '../collect/collector-events.ts';
import { mayBeOurs } from '../ports/poll-failure.ts';

/** If a larger share of the exchanges fails at once for reasons that may be ours, the cause is on our side. */
const MAX_FAILED_SHARE = 0.5;
/** With fewer exchanges no conclusion is possible. */
const MIN_TO_JUDGE = 4;

/** Distinguishes failing exchanges from failures on our side. */
export class Reachability {
  readonly #exchanges: number;
  /** Exchanges whose last reading failed for a reason that may be ours. */
  readonly #cutOff = new Set<string>();
  /** Exchanges that do not serve our location. */
  readonly #refusing = new Set<string>();

  constructor(exchanges: number) {
    this.#exchanges = exchanges;
  }

  record(exchange: string, result: CycleOutcome): void {
    if (result.outcome !== 'read' && result.outcome !== 'failed') return;
    this.#cutOff.delete(exchange);
    this.#refusing.delete(exchange);
    if (result.outcome === 'read') return;
    if (result.failure === 'not-from-here') this.#refusing.add(exchange);
    else if (mayBeOurs(result.failure)) this.#cutOff.add(exchange);
  }

  /** Whether so many of the exchanges that serve us cannot be reached that our own network must be the cause. */
  get isCutOff(): boolean {
    return isMajority(this.#cutOff.size, this.#exchanges - this.#refusing.size);
  }

  /** Whether most exchanges do not serve our location. */
  get isNotServed(): boolean {
    return isMajority(this.#refusing.size, this.#exchanges);
  }
}

function isMajority(some: number, all: number): boolean {
  return all >= MIN_TO_JUDGE && some > all * MAX_FAILED_SHARE;
}
