import type { ReferenceContent, ReferenceVersion } from '../../../core/reference-data.ts';
import type { Millis } from '../../../core/time.ts';
import { readAnnouncement } from '../../../reference/announcement.ts';
import { hashOf } from '../../../reference/versions/reference-hash.ts';
import { newsOf, type ReferenceNews } from '../../../reference/versions/reference-news.ts';
import type { ReferenceStore } from '../../../reference/versions/reference-versions.ts';
import { engineVersion, type EngineVersion } from './engine-version.ts';

export interface VersionKeeperParts {
  readonly store: ReferenceStore;
  /** Tells those who serve, before the first tick of the version comes. */
  readonly tell: (news: ReferenceNews) => void;
  /** A version is stored: ticks that name it may be. */
  readonly onStored?: (hash: string) => void;
  /** A version could not be stored; it is tried again with the next tick. */
  readonly onFailure: (error: Error) => void;
  /** What was announced contradicts itself, or what was known before it: the version before it stays in force. */
  readonly onRefused: (problems: readonly string[]) => void;
  /**
   * What was announced is sound, whether it is new or in force already. `leftOut`: problems of definitions and traded listings
   * that are not part of it.
   */
  readonly onAccepted: (leftOut: readonly string[]) => void;
}

/** Makes versions of what a source announces. One takes effect between two slots, and is durable before its ticks. */
export class VersionKeeper {
  readonly #parts: VersionKeeperParts;
  #inForce: ReferenceVersion;
  #engine: EngineVersion;
  #coming: EngineVersion | undefined;
  /** Oldest first. */
  readonly #unstored: ReferenceVersion[] = [];
  #storing: Promise<void> = Promise.resolve();

  private constructor(parts: VersionKeeperParts, inForce: ReferenceVersion, engine: EngineVersion) {
    this.#parts = parts;
    this.#inForce = inForce;
    this.#engine = engine;
  }

  /** Begins with what is listed now, or with the last stored version if that is refused. Rejects if there is none. */
  static async begin(
    parts: VersionKeeperParts,
    announced: ReferenceContent,
    from: Millis,
  ): Promise<VersionKeeper> {
    const { store, tell, onRefused, onAccepted } = parts;
    const entry = store.entries().at(-1);
    const last = newestReadable(store);
    const read = readAnnouncement(announced, last?.data);
    if (read.problems && !last)
      throw new Error(`the reference data of the source contradict themselves:\n${read.problems.join('\n')}`);
    if (read.problems) onRefused(read.problems);
    else onAccepted(read.leftOut);
    const data = read.problems ? last!.data : read.data;
    const hash = hashOf(data);
    const isAsBefore = last?.hash === hash && last.from === entry?.from;
    // The last one may count from a later slot on: it was announced, and the process ended before it was used.
    const version = { hash, from: isAsBefore ? last.from : from, data };
    // Those who serve prepare it, and it is compressed and written, while the engine's form of it is made.
    tell(version);
    const stored = isAsBefore ? Promise.resolve() : store.append(version);
    const made = Promise.resolve().then(() => engineVersion(hash, data));
    const [engine] = await Promise.all([made, stored]);
    parts.onStored?.(hash);
    return new VersionKeeper(parts, version, engine);
  }

  get inForce(): EngineVersion {
    return this.#engine;
  }

  /** The last announcement before a slot is complete counts. One that is refused changes nothing. */
  announce(announced: ReferenceContent): void {
    const read = readAnnouncement(announced, this.#inForce.data);
    if (read.problems) {
      this.#parts.onRefused(read.problems);
      return;
    }
    this.#parts.onAccepted(read.leftOut);
    const hash = hashOf(read.data);
    this.#coming = hash === this.#inForce.hash ? undefined : engineVersion(hash, read.data);
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
    this.#unstored.push(version);
    void this.#storeAll();
    return next;
  }

  /** Whether a version that was in force is stored; those that could not be are tried again, in their order. */
  async durable({ hash }: Pick<EngineVersion, 'hash'>): Promise<boolean> {
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

/** Where the newest version is damaged, an older one says what was known. */
function newestReadable(store: ReferenceStore): ReferenceVersion | undefined {
  for (const { hash, from } of store.entries().toReversed()) {
    const data = store.named(hash);
    if (data) return { hash, from, data };
  }
  return undefined;
}
