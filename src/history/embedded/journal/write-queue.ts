/** Runs work one after the other, mostly writes; one that fails does not stop the next. */
export class WriteQueue {
  #before: Promise<unknown> = Promise.resolve();

  run<Result>(write: () => Promise<Result>): Promise<Result> {
    const result = this.#before.then(write);
    this.#before = result.catch(() => undefined);
    return result;
  }
}
