import { lookup } from 'node:dns/promises';
import { abortable, type Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS } from '../../core/time.ts';

/**
 * The resolver of the system occupies a thread of libuv until it gives up. There are four, and files of the history are read on
 * them, too.
 */
const MAX_RUNNING = 2;
/** Of these, for names that took too long the last time, so that other names are still resolved. */
const MAX_RUNNING_SLOW = 1;
const TIMEOUT_MS = 5 * SECOND_MS;
const MAX_SLOW_NAMES = 1000;

export type Resolve = (host: string) => Promise<readonly string[]>;

/** Resolves host names, a few at once. */
export class HostLookups {
  readonly #clock: Pick<Clock, 'wait'>;
  readonly #resolve: Resolve;
  /** By name, until the resolver has answered, also after the time limit. */
  readonly #running = new Map<string, Promise<readonly string[]>>();
  readonly #slow = new Set<string>();
  readonly #waiting = new Set<() => void>();

  constructor(clock: Pick<Clock, 'wait'>, resolve: Resolve = systemAddresses) {
    this.#clock = clock;
    this.#resolve = resolve;
  }

  /** Empty if the name has no address, or if the resolver does not answer in time. Rejects when the signal aborts. */
  async addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
    while (!this.#running.has(host) && !this.#mayBegin(host)) await this.#nextEnd(signal);
    const addresses = this.#running.get(host) ?? this.#begin(host);
    const done = new AbortController();
    const limit = this.#clock.wait(TIMEOUT_MS, AbortSignal.any([signal, done.signal]));
    limit.catch(() => undefined);
    try {
      const found = await Promise.race([addresses, limit]);
      if (found) this.#slow.delete(host);
      else this.#noteSlow(host);
      return found ?? [];
    } finally {
      done.abort();
    }
  }

  #mayBegin(host: string): boolean {
    if (this.#running.size >= MAX_RUNNING) return false;
    const slow = [...this.#running.keys()].filter((each) => this.#slow.has(each));
    return slow.length < MAX_RUNNING_SLOW || !this.#slow.has(host);
  }

  #begin(host: string): Promise<readonly string[]> {
    const addresses = this.#resolve(host)
      .catch(() => [])
      .finally(() => {
        this.#running.delete(host);
        for (const wake of this.#waiting) wake();
      });
    this.#running.set(host, addresses);
    return addresses;
  }

  #noteSlow(host: string): void {
    this.#slow.add(host);
    const [oldest = host] = this.#slow;
    if (this.#slow.size > MAX_SLOW_NAMES) this.#slow.delete(oldest);
  }

  async #nextEnd(signal: AbortSignal): Promise<void> {
    let wake = () => {};
    try {
      await abortable(signal, (ended) => this.#waiting.add((wake = ended)));
    } finally {
      this.#waiting.delete(wake);
    }
  }
}

async function systemAddresses(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}
