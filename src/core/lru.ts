export interface LruOptions<K, V> {
  readonly mostEntries?: number;
  /** Of all values together. */
  readonly mostWeight?: number;
  /** Is asked once, when a value comes in; 0 by default. */
  readonly weightOf?: (value: V, key: K) => number;
  /** Hears of every value that goes, for whatever reason, but one that is taken out with `shift`. */
  readonly onGone?: (value: V, key: K) => void;
}

interface Entry<K, V> {
  readonly key: K;
  value: V;
  weight: number;
  older: Entry<K, V> | undefined;
  newer: Entry<K, V> | undefined;
}

/**
 * A bounded map: where there is no room, the longest unused values go first. A value that is heavier than the bound is
 * not kept. Looking with `peek` does not count as use: with `peek` alone, values go in the order in which they came.
 */
export class Lru<K, V extends NonNullable<unknown>> {
  readonly #entries = new Map<K, Entry<K, V>>();
  readonly #mostEntries: number;
  readonly #mostWeight: number;
  readonly #weightOf: ((value: V, key: K) => number) | undefined;
  readonly #onGone: ((value: V, key: K) => void) | undefined;
  #weight = 0;
  #oldest: Entry<K, V> | undefined;
  #newest: Entry<K, V> | undefined;

  constructor({ mostEntries = Infinity, mostWeight = Infinity, weightOf, onGone }: LruOptions<K, V>) {
    this.#mostEntries = mostEntries;
    this.#mostWeight = mostWeight;
    this.#weightOf = weightOf;
    this.#onGone = onGone;
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
    while (this.#oldest && (this.size > this.#mostEntries || this.#weight > this.#mostWeight))
      this.delete(this.#oldest.key);
  }

  delete(key: K): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#remove(entry);
    this.#onGone?.(entry.value, key);
  }

  /** The longest unused first. */
  *entries(): Generator<[K, V]> {
    for (let entry = this.#oldest; entry; entry = entry.newer) yield [entry.key, entry.value];
  }

  /** Takes out the longest unused value. */
  shift(): V | undefined {
    const entry = this.#oldest;
    if (entry) this.#remove(entry);
    return entry?.value;
  }

  clear(): void {
    const gone = this.#onGone ? [...this.#entries.values()] : [];
    this.#entries.clear();
    this.#oldest = this.#newest = undefined;
    this.#weight = 0;
    for (const { key, value } of gone) this.#onGone?.(value, key);
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
