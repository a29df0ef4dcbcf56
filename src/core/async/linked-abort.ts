/**
 * A controller that also aborts when one of some signals does. `AbortSignal.any` does the same, but every signal that it makes
 * leaves something behind at those that it was made from, for as long as they live: a loop that makes one in each round,
 * from the signal that ends the process, leaks. The caller releases it.
 */
export class LinkedAbort extends AbortController {
  readonly #sources: readonly AbortSignal[];
  readonly #onAbort = (): void => this.abort(this.#sources.find(({ aborted }) => aborted)?.reason);

  constructor(...sources: readonly AbortSignal[]) {
    super();
    this.#sources = sources;
    for (const source of sources) source.addEventListener('abort', this.#onAbort, { once: true });
    if (sources.some(({ aborted }) => aborted)) this.#onAbort();
  }

  /** From now on it does not follow them. */
  release(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#onAbort);
  }
}
