import type { PostgresMember } from '../../support/postgres-member.ts';

/** What a writer asks before it appends a tick of the tick before it, each with what lets every tick pass, in as many bytes. */
export const UNCHECKED_APPEND: ReadonlyMap<string, string> = new Map(
  [
    ['last_slot is not distinct from $6::integer', 'coalesce($6::integer, 0) is not null'],
    ['$7::bytea is null or', 'true or 1 > 1 or'],
  ].map(([text, passing]) => [text!, passing!.padEnd(text!.length)]),
);

/**
 * From here on a writer that takes over does not raise the fence: it gets the number of the one before, whose writes go on being
 * accepted. It is broken in the database, so that the code that runs is the code of the product.
 */
export async function breakFence(server: Pick<PostgresMember, 'rows'>, schema: string): Promise<void> {
  await server.rows(`
    create function ${schema}.leave_fence() returns trigger language plpgsql
      as $$ begin return old; end $$;
    create trigger leave_fence before update on ${schema}.fence
      for each row execute function ${schema}.leave_fence();
  `);
}

export async function mendFence(server: Pick<PostgresMember, 'rows'>, schema: string): Promise<void> {
  await server.rows(`
    drop trigger leave_fence on ${schema}.fence;
    drop function ${schema}.leave_fence();
  `);
}
