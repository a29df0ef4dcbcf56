import { subscribe, unsubscribe } from 'node:diagnostics_channel';

/** Work of the machine that a step of an injected clock may set off: files, names and unpacking. */
const AT_WORK = /^(?:FSReq|GetAddrInfo|Zlib|Brotli|WriteWrap|ShutdownWrap|TCPConnectWrap)/;
/** What was set off by the last answer has run by then. */
const ROUNDS = 3;

/**
 * Knows when a program that is driven by an injected clock has done all that it can without time passing: requests have been
 * answered, except those that a server holds on purpose, and nothing is on its way to a disk.
 */
export class Quiet {
  /** One that fails after its last byte is told of twice. */
  readonly #requests = new Set<unknown>();
  readonly #held: () => number;
  readonly #begun = (message: unknown) => void this.#requests.add(requestOf(message));
  readonly #ended = (message: unknown) => void this.#requests.delete(requestOf(message));

  /** `held`: requests that stay without an answer until time passes. */
  constructor(held: () => number) {
    this.#held = held;
    subscribe('undici:request:create', this.#begun);
    subscribe('undici:request:trailers', this.#ended);
    subscribe('undici:request:error', this.#ended);
  }

  get requests(): number {
    return this.#requests.size;
  }

  /** Resolves when all is quiet. Fails where that takes far longer than any answer of this machine. */
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
