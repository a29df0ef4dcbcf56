/** What several requests wait for: it is wanted while the client of one of them is still there. */
export class Wanted {
  readonly #controller = new AbortController();
  #count = 0;

  /** Aborted when all have left, with the reason of the last. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  by(gone: AbortSignal): void {
    this.#count++;
    const leave = () => {
      if (--this.#count === 0) this.#controller.abort(gone.reason);
    };
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
  }
}
