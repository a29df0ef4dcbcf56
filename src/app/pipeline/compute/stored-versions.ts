import { Deferred } from '../../../core/async/deferred.ts';

/** Tracks stored versions of the reference data: a tick waits until its version is stored. */
export class StoredVersions {
  readonly #versions = new Map<string, Deferred<void>>();

  markStored(hash: string): void {
    this.#of(hash).resolve();
  }

  /** Resolves when the version is stored. */
  async whenStored(hash: string): Promise<void> {
    await this.#of(hash).promise;
  }

  #of(hash: string): Deferred<void> {
    const known = this.#versions.get(hash) ?? new Deferred<void>();
    this.#versions.set(hash, known);
    return known;
  }
}
