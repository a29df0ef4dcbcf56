import type { ReferenceContent, ReferenceVersion } from '../../../core/reference-data.ts';
import type { Millis } from '../../../core/time.ts';
import { checkAnnouncement } from '../../../reference/announcement.ts';
import { referenceHashOf } from '../../../reference/versions/reference-hash.ts';
import { newsOf, type ReferenceNews } from '../../../reference/versions/reference-news.ts';
import type { ReferenceStore } from '../../../reference/versions/reference-versions.ts';
import { engineVersion, type EngineVersion } from './engine-version.ts';

export interface VersionKeeperParts {
  readonly store: ReferenceStore;
  /** Sends a version to the serving part, before the first tick that uses it. */
  readonly publish: (news: ReferenceNews) => void;
  /** Called when a version is stored: ticks that name it may then be stored. */
  readonly onStored?: (hash: string) => void;
  /** Called when a version could not be stored; the next tick retries. */
  readonly onFailure: (error: Error) => void;
  /**
   * Called when an announcement is inconsistent, in itself or with earlier data: the current version stays in
   * force.
   */
  readonly onRefused: (problems: readonly string[]) => void;
  /**
   * Called when an announcement is valid, new or not. `leftOut`: problems of definitions and traded listings
   * that were omitted.
   */
  readonly onAccepted: (leftOut: readonly string[]) => void;
}

/**
 * Turns a source's announcements into versions. A version takes effect between two slots and is durable
 * before its ticks.
 */
export class VersionKeeper {
  readonly #parts: VersionKeeperParts;
  #inForce: ReferenceVersion;
  #engine: EngineVersion;
  #next: EngineVersion | undefined;
  /** Oldest first. */
  readonly #unstored: ReferenceVersion[] = [];
  #storing: Promise<void> = Promise.resolve();

  private constructor(parts: VersionKeeperParts, inForce: ReferenceVersion, engine: EngineVersion) {
    this.#parts = parts;
    this.#inForce = inForce;
    this.#engine = engine;
  }

  /**
   * Begins with the announced data, or with the last stored version if the announcement is refused. Rejects
   * if there is neither.
   */
  static async begin(
    parts: VersionKeeperParts,
    announced: ReferenceContent,
    from: Millis,
  ): Promise<VersionKeeper> {
    const { store, publish, onRefused, onAccepted } = parts;
    const entry = store.entries().at(-1);
    const last = newestReadable(store);
    const read = checkAnnouncement(announced, last?.data);
    if (read.problems && !last)
      throw new Error(`the reference data of the source is inconsistent:\n${read.problems.join('\n')}`);
    if (read.problems) onRefused(read.problems);
    else onAccepted(read.leftOut);
    const data = read.problems ? last!.data : read.data;
    const hash = referenceHashOf(data);
    const isAsBefore = last?.hash === hash && last.from === entry?.from;
    // The last version may start at a later slot: it was announced, but the process ended before using it.
    const version = { hash, from: isAsBefore ? last.from : from, data };
    // The serving part prepares it, and it is compressed and written, while the engine's form is built.
    publish(version);
    const stored = isAsBefore ? Promise.resolve() : store.append(version);
    const made = Promise.resolve().then(() => engineVersion(hash, data));
    const [engine] = await Promise.all([made, stored]);
    parts.onStored?.(hash);
    return new VersionKeeper(parts, version, engine);
  }

  get inForce(): EngineVersion {
    return this.#engine;
  }

  /** The last announcement before a slot is complete counts. A refused announcement changes nothing. */
  announce(announced: ReferenceContent): void {
    const read = checkAnnouncement(announced, this.#inForce.data);
    if (read.problems) {
      this.#parts.onRefused(read.problems);
      return;
    }
    this.#parts.onAccepted(read.leftOut);
    const hash = referenceHashOf(read.data);
    this.#next = hash === this.#inForce.hash ? undefined : engineVersion(hash, read.data);
  }

  /** The version in force from this slot on; undefined if it has not changed. */
  switchAt(from: Millis): EngineVersion | undefined {
    const next = this.#next;
    if (!next) return undefined;
    this.#next = undefined;
    const version: ReferenceVersion = { hash: next.hash, from, data: next.data };
    this.#parts.publish(newsOf(version, this.#inForce));
    this.#inForce = version;
    this.#engine = next;
    this.#unstored.push(version);
    void this.#storeAll();
    return next;
  }

  /** Whether a version is stored. Retries versions that could not be stored, oldest first. */
  async ensureStored({ hash }: Pick<EngineVersion, 'hash'>): Promise<boolean> {
    await this.#storeAll();
    return !this.#unstored.some((version) => version.hash === hash);
  }

  #storeAll(): Promise<void> {
    this.#storing = this.#storing.then(() => this.#storeEach());
    return this.#storing;
  }

  async #storeEach(): Promise<void> {
    for (let [next] = this.#unstored; next; [next] = this.#unstored) {
      try {
        await this.#parts.store.append(next);
      } catch (error) {
        this.#parts.onFailure(error as Error);
        return;
      }
      this.#unstored.shift();
      this.#parts.onStored?.(next.hash);
    }
  }
}

/** The newest version that is not damaged. */
function newestReadable(store: ReferenceStore): ReferenceVersion | undefined {
  for (const { hash, from } of store.entries().toReversed()) {
    const data = store.byHash(hash);
    if (data) return { hash, from, data };
  }
  return undefined;
}
