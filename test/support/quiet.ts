import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** System operations that a step of an injected clock may start: files, names and decompression. */
const AT_WORK = /^(?:FSReq|GetAddrInfo|Zlib|Brotli|WriteWrap|ShutdownWrap|TCPConnectWrap)/;
/** Rounds of the event loop after which callbacks of the last reply have run. */
const ROUNDS = 3;

/**
 * Detects when a program with an injected clock has done everything possible without time passing: all requests have
 * been answered, except those that a server holds on purpose, and no disk operation is pending.
 */
export class Quiet {
  /** A request that fails after its last byte is reported twice. */
  readonly #requests = new Set<unknown>();
  readonly #held: () => number;
  readonly #begun = (message: unknown) => void this.#requests.add(requestOf(message));
  readonly #ended = (message: unknown) => void this.#requests.delete(requestOf(message));

  /** `held`: number of requests that stay unanswered until time passes. */
  constructor(held: () => number) {
    this.#held = held;
    subscribe('undici:request:create', this.#begun);
    subscribe('undici:request:trailers', this.#ended);
    subscribe('undici:request:error', this.#ended);
  }

  get requests(): number {
    return this.#requests.size;
  }

  /** Resolves when everything is quiet. Fails if that takes far longer than any reply of this machine. */
  async reached(): Promise<void> {
    const giveUpAt = performance.now() + 60_000;
    for (let quiet = 0; quiet < ROUNDS;) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = this.#isQuiet() ? quiet + 1 : 0;
      if (performance.now() > giveUpAt)
        throw new Error(
          `never quiet: ${this.requests} requests, ${this.#held()} held, ${process.getActiveResourcesInfo().join(' ')}`,
        );
    }
  }

  close(): void {
    unsubscribe('undici:request:create', this.#begun);
    unsubscribe('undici:request:trailers', this.#ended);
    unsubscribe('undici:request:error', this.#ended);
  }

  #isQuiet(): boolean {
    return (
      this.requests === this.#held() && !process.getActiveResourcesInfo().some((each) => AT_WORK.test(each))
    );
  }
}

function requestOf(message: unknown): unknown {
  return (message as { readonly request: unknown }).request;
}
