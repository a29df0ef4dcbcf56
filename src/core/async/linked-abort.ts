/**
 * A controller that also aborts when one of the given signals does. `AbortSignal.any` does the same, but each signal it creates
 * leaves memory attached to its sources for as long as they live: a loop that creates one per round from the process's shutdown
 * signal leaks. The caller must call `release`.
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

  /** Stops following the source signals. */
  release(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#onAbort);
  }
}
