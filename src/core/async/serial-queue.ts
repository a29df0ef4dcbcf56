/** Runs tasks one after the other, in the order of the calls; one that fails does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything that was taken until now has ended. Never rejects. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
