import { signal, type ReadonlySignal } from '@preact/signals';
import type { Clock } from '../clock.ts';

/** How the page is connected. */
export type LinkState =
  /** Nothing is followed: there is nothing to connect for, whatever the state of the connection. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly since: number }
  /** Values have been given up and are tried again after a wait. */
  | { readonly kind: 'failing'; readonly since: number; readonly error: unknown }
  /** Without a stream: asked for with each tick. */
  | { readonly kind: 'polled' }
  /** This client may not read values. Nothing is tried again. */
  | { readonly kind: 'forbidden' }
  /** The service refuses the request, and would refuse it again. Nothing is tried again. */
  | { readonly kind: 'failed' }
  /** The service does not let this client in any more. */
  | { readonly kind: 'refused' };

/** What is known of the connection and of what is read over it, as one state. */
export class LinkStates {
  readonly #clock: Clock;
  readonly #usual: 'live' | 'polled';
  readonly #state = signal<LinkState>({ kind: 'idle' });
  readonly #reconnects = signal(0);
  /** What failed last of each reading that is to begin again. */
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

  /** Grows when values come again after they did not. */
  get reconnects(): ReadonlySignal<number> {
    return this.#reconnects;
  }

  /** Whether something is followed, or is about to be. */
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

  /** It reads again, or it is over. */
  mended(reading: object): void {
    if (this.#failing.delete(reading)) this.#settle();
  }

  /** Nothing but a refusal follows. */
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
