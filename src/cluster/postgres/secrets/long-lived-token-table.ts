import type { Millis } from '../../../core/time.ts';
import type { Session } from '../database.ts';
import {
  withLastUse,
  type LongLivedToken,
  type LongLivedTokenStore,
} from '../../../auth/tokens/long-lived-token.ts';
import type { Revocations } from './revocations.ts';
import { SecretsTable, type SecretsPlace } from './secrets-table.ts';
import { RECORD_USES, recordLaterUses, removeUnknownUses, tokenUsesIn } from './token-uses.ts';

/** Long-lived tokens in a database, shared by all processes that accept them. */
export class LongLivedTokenTable
  extends SecretsTable<readonly LongLivedToken[], TokenFacts>
  implements LongLivedTokenStore
{
  constructor(place: SecretsPlace) {
    super(place, 'long-lived-tokens', tokensIn, TOKEN_REVOCATIONS);
  }

  change(change: (stored: readonly LongLivedToken[]) => readonly LongLivedToken[]): Promise<void> {
    return this.write(async (session) => {
      const stored = await tokensIn(session);
      const changed = change(stored);
      if (changed === stored) return false;
      const ids = changed.map(({ id }) => id);
      await session.run('delete from long_lived_token where id <> all($1::text[])', [ids]);
      const same = new Set(stored);
      for (const token of changed) if (!same.has(token)) await putToken(session, token);
      await recordLaterUses(session, stored, changed);
      await removeUnknownUses(session);
      return true;
    });
  }

  /** Does not notify other processes: they would read all tokens again whenever one was used. */
  saveUses(used: ReadonlyMap<string, Millis>): Promise<void> {
    return this.writeUnseen(RECORD_USES, [[...used.keys()], [...used.values()]]);
  }

  async usesInOtherProcesses(): Promise<ReadonlyMap<string, Millis>> {
    const tokens = await this.read();
    return new Map(
      tokens.flatMap(({ id, lastUsedAt }) => (lastUsedAt === undefined ? [] : [[id, lastUsedAt] as const])),
    );
  }
}

/** In the order in which they were created. */
export async function tokensIn(session: Session): Promise<readonly LongLivedToken[]> {
  // Versions before `token_use` kept the time of the last use beside the token.
  const rows = await session.rows<{ id: string; content: LongLivedToken; last_used_at: string | null }>(
    'select id, content, last_used_at from long_lived_token order by number',
  );
  const uses = await tokenUsesIn(session);
  return rows.map(({ id, content, last_used_at: at }) =>
    withLastUse(content, at === null ? undefined : Number(at), uses.get(id)),
  );
}

/** Without its last use. */
export async function putToken(session: Session, token: LongLivedToken): Promise<void> {
  await session.run(
    `insert into long_lived_token (id, content) values ($1, $2)
     on conflict (id) do update set content = excluded.content`,
    [token.id, JSON.stringify({ ...token, lastUsedAt: undefined })],
  );
}

interface TokenFacts {
  /** When each token was revoked, by id. Tokens that are no longer stored have expired. */
  readonly revoked: Readonly<Record<string, Millis>>;
}

const TOKEN_REVOCATIONS: Revocations<readonly LongLivedToken[], TokenFacts> = {
  facts: (content) => ({
    revoked: Object.fromEntries(
      content.flatMap(({ id, revokedAt }) => (revokedAt === undefined ? [] : [[id, revokedAt]])),
    ),
  }),
  apply: async (session, { revoked }) => {
    const changes: string[] = [];
    for (const token of await tokensIn(session)) {
      const revokedAt = revoked[token.id];
      if (revokedAt === undefined || token.revokedAt !== undefined) continue;
      await putToken(session, { ...token, revokedAt });
      changes.push(`token ${token.id}: revoked`);
    }
    return changes;
  },
};
