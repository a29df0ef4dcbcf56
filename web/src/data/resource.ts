import { signal, type ReadonlySignal } from '@preact/signals';
import type { Clock } from '../clock.ts';

export interface Loaded<T> {
  /** The last that came; it stays while a later load fails. */
  readonly value: T | undefined;
  readonly error: unknown;
}

interface ResourceParts<T> {
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly clock: Clock;
  /** When no one wants it any more. */
  readonly ended: AbortSignal;
  /** How often it is loaded again while it is used; never where absent. */
  readonly everyMs?: number;
}

/**
 * One answer that is loaded when it is first wanted, shared by all who want it, and loaded again while any do. Who comes back to it
 * before it is due finds what was loaded.
 */
export class Resource<T> {
  readonly #parts: ResourceParts<T>;
  readonly #state = signal<Loaded<T>>({ value: undefined, error: undefined });
  #users = 0;
  #loadedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(parts: ResourceParts<T>) {
    this.#parts = parts;
  }

  get state(): ReadonlySignal<Loaded<T>> {
    return this.#state;
  }

  /** Returns what ends it. */
  use(): () => void {
    if (this.#users++ === 0) this.#again();
    return () => {
      if (--this.#users === 0) clearTimeout(this.#timer);
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
    if (value === undefined) throw error ?? this.#parts.ended.reason;
    return value;
  }

  /** Once more; those who ask meanwhile share it. */
  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#underWay ??= this.#once().finally(() => {
      this.#underWay = undefined;
      if (this.#users > 0) this.#again();
    });
    return this.#underWay;
  }

  async #once(): Promise<void> {
    const { load, clock, ended } = this.#parts;
    try {
      const value = await load(ended);
      if (ended.aborted) return;
      this.#loadedAt = clock.now();
      this.#state.value = { value, error: undefined };
    } catch (error) {
      if (!ended.aborted) this.#state.value = { value: this.#state.peek().value, error };
    }
  }

  #again(): void {
    clearTimeout(this.#timer);
    if (this.#parts.ended.aborted) return;
    const wait = this.#waitMs();
    if (wait === undefined) return;
    if (wait <= 0) void this.refresh();
    else this.#timer = setTimeout(() => void this.refresh(), wait);
  }

  /** Until it is due; undefined where it is not any more. */
  #waitMs(): number | undefined {
    const { everyMs, clock } = this.#parts;
    if (this.#state.peek().error !== undefined) return RETRY_MS;
    if (this.#loadedAt === undefined) return 0;
    return everyMs === undefined ? undefined : this.#loadedAt + everyMs - clock.now();
  }
}

const RETRY_MS = 10_000;
