import { signal, type ReadonlySignal } from '@preact/signals';
import type { Clock } from '../clock.ts';

/** State of the connection of the page. */
export type LinkState =
  /** Nothing is followed, so no connection is needed. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly since: number }
  /** Values failed and will be requested again after a wait. */
  | { readonly kind: 'failing'; readonly since: number; readonly error: unknown }
  /** Without a stream: requested with each tick. */
  | { readonly kind: 'polled' }
  /** This client may not read values. There are no retries. */
  | { readonly kind: 'forbidden' }
  /** The service rejected the request, and would reject it again. There are no retries. */
  | { readonly kind: 'failed' }
  /** The service no longer accepts this client. */
  | { readonly kind: 'refused' };

/** Combines the states of the connection and of its readings into one. */
export class LinkStates {
  readonly #clock: Clock;
  readonly #usual: 'live' | 'polled';
  readonly #state = signal<LinkState>({ kind: 'idle' });
  readonly #reconnects = signal(0);
  /** The last error of each reading that will restart. */
  readonly #failing = new Map<object, unknown>();
  #link: 'none' | 'connected' | 'lost' = 'none';
  #isWanted = false;
  #end: 'forbidden' | 'failed' | 'refused' | undefined;
  #hasMissed = false;

  constructor(clock: Clock, usual: 'live' | 'polled') {
    this.#clock = clock;
    this.#usual = usual;
  }

  get state(): ReadonlySignal<LinkState> {
    return this.#state;
  }

  /** Incremented when values arrive again after an outage. */
  get reconnects(): ReadonlySignal<number> {
    return this.#reconnects;
  }

  /** Whether something is followed, or will be soon. */
  want(isWanted: boolean): void {
    this.#isWanted = isWanted;
    this.#settle();
  }

  /** `none`: there is no connection, and none was lost. */
  link(link: 'none' | 'connected' | 'lost'): void {
    this.#link = link;
    this.#settle();
  }

  failing(reading: object, error: unknown): void {
    this.#failing.set(reading, error);
    this.#settle();
  }

  /** The reading works again, or has ended. */
  recovered(reading: object): void {
    if (this.#failing.delete(reading)) this.#settle();
  }

  /** After this, only `refused` can follow. */
  end(end: 'forbidden' | 'failed' | 'refused'): void {
    if (this.#end !== 'refused') this.#end = end;
    this.#settle();
  }

  #settle(): void {
    const before = this.#state.peek();
    const next = this.#next(before);
    if (next.kind !== before.kind) this.#state.value = next;
    if (next.kind === 'lost' || next.kind === 'failing') this.#hasMissed = true;
    else if (next.kind === this.#usual && this.#hasMissed) {
      this.#hasMissed = false;
      this.#reconnects.value++;
    }
  }

  #next(before: LinkState): LinkState {
    if (this.#end) return { kind: this.#end };
    const since = 'since' in before ? before.since : this.#clock.now();
    const [error] = this.#failing.values();
    if (this.#failing.size > 0) return { kind: 'failing', since, error };
    if (!this.#isWanted) return { kind: 'idle' };
    if (this.#link === 'connected') return { kind: this.#usual };
    if (this.#link === 'lost') return { kind: 'lost', since };
    return { kind: 'connecting' };
  }
}
