import type { CycleOutcome } from '../collect/collector-events.ts';
import { mayBeOurs } from '../ports/poll-failure.ts';

/** Where more exchanges than this share fail at once for reasons that may be ours, they are. */
const MOST_THAT_FAIL_ALONE = 0.5;
/** Of fewer, nothing can be said. */
const FEWEST_TO_JUDGE = 4;

/** Whether it is the exchanges that fail, or we that do not reach them. */
export class Reachability {
  readonly #exchanges: number;
  /** Exchanges whose last reading failed for a reason that may be ours. */
  readonly #cutOff = new Set<string>();
  /** Those that do not serve where we are. */
  readonly #shut = new Set<string>();

  constructor(exchanges: number) {
    this.#exchanges = exchanges;
  }

  took(exchange: string, result: CycleOutcome): void {
    if (result.outcome !== 'read' && result.outcome !== 'failed') return;
    this.#cutOff.delete(exchange);
    this.#shut.delete(exchange);
    if (result.outcome === 'read') return;
    if (result.failure === 'not-from-here') this.#shut.add(exchange);
    else if (mayBeOurs(result.failure)) this.#cutOff.add(exchange);
  }

  /** Whether so many cannot be reached, of those that let us in, that it must be our own network. */
  get isCutOff(): boolean {
    return isMost(this.#cutOff.size, this.#exchanges - this.#shut.size);
  }

  /** Whether most do not serve where we are. */
  get isNotServed(): boolean {
    return isMost(this.#shut.size, this.#exchanges);
  }
}

function isMost(some: number, all: number): boolean {
  return all >= FEWEST_TO_JUDGE && some > all * MOST_THAT_FAIL_ALONE;
}
