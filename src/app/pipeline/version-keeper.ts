import type { ReferenceContent, ReferenceVersion } from '../../core/reference-data.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { hashOf } from '../../reference/versions/reference-hash.ts';
import { newsOf, type ReferenceNews } from '../../reference/versions/reference-news.ts';
import type { ReferenceStore } from '../../reference/versions/reference-versions.ts';
import { succeeding } from '../../reference/versions/succession.ts';
import { engineVersion, type EngineVersion } from './engine-version.ts';

export interface VersionKeeperParts {
  readonly store: ReferenceStore;
  /** Tells those who serve, before the first tick of the version comes. */
  readonly tell: (news: ReferenceNews) => void;
  /** A version could not be stored; it is tried again with the next tick. */
  readonly onFailure: (error: Error) => void;
}

/**
 * Makes versions of what a source announces. A version takes effect between two slots, never inside one: what is announced
 * while the input of slot t is collected counts from the slot after t on. No tick counts whose version is not durable.
 */
export class VersionKeeper {
  readonly #parts: VersionKeeperParts;
  #inForce: ReferenceVersion;
  #engine: EngineVersion;
  /** Announced, prepared and not yet in force. */
  #coming: EngineVersion | undefined;
  #storing: Promise<boolean> = Promise.resolve(true);

  private constructor(parts: VersionKeeperParts, inForce: ReferenceVersion) {
    this.#parts = parts;
    this.#inForce = inForce;
    this.#engine = engineVersion(inForce.hash, inForce.data);
  }

  /** Begins with what is listed now; `from` is the first slot that is computed with it. */
  static async begin(
    parts: VersionKeeperParts,
    announced: ReferenceContent,
    from: Millis,
  ): Promise<VersionKeeper> {
    const { store, tell } = parts;
    const entry = store.entries().at(-1);
    const last = newestReadable(store);
    const data = last ? succeeding(last.data, announced) : announced;
    const hash = hashOf(data);
    const isAsBefore = last?.hash === hash && last.from === entry?.from;
    // The clock may have been set back since the last version: it cannot be followed by an earlier one.
    const since = isAsBefore ? last.from : Math.max(from, (entry?.from ?? -Infinity) + SLOT_MS);
    const version = { hash, from: since, data };
    if (!isAsBefore) await store.append(version);
    tell(version);
    return new VersionKeeper(parts, version);
  }

  get inForce(): EngineVersion {
    return this.#engine;
  }

  /** The last announcement before a slot is complete counts. */
  announce(announced: ReferenceContent): void {
    const data = succeeding(this.#inForce.data, announced);
    const hash = hashOf(data);
    this.#coming = hash === this.#inForce.hash ? undefined : engineVersion(hash, data);
  }

  /** The version that counts from this slot on, where that is another one than before. */
  switchAt(from: Millis): EngineVersion | undefined {
    const next = this.#coming;
    if (!next) return undefined;
    this.#coming = undefined;
    const version: ReferenceVersion = { hash: next.hash, from, data: next.data };
    this.#parts.tell(newsOf(version, this.#inForce));
    this.#inForce = version;
    this.#engine = next;
    this.#storing = this.#store(this.#storing, version);
    return next;
  }

  /** Whether the version in force is stored. */
  async durable(): Promise<boolean> {
    if (!(await this.#storing)) this.#storing = this.#append(this.#inForce);
    return this.#storing;
  }

  async #store(before: Promise<boolean>, version: ReferenceVersion): Promise<boolean> {
    await before;
    return this.#append(version);
  }

  async #append(version: ReferenceVersion): Promise<boolean> {
    try {
      await this.#parts.store.append(version);
      return true;
    } catch (error) {
      this.#parts.onFailure(error as Error);
      return false;
    }
  }
}

/** Where the newest version is damaged, an older one says what was known. */
function newestReadable(store: ReferenceStore): ReferenceVersion | undefined {
  for (const { hash, from } of store.entries().toReversed()) {
    const data = store.named(hash);
    if (data) return { hash, from, data };
  }
  return undefined;
}
