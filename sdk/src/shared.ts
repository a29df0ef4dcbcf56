/** Rejects with the signal's reason if it aborts first. */
export async function orAborted<T>(value: Promise<T> | T, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return value;
  // If the signal has already aborted, this handles the rejection: otherwise Node would end the process.
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

/**
 * Work shared by several callers, each with its own signal. It is cancelled only when all of them have left.
 */
export class Shared<T> {
  readonly #abort = new AbortController();
  readonly #value: Promise<T>;
  #waiting = 0;
  #isSettled = false;

  constructor(work: (signal: AbortSignal) => Promise<T>) {
    const settle = () => (this.#isSettled = true);
    this.#value = work(this.#abort.signal);
    // Waiting callers get the failure through their own promise.
    this.#value.then(settle, settle);
  }

  /** Whether all callers left before it was done: new callers must not join. */
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
 * A controller that also aborts with any of several signals, until it is released. Replaces
 * `AbortSignal.any`, which in Node 20 may lose listeners and leaks on long-lived signals.
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
