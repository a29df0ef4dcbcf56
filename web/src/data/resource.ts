import { signal, type ReadonlySignal } from '@preact/signals';
import type { Clock } from '../clock.ts';
import { Backoff } from './backoff.ts';
import { isPermanent } from './permanent.ts';

export interface Loaded<T> {
  /** The last value; it stays if a later load fails. */
  readonly value: T | undefined;
  readonly error: unknown;
}

interface ResourceParts<T> {
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly clock: Clock;
  /** Aborts when nobody uses it any more. */
  readonly ended: AbortSignal;
  /** Reload interval while it is used; absent: never. */
  readonly everyMs?: number;
  /** Whether a value is complete. Until then it is reloaded sooner, with growing waits up to `everyMs`. */
  readonly isComplete?: (value: T) => boolean;
}

/**
 * One response, loaded on first use, shared by all users, and reloaded while it is used. A reader who returns
 * before it is due sees the loaded value.
 */
export class Resource<T> {
  readonly #parts: ResourceParts<T>;
  readonly #state = signal<Loaded<T>>({ value: undefined, error: undefined });
  readonly #whileIncomplete: Backoff;
  #dueMs: number | undefined;
  #users = 0;
  #loadedAt: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #underWay: Promise<void> | undefined;

  constructor(parts: ResourceParts<T>) {
    this.#parts = parts;
    this.#whileIncomplete = new Backoff(INCOMPLETE_MS, parts.everyMs ?? INCOMPLETE_MS);
  }

  get state(): ReadonlySignal<Loaded<T>> {
    return this.#state;
  }

  /** Returns a function that ends the use. */
  use(): () => void {
    if (this.#users++ === 0) this.#again();
    return () => {
      if (--this.#users === 0) clearTimeout(this.#timer);
    };
  }

  /** Loads it if needed. Errors are in the state. */
  want(): void {
    if (this.#state.peek().value === undefined) void this.refresh();
  }

  /** The value, loaded if needed. */
  async get(): Promise<T> {
    if (this.#state.peek().value === undefined) await this.refresh();
    const { value, error } = this.#state.peek();
    if (value === undefined) throw error ?? this.#parts.ended.reason;
    return value;
  }

  /** Reloads it; concurrent callers share the request. */
  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#underWay ??= this.#once().finally(() => {
      this.#underWay = undefined;
      if (this.#users > 0) this.#again();
    });
    return this.#underWay;
  }

  async #once(): Promise<void> {
    const { load, clock, ended, everyMs, isComplete = () => true } = this.#parts;
    try {
      const value = await load(ended);
      if (ended.aborted) return;
      this.#loadedAt = clock.now();
      const hasAll = isComplete(value);
      if (hasAll) this.#whileIncomplete.reset();
      this.#dueMs = hasAll ? everyMs : this.#whileIncomplete.next();
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

  /** Time until it is due; undefined if it is not reloaded: it never changes, or would fail again. */
  #waitMs(): number | undefined {
    const { error } = this.#state.peek();
    if (error !== undefined) return isPermanent(error) ? undefined : RETRY_MS;
    if (this.#loadedAt === undefined) return 0;
    return this.#dueMs === undefined ? undefined : this.#loadedAt + this.#dueMs - this.#parts.clock.now();
  }
}

const RETRY_MS = 10_000;
const INCOMPLETE_MS = 15_000;
