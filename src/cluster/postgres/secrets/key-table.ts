import type { Session } from '../database.ts';
import type { KeyStore, StoredKey } from '../../../auth/key-store.ts';
import { SecretsTable, type SecretsPlace } from './secrets-table.ts';

/** Keys that sign the heads of the chain of records. */
export const HEAD_RING = 'heads';

/** A ring of signing keys in a database, for all processes that sign with it. */
export class KeyTable extends SecretsTable<readonly StoredKey[]> implements KeyStore {
  readonly #ring: string;

  /** `ring`: what is signed with them, such as tokens. */
  constructor(place: SecretsPlace, ring: string) {
    super(place, `keys:${ring}`, (session) => keysIn(session, ring));
    this.#ring = ring;
  }

  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    return this.write(async (session) => {
      const stored = await keysIn(session, this.#ring);
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
}

async function keysIn(session: Session, ring: string): Promise<readonly StoredKey[]> {
  const rows = await session.rows<{ content: StoredKey }>(
    'select content from signing_key where ring = $1 order by position',
    [ring],
  );
  return rows.map(({ content }) => content);
}
