import type { Session } from '../database.ts';
import type { KeyStore, StoredKey } from '../../../auth/key-store.ts';
import { generateKey } from '../../../auth/signing-keys.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { Revocations } from './revocations.ts';
import { SecretsTable, type SecretsPlace } from './secrets-table.ts';

/** Keys that sign the heads of the chain of records. */
export const HEAD_RING = 'heads';

/** A ring of signing keys in a database, shared by all processes that sign with it. */
export class KeyTable extends SecretsTable<readonly StoredKey[], KeyFacts> implements KeyStore {
  readonly #ring: string;

  /** `ring`: what the keys sign, such as tokens. `isPublic`: this process may only read the public parts, of the ring `heads`. */
  constructor(place: SecretsPlace, ring: string, isPublic = false) {
    const read = (session: Session) => (isPublic ? headKeysIn(session) : keysIn(session, ring));
    super(place, `keys:${ring}`, read, keyRevocations(ring, place.clock));
    this.#ring = ring;
  }

  change(change: (stored: readonly StoredKey[]) => readonly StoredKey[]): Promise<void> {
    return this.write(async (session) => {
      const stored = await keysIn(session, this.#ring);
      const changed = change(stored);
      if (changed === stored) return false;
      await putKeys(session, this.#ring, changed);
      return true;
    });
  }
}

async function headKeysIn(session: Session): Promise<readonly StoredKey[]> {
  const rows = await session.rows<{ content: StoredKey }>(
    'select content from public_head_key order by position',
  );
  return rows.map(({ content }) => content);
}

async function keysIn(session: Session, ring: string): Promise<readonly StoredKey[]> {
  const rows = await session.rows<{ content: StoredKey }>(
    'select content from signing_key where ring = $1 order by position',
    [ring],
  );
  return rows.map(({ content }) => content);
}

async function putKeys(session: Session, ring: string, keys: readonly StoredKey[]): Promise<void> {
  await session.run('delete from signing_key where ring = $1', [ring]);
  for (const [position, key] of keys.entries())
    await session.run('insert into signing_key (ring, position, content) values ($1, $2, $3)', [
      ring,
      position,
      JSON.stringify(key),
    ]);
}

interface KeyFacts {
  /** When each key was retired, by id. */
  readonly retired: Readonly<Record<string, Millis>>;
}

/** A key may have been retired because it leaked, so it must not sign again, even if its successor is lost. */
function keyRevocations(ring: string, clock: Clock): Revocations<readonly StoredKey[], KeyFacts> {
  return {
    facts: (content, before) => ({
      retired: {
        ...before?.retired,
        ...Object.fromEntries(
          content.flatMap(({ kid, retiredAt }) => (retiredAt === undefined ? [] : [[kid, retiredAt]])),
        ),
      },
    }),
    apply: async (session, { retired }) => {
      const stored = await keysIn(session, ring);
      const again = stored.filter(({ kid, retiredAt }) => retiredAt === undefined && kid in retired);
      if (again.length === 0) return [];
      const keys = stored.map((key) =>
        again.includes(key) ? { ...key, retiredAt: retired[key.kid]! } : key,
      );
      const hasCurrent = keys.some(({ retiredAt }) => retiredAt === undefined);
      const added = hasCurrent ? [] : [{ ...(await generateKey()), createdAt: clock.now() }];
      await putKeys(session, ring, [...keys, ...added]);
      return again.map(({ kid }) => `key ${kid}: retired`);
    },
  };
}
