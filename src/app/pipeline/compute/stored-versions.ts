import { Deferred } from '../../../core/async/deferred.ts';

/** Versions of the reference data that are stored: a tick that names another one waits for it. */
export class StoredVersions {
  readonly #versions = new Map<string, Deferred<void>>();

  hear(hash: string): void {
    this.#of(hash).resolve();
  }

  /** Resolves when it is. */
  async has(hash: string): Promise<void> {
    await this.#of(hash).promise;
  }

  #of(hash: string): Deferred<void> {
    const known = this.#versions.get(hash) ?? new Deferred<void>();
    this.#versions.set(hash, known);
    return known;
  }
}
