/** Rejects with the signal's reason when it aborts first. */
export async function orAborted<T>(value: Promise<T> | T, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return value;
  // Where the signal has aborted already, nothing else would hear that it failed: Node ends the process then.
  Promise.resolve(value).catch(() => undefined);
  signal.throwIfAborted();
  let leave = (): void => undefined;
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
  });
  try {
    return await Promise.race([value, left]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

/** Work that several callers wait for, each with its own signal. It ends early only when none of them waits any more. */
export class Shared<T> {
  readonly #abort = new AbortController();
  readonly #value: Promise<T>;
  #waiting = 0;
  #isSettled = false;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    const settle = () => (this.#isSettled = true);
    this.#value = work(this.#abort.signal);
    // Callers that still wait hear of a failure through their own promise.
    this.#value.then(settle, settle);
  }

  /** Whether all callers left before it was done: it must not be joined any more. */
  get isAbandoned(): boolean {
    return this.#abort.signal.aborted;
  }

  async wait(signal: AbortSignal | undefined): Promise<T> {
    this.#waiting++;
    try {
      return await orAborted(this.#value, signal);
    } finally {
      if (--this.#waiting === 0 && !this.#isSettled) this.#abort.abort();
    }
  }
}

/**
 * A controller that several signals abort too, until it is released. In place of `AbortSignal.any`, of which Node 20 may lose what is
 * waited for, and which stays with sources that live long.
 */
export class Follower extends AbortController {
  readonly #sources: AbortSignal[];

  constructor(...sources: readonly (AbortSignal | undefined)[]) {
    super();
    this.#sources = sources.filter((source) => source !== undefined);
    for (const source of this.#sources) {
      if (source.aborted) this.abort(source.reason);
      source.addEventListener('abort', this.#follow);
    }
  }

  release(): void {
    for (const source of this.#sources) source.removeEventListener('abort', this.#follow);
  }

  readonly #follow = ({ target }: Event): void => this.abort((target as AbortSignal).reason);
}
