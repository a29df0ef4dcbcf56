/** Runs tasks one after another, in call order. A task that fails does not stop the next one. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all tasks queued so far have ended. Never rejects. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
