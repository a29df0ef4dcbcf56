import type { ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import type { Millis } from '../../src/core/time.ts';
import { FIRST, RecordedWorld } from './recorded-world.ts';

interface Run {
  readonly world: RecordedWorld;
  readonly ticks: ComputedTick[];
}

/** Runs in which every tick is adopted, by their first tick. */
const runs = new Map<Millis, Run>();

function adoptedTick(first: Millis, n: number): ComputedTick {
  const run = runs.get(first) ?? { world: new RecordedWorld(first), ticks: [] };
  runs.set(first, run);
  while (run.ticks.length <= n) run.ticks.push(run.world.next());
  return run.ticks[n]!;
}

/** As a `RecordedWorld`, whose ticks are computed once for all tests of a process: no test may change them. */
export class SharedTicks {
  readonly #first: Millis;
  #adopted = 0;
  /** From the first tick that is not adopted on. */
  #own: RecordedWorld | undefined;

  constructor(first = FIRST) {
    this.#first = first;
  }

  next(adopted = true): ComputedTick {
    if (adopted && !this.#own) return adoptedTick(this.#first, this.#adopted++);
    if (!this.#own) {
      this.#own = new RecordedWorld(this.#first);
      for (let n = 0; n < this.#adopted; n++) this.#own.next();
    }
    return this.#own.next(adopted);
  }
}
