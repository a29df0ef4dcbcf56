import { signal, type ReadonlySignal } from '@preact/signals';

export interface Loaded<T> {
  /** The last that came; it stays while a later load fails. */
  readonly value: T | undefined;
  readonly error: unknown;
}

/** One answer that is loaded when it is first wanted, shared by all who want it, and loaded again while any do. */
export class Resource<T> {
  readonly #load: () => Promise<T>;
  readonly #everyMs: number | undefined;
  readonly #state = signal<Loaded<T>>({ value: undefined, error: undefined });
  #users = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;

  /** `everyMs`: how often it is loaded again while it is used; never where absent. */
  constructor(load: () => Promise<T>, everyMs?: number) {
    this.#load = load;
    this.#everyMs = everyMs;
  }

  get state(): ReadonlySignal<Loaded<T>> {
    return this.#state;
  }

  /** Returns what ends it. */
  use(): () => void {
    if (this.#users++ === 0 && this.#timer === undefined) void this.refresh();
    return () => {
      if (--this.#users > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Loads it where it is not there. What goes wrong is in the state. */
  want(): void {
    if (this.#state.peek().value === undefined) void this.refresh();
  }

  /** The value, loaded where it is not there. */
  async get(): Promise<T> {
    if (this.#state.peek().value === undefined) await this.refresh();
    const { value, error } = this.#state.peek();
    if (value === undefined) throw error;
    return value;
  }

  /** Once more; those who ask meanwhile share it. */
  refresh(): Promise<void> {
    this.#underWay ??= this.#once().finally(() => {
      this.#underWay = undefined;
      this.#again();
    });
    return this.#underWay;
  }

  async #once(): Promise<void> {
    try {
      this.#state.value = { value: await this.#load(), error: undefined };
    } catch (error) {
      this.#state.value = { value: this.#state.peek().value, error };
    }
  }

  #again(): void {
    clearTimeout(this.#timer);
    const failed = this.#state.peek().error !== undefined;
    const wait = failed ? RETRY_MS : this.#everyMs;
    if (this.#users > 0 && wait !== undefined) this.#timer = setTimeout(() => void this.refresh(), wait);
  }
}

const RETRY_MS = 10_000;
