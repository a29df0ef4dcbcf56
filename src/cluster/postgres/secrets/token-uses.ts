import type { LongLivedToken } from '../../../auth/tokens/long-lived-token.ts';
import type { Millis } from '../../../core/time.ts';
import type { Session } from '../database.ts';

// When tokens were last used is not in the table of tokens: a serving node writes it, and must not hold a row that a revocation changes.

/** When each token was last used, by id. A database created by an older version has no such table. */
export async function tokenUsesIn(session: Session): Promise<ReadonlyMap<string, Millis>> {
  const [found] = await session.rows<{ there: boolean }>(
    "select to_regclass('token_use') is not null as there",
  );
  if (found?.there !== true) return new Map();
  const rows = await session.rows<{ id: string; at: string }>('select id, last_used_at as at from token_use');
  return new Map(rows.map(({ id, at }) => [id, Number(at)]));
}

/** Keeps the later of two times. Ids of unknown tokens are ignored. */
export const RECORD_USES = 'select record_token_uses($1::text[], $2::bigint[])';

/** Records the uses that are later than those of `before`: no other row is locked. */
export async function recordLaterUses(
  session: Session,
  before: readonly LongLivedToken[],
  after: readonly LongLivedToken[],
): Promise<void> {
  const stored = new Map(before.map(({ id, lastUsedAt = -Infinity }) => [id, lastUsedAt]));
  const later = after.flatMap(({ id, lastUsedAt = -Infinity }) =>
    lastUsedAt > (stored.get(id) ?? -Infinity) ? [[id, lastUsedAt] as const] : [],
  );
  if (later.length === 0) return;
  await session.run(RECORD_USES, [later.map(([id]) => id), later.map(([, at]) => at)]);
}

/** Removes the uses of removed tokens. One that a serving node is writing stays until the next change. */
export async function removeUnknownUses(session: Session): Promise<void> {
  await session.run(
    `delete from token_use where id in (
       select id from token_use used
       where not exists (select from long_lived_token token where token.id = used.id)
       for update skip locked)`,
  );
}
