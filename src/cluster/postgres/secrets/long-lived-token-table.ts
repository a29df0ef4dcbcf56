import type { Millis } from '../../../core/time.ts';
import type { Session } from '../database.ts';
import {
  withLastUse,
  type LongLivedToken,
  type LongLivedTokenStore,
} from '../../../auth/tokens/long-lived-token.ts';
import type { Revocations } from './revocations.ts';
import { SecretsTable, type SecretsPlace } from './secrets-table.ts';

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
      for (const token of changed) if (!same.has(token)) await put(session, token);
      return true;
    });
  }

  /** Does not notify other processes: they would read all tokens again whenever one was used. */
  saveUses(used: ReadonlyMap<string, Millis>): Promise<void> {
    return this.writeUnseen(
      `update long_lived_token as token set last_used_at = greatest(token.last_used_at, given.at)
       from unnest($1::text[], $2::bigint[]) as given (id, at) where token.id = given.id`,
      [[...used.keys()], [...used.values()]],
    );
  }

  async usesInOtherProcesses(): Promise<ReadonlyMap<string, Millis>> {
    const tokens = await this.read();
    return new Map(
      tokens.flatMap(({ id, lastUsedAt }) => (lastUsedAt === undefined ? [] : [[id, lastUsedAt] as const])),
    );
  }
}

async function tokensIn(session: Session): Promise<readonly LongLivedToken[]> {
  const rows = await session.rows<{ content: LongLivedToken; last_used_at: string | null }>(
    'select content, last_used_at from long_lived_token order by number',
  );
  return rows.map(({ content, last_used_at: at }) =>
    withLastUse(content, at === null ? undefined : Number(at)),
  );
}

async function put(session: Session, { lastUsedAt, ...content }: LongLivedToken): Promise<void> {
  await session.run(
    `insert into long_lived_token (id, content, last_used_at) values ($1, $2, $3)
     on conflict (id) do update set content = excluded.content,
       last_used_at = greatest(long_lived_token.last_used_at, excluded.last_used_at)`,
    [content.id, JSON.stringify(content), lastUsedAt ?? null],
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
      await put(session, { ...token, revokedAt });
      changes.push(`token ${token.id}: revoked`);
    }
    return changes;
  },
};
