import type { Session } from '../database.ts';
import type { KeyStore, StoredKey } from '../../../auth/key-store.ts';
import { SecretsWatch, type SecretsPlace } from './secrets-watch.ts';

/** Keys that sign the heads of the chain of records. */
export const HEAD_RING = 'heads';

/** A ring of signing keys in a database, for all processes that sign with it. */
export class KeyTable implements KeyStore {
  readonly #ring: string;
  readonly #keys: SecretsWatch<readonly StoredKey[]>;

  /** `ring`: what is signed with them, such as tokens. */
  constructor(place: SecretsPlace, ring: string) {
    this.#ring = ring;
    this.#keys = new SecretsWatch(place, `keys:${ring}`, (session) => this.#keysIn(session));
  }

  read(): Promise<readonly StoredKey[]> {
    return this.#keys.read();
  }

  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    return this.#keys.change(async (session) => {
      const stored = await this.#keysIn(session);
      const changed = change(stored);
      if (changed === stored) return false;
      await session.run('delete from signing_key where ring = $1', [this.#ring]);
      for (const [position, key] of changed.entries())
        await session.run('insert into signing_key (ring, position, content) values ($1, $2, $3)', [
          this.#ring,
          position,
          JSON.stringify(key),
        ]);
      return true;
    });
  }

  onChange(hear: (keys: readonly StoredKey[]) => void): () => void {
    return this.#keys.onChange(hear);
  }

  look(): Promise<void> {
    return this.#keys.look();
  }

  close(): void {
    this.#keys.close();
  }

  async #keysIn(session: Session): Promise<readonly StoredKey[]> {
    const rows = await session.rows<{ content: StoredKey }>(
      'select content from signing_key where ring = $1 order by position',
      [this.#ring],
    );
    return rows.map(({ content }) => content);
  }
}
