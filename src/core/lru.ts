export interface LruOptions<K, V> {
  readonly maxEntries?: number;
  /** The maximum sum of all weights. */
  readonly maxWeight?: number;
  /** Called once, when a value is added. Every weight is 0 by default. */
  readonly weightOf?: (value: V, key: K) => number;
  /** Called for every value that leaves the map, for whatever reason, except through `shift`. */
  readonly onRemoved?: (value: V, key: K) => void;
}

interface Entry<K, V> {
  readonly key: K;
  value: V;
  weight: number;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A bounded map that evicts the least recently used values first. A value heavier than the limit is not kept. `peek` does not
 * count as use: if only `peek` is used, values leave in insertion order.
 */
export class Lru<K, V extends NonNullable<unknown>> {
  readonly #entries = new Map<K, Entry<K, V>>();
  readonly #maxEntries: number;
  readonly #maxWeight: number;
  readonly #weightOf: ((value: V, key: K) => number) | undefined;
  readonly #onGone: ((value: V, key: K) => void) | undefined;
  #weight = 0;
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor({ maxEntries = Infinity, maxWeight = Infinity, weightOf, onRemoved }: LruOptions<K, V>) {
    this.#maxEntries = maxEntries;
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
    this.#onGone = onRemoved;
  }

  get size(): number {
    return this.#entries.size;
  }

  get weight(): number {
    return this.#weight;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  peek(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry !== this.#newest) {
      this.#unlink(entry);
      this.#link(entry);
    }
    return entry.value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    const weight = this.#weightOf?.(value, key) ?? 0;
    const entry = { key, value, weight, older: undefined, newer: undefined };
    this.#entries.set(key, entry);
    this.#link(entry);
    this.#weight += weight;
    while (this.#oldest && (this.size > this.#maxEntries || this.#weight > this.#maxWeight))
      this.delete(this.#oldest.key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#remove(entry);
    this.#onGone?.(entry.value, key);
  }

  /** The least recently used first. */
  *entries(): Generator<[K, V]> {
    for (let entry = this.#oldest; entry; entry = entry.newer) yield [entry.key, entry.value];
  }

  /** Removes and returns the least recently used value. */
  shift(): V | undefined {
    const entry = this.#oldest;
    if (entry) this.#remove(entry);
    return entry?.value;
  }

  clear(): void {
    const removed = this.#onGone ? [...this.#entries.values()] : [];
    this.#entries.clear();
    this.#oldest = this.#newest = undefined;
    this.#weight = 0;
    for (const { key, value } of removed) this.#onGone?.(value, key);
  }

  #remove(entry: Entry<K, V>): void {
    this.#entries.delete(entry.key);
    this.#unlink(entry);
    this.#weight -= entry.weight;
  }

  #link(entry: Entry<K, V>): void {
    entry.older = this.#newest;
    entry.newer = undefined;
    if (this.#newest) this.#newest.newer = entry;
    else this.#oldest = entry;
    this.#newest = entry;
  }

  #unlink({ older, newer }: Entry<K, V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
