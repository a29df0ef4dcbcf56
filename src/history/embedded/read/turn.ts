/** Counts steps of long work and gives others a turn every so many. */
export class Turn {
  readonly #stepsATurn: number;
  #steps = 0;

  constructor(stepsATurn: number) {
    this.#stepsATurn = stepsATurn;
  }

  /** True where others had a turn: what was looked up before may have changed. */
  async step(): Promise<boolean> {
    if (++this.#steps % this.#stepsATurn !== 0) return false;
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }
}
