import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS } from '../../../core/time.ts';

export interface StartingStatus {
  readonly running: false;
  readonly pid: number;
  readonly directory: string;
  readonly starting: {
    readonly step: string;
    readonly seconds: number;
  };
}

/** In the order of the start. */
const START_STEPS = {
  directory: 'opening the data directory',
  storage: 'opening history and the source',
  firstTick: 'waiting for the first tick, up to a minute with live exchanges',
  answers: 'preparing answers',
} as const;
type StartStep = keyof typeof START_STEPS;

export class StartProgress {
  readonly #clock: Clock;
  readonly #folder: string;
  readonly #began: number;
  #step: StartStep = 'directory';

  constructor(clock: Clock, folder: string) {
    this.#clock = clock;
    this.#folder = folder;
    this.#began = clock.monotonic();
  }

  reached(step: StartStep): void {
    this.#step = step;
  }

  status(): StartingStatus {
    const seconds = Math.round((this.#clock.monotonic() - this.#began) / SECOND_MS);
    return {
      running: false,
      pid: process.pid,
      directory: this.#folder,
      starting: { step: START_STEPS[this.#step], seconds },
    };
  }
}
